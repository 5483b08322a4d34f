#include "Objects/contents.h"

#if OUTL_HEAP_SERVED

#include "Memory/maps.h"

// An item of the section of contents.
struct content {
    uint32_t node;
    struct outl_reference_counts counts;
    uint32_t first, length; // The bytes in the section of bytes.
};
_Static_assert(sizeof(struct content) == 24, "as docs/heap-snapshot.md says");

// A property of a class lies at its beginning. Only storage of elements is longer.
enum { longest = 1024 };
// Of larger heaps the last objects have no contents. Their file has the same size again.
static const uint32_t most = UINT32_C(512) << 20;

static uint32_t length_of(const struct outl_node *node, uint32_t first) {
    uint64_t length = node->bytes < longest ? node->bytes : longest;
    bool has_room = length <= most - first;
    return has_room && outl_maps_readable(node->address, length) ? (uint32_t)length : 0;
}

int outl_contents_write(const struct outl_nodes *nodes) {
    struct outl_sections *sections = &nodes->walk->result->sections;
    uint32_t first = 0;
    outl_output_begin(sections, OUTL_SECTION_CONTENTS, sizeof(struct content));
    for (uint32_t number = 0; number < nodes->count; number++) {
        if (nodes->flags[number] & OUTL_NODE_RAW) { continue; }
        const struct outl_node *node = &nodes->items[number];
        struct content item = {
            .node = number, .counts = outl_metadata_counts(node->address), .first = first,
            .length = length_of(node, first)};
        first += item.length;
        outl_output_write(&item, sizeof item);
    }
    outl_output_end(sections, OUTL_SECTION_CONTENTS);
    // The same order again, because two sections cannot be written at once.
    first = 0;
    outl_output_begin(sections, OUTL_SECTION_CONTENT_BYTES, 1);
    for (uint32_t number = 0; number < nodes->count; number++) {
        if (nodes->flags[number] & OUTL_NODE_RAW) { continue; }
        const struct outl_node *node = &nodes->items[number];
        uint32_t length = length_of(node, first);
        outl_output_write(OUTL_AT(node->address), length);
        first += length;
    }
    outl_output_end(sections, OUTL_SECTION_CONTENT_BYTES);
    return 0;
}

#endif
