// The standard library's string storage has at +16 its capacity, and in the highest bit there a flag for a reference to
// the offsets of UTF-16 characters, which follows the capacity. The text begins at +32.
#include "Objects/graph.h"

#if OUTL_HEAP_SERVED

#include "Memory/maps.h"
#include "Types/mangled.h"

enum { header = 16, text_begin = 32, first_element = 32, error_begin = 32 };

// The memory of a type's objects that can contain references.
enum form {
    form_whole,
    form_array, // `stride` bytes for each of the elements from `at` on, whose number is in the third word.
    form_text,
    form_fixed, // Up to `at`.
};

struct limit {
    enum form form;
    uint64_t at, stride;
};

static struct outl_array limits; // By the number of the type.
static struct outl_table slabs;  // The ends of the used parts of blocks of frames, by node.

// MARK: Types

// Returns the end of the captures, or 0 if the mangled names do not determine it.
static uint64_t end_of_captures(uintptr_t metadata) {
    struct outl_captures captures = outl_captures_of(metadata);
    uint64_t end = captures.offset;
    for (uint32_t index = 0; index < captures.count; index++) {
        uint32_t size = outl_mangled_place(captures.first + 4 * (uintptr_t)index, &end);
        if (size == 0) { return 0; }
        end += size;
    }
    return end;
}

static uint64_t end_of_value(uintptr_t metadata, uint64_t begin) {
    struct outl_value_layout value;
    return outl_metadata_value_layout(metadata, &value) ? outl_aligned(begin, value.alignment) + value.size : 0;
}

static struct limit limit_of_class(uintptr_t metadata) {
    struct outl_value_layout entries[2];
    struct limit limit = {.form = form_whole};
    if (outl_metadata_storage(metadata) == OUTL_STORAGE_ARRAY && outl_metadata_entries(metadata, entries) > 0) {
        limit = (struct limit){form_array, outl_aligned(first_element, entries[0].alignment), entries[0].stride};
    } else if (outl_metadata_is_text(metadata)) {
        limit.form = form_text;
    }
    return limit;
}

static struct limit read_limit(const struct outl_type_key *key) {
    struct limit limit = {.form = form_fixed};
    switch ((enum outl_type_kind)key->kind) {
    case OUTL_TYPE_CLASS: return limit_of_class(key->metadata);
    case OUTL_TYPE_CLOSURE: limit.at = end_of_captures(key->metadata); break;
    case OUTL_TYPE_BOX: limit.at = end_of_value(key->metadata, header); break;
    case OUTL_TYPE_ERROR: limit.at = end_of_value(key->metadata, error_begin); break;
    default: break;
    }
    if (limit.at == 0) { limit.form = form_whole; }
    return limit;
}

// MARK: Blocks of frames

static bool add_slabs(const struct outl_nodes *nodes, uint32_t task) {
    enum { most_slabs = 4096 };
    uintptr_t slab = outl_task_slab(&nodes->items[task]);
    for (int count = 0; slab && count < most_slabs; count++) {
        uint32_t end = outl_slab_end(slab), node = end > 0 ? outl_nodes_at(slab) : OUTL_NOTHING;
        if (node == OUTL_NOTHING) { break; }
        // The first one is often part of the task.
        if (nodes->items[node].address == slab && nodes->flags[node] & OUTL_NODE_RAW) {
            if (!outl_table_put(&slabs, node, 0, end, &end)) { return false; }
            nodes->flags[node] |= OUTL_NODE_SLAB;
        }
        slab = outl_word(slab + 8);
    }
    return true;
}

bool outl_extents_prepare(const struct outl_nodes *nodes) {
    while (limits.count < nodes->walk->types.array.count) {
        struct limit *limit = outl_array_append(&limits, 1, sizeof *limit);
        if (!limit) { return false; }
        *limit = read_limit(outl_walk_key(nodes->walk, (uint32_t)limits.count - 1));
    }
    for (uint32_t number = 0; number < nodes->count; number++) {
        bool may_be_task = (nodes->flags[number] & (OUTL_NODE_INSIDE | OUTL_NODE_RAW)) == OUTL_NODE_INSIDE;
        if (may_be_task && !add_slabs(nodes, number)) { return false; }
    }
    return true;
}

// MARK: Nodes

static struct outl_extent extent_of_raw(const struct outl_nodes *nodes, uint32_t number) {
    const struct outl_node *node = &nodes->items[number];
    struct outl_extent extent = {0, node->bytes};
    uint32_t end;
    if (!(nodes->flags[number] & OUTL_NODE_SLAB) || !outl_table_put(&slabs, number, 0, 0, &end)) { return extent; }
    if (end < extent.end) { extent.end = end; }
    return extent;
}

static struct outl_extent extent_of_array(const struct outl_node *node, const struct limit *limit) {
    // Swift uses all the memory that malloc provided, which may be more than requested.
    uint64_t usable = outl_walk_usable(node->address, node->bytes), count = outl_word(node->address + header);
    uint64_t room = usable > limit->at ? (usable - limit->at) / limit->stride : 0;
    uint64_t end = limit->at + count * limit->stride;
    bool is_sound = count <= room && outl_maps_readable(node->address, end);
    return (struct outl_extent){header, is_sound ? end : node->bytes};
}

static struct outl_extent extent_of_text(const struct outl_node *node) {
    const uint64_t is_indexed = UINT64_C(1) << 63, mask = (UINT64_C(1) << 48) - 1;
    uint64_t capacity = outl_word(node->address + header), at = text_begin + (capacity & mask);
    bool is_sound = capacity & is_indexed && at % 8 == 0 && at + 8 <= outl_walk_usable(node->address, node->bytes)
        && outl_maps_readable(node->address, at + 8);
    return is_sound ? (struct outl_extent){at, at + 8} : (struct outl_extent){header, header};
}

struct outl_extent outl_extent_of(const struct outl_nodes *nodes, uint32_t number) {
    enum { spare = 32 }; // Malloc provides less than this beyond the requested size.
    const struct outl_node *node = &nodes->items[number];
    if (nodes->flags[number] & OUTL_NODE_RAW) { return extent_of_raw(nodes, number); }
    struct outl_extent whole = {header, node->bytes};
    if (node->bytes < header + 8) { return whole; }
    if (nodes->flags[number] & OUTL_NODE_INSIDE) { return (struct outl_extent){header, outl_task_end(node)}; }
    const struct limit *limit = (const struct limit *)limits.items + node->type;
    switch (limit->form) {
    case form_array: return extent_of_array(node, limit);
    case form_text: return extent_of_text(node);
    case form_fixed:
        // Another size is a sign of another layout.
        if (limit->at <= node->bytes && node->bytes - limit->at < spare) { whole.end = limit->at; }
        return whole;
    case form_whole: break;
    }
    return whole;
}

#endif
