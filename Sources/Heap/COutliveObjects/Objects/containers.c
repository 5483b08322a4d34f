// The layouts of storage. The standard library's layouts are compiled into programs, and so are stable. The others are
// recognised by name, and implausible amounts are ignored.
//
// The storage of a dictionary has, after the object's header, the number of keys (+16), the capacity (+24), the binary
// logarithm of the number of buckets (+32), the addresses of keys (+48) and values (+56), then a bit for each bucket,
// the keys and the values. A set has no values, and its bits at +56.
#include "Objects/containers.h"

#if OUTL_HEAP_SERVED

#include "Memory/maps.h"

#include <errno.h>

_Static_assert(sizeof(struct outl_hash_table) == 24, "as docs/heap-snapshot.md says");

// The place of a container's amount.
enum form {
    form_none,     // Not a container.
    form_elements, // A word is the number of elements, `stride` bytes each. The block is the capacity.
    form_text,     // The lower 48 bits of a word are the number of bytes. The block is the capacity.
    form_buffer,   // A word is the number of bytes; the next is the capacity of another block.
};

struct layout {
    enum form form;
    uint32_t offset; // The offset of the word.
    uint64_t stride;
    uint32_t parts;  // The number of `entries` of a hash table: 1 for a set, 2 for a dictionary, 0 for other types.
    struct outl_value_layout entries[2];
};

enum { count_offset = 16, later_offset = 24 };

static struct outl_array layouts; // By the number of the type.
static struct outl_array tables;

// MARK: Types

// Returns `true` if a class has a name, without its module.
static bool is_named(uintptr_t metadata, const char *name) {
    return outl_maps_readable(metadata, 48) && outl_descriptor_is_named(outl_word(metadata + 40), name);
}

static struct layout read_layout(const struct outl_type_key *key) {
    struct layout layout = {.form = form_none}, none = layout;
    uintptr_t metadata = key->metadata;
    if (key->kind != OUTL_TYPE_CLASS) { return none; }
    if (outl_metadata_storage(metadata) != OUTL_STORAGE_NONE) {
        uint32_t parts = outl_metadata_entries(metadata, layout.entries);
        if (parts == 0) { return none; }
        layout.form = form_elements;
        layout.offset = count_offset;
        layout.stride = layout.entries[0].stride + (parts > 1 ? layout.entries[1].stride : 0);
        layout.parts = outl_metadata_storage(metadata) == OUTL_STORAGE_ARRAY ? 0 : parts;
    } else if (is_named(metadata, "_DequeBuffer")) {
        bool is_known = outl_metadata_value_layout(outl_metadata_generic_argument(metadata, 0), &layout.entries[0]);
        if (!is_known) { return none; }
        layout.form = form_elements;
        layout.offset = later_offset;
        layout.stride = layout.entries[0].stride;
    } else if (outl_metadata_is_text(metadata)) {
        layout = (struct layout){.form = form_text, .offset = later_offset, .stride = 1};
    } else if (is_named(metadata, "__DataStorage")) {
        layout = (struct layout){.form = form_buffer, .offset = later_offset};
    }
    return layout;
}

// Returns the layout of a type, or null if there is no memory.
static const struct layout *layout_of(const struct outl_walk *walk, uint32_t type) {
    while (layouts.count <= type) {
        struct layout *layout = outl_array_append(&layouts, 1, sizeof *layout);
        if (!layout) { return NULL; }
        *layout = read_layout(outl_walk_key(walk, (uint32_t)layouts.count - 1));
    }
    return (const struct layout *)layouts.items + type;
}

// MARK: Amounts

bool outl_container_read(
    struct outl_walk *walk, uint32_t type, uintptr_t address, uint64_t size, struct outl_amounts *amounts
) {
    const uint64_t text_mask = (UINT64_C(1) << 48) - 1, maximum = UINT64_C(1) << 46;
    const struct layout *layout = layout_of(walk, type);
    if (!layout) { walk->error = ENOMEM; }
    if (!layout || layout->form == form_none) { return false; }
    *amounts = (struct outl_amounts){0};
    size = outl_walk_usable(address, size);
    if (size < layout->offset + 16 || !outl_maps_readable(address, layout->offset + 16)) { return true; }
    uint64_t count = outl_word(address + layout->offset);
    if (layout->form == form_text) { count &= text_mask; }
    if (layout->form == form_buffer) {
        uint64_t capacity = outl_word(address + layout->offset + 8);
        if (count <= capacity && capacity < maximum) { *amounts = (struct outl_amounts){count, capacity}; }
    } else if (count <= size / layout->stride) {
        *amounts = (struct outl_amounts){count * layout->stride, size};
    }
    return true;
}

// MARK: Hash tables

enum { scale_offset = 32, keys_offset = 48, values_offset = 56 };
enum { set_bits = 56, dictionary_bits = 64 };

bool outl_hash_table_read(const struct outl_nodes *nodes, uint32_t number, struct outl_hash_table *table) {
    enum { largest_scale = 31 };
    const struct outl_node *node = &nodes->items[number];
    const struct layout *layout = layout_of(nodes->walk, node->type);
    if (!layout || layout->parts == 0) { return false; }
    bool is_set = layout->parts == 1;
    uint64_t bits = is_set ? set_bits : dictionary_bits;
    if (node->bytes < bits || node->bytes >= UINT32_MAX) { return false; }
    int8_t scale = (int8_t)outl_byte(node->address + scale_offset);
    if (scale < 0 || scale > largest_scale) { return false; }
    uint64_t buckets = (uint64_t)1 << scale;
    if (outl_word(node->address + count_offset) > buckets) { return false; }
    const struct outl_value_layout *key = &layout->entries[0], *value = &layout->entries[1];
    uint64_t keys = outl_aligned(bits + (buckets + 63) / 64 * 8, key->alignment);
    uint64_t values = 0, end = keys + buckets * key->stride;
    if (end > node->bytes || outl_word(node->address + keys_offset) != node->address + keys) { return false; }
    if (!is_set) {
        values = outl_aligned(end, value->alignment);
        end = values + buckets * value->stride;
        if (end > node->bytes || outl_word(node->address + values_offset) != node->address + values) { return false; }
    }
    *table = (struct outl_hash_table){
        .node = number, .buckets = (uint32_t)buckets, .first_key = (uint32_t)keys, .key_stride = (uint32_t)key->stride,
        .first_value = (uint32_t)values, .value_stride = is_set ? 0 : (uint32_t)value->stride};
    return true;
}

bool outl_hash_table_find(const struct outl_nodes *nodes, uint32_t number, struct outl_hash_table *table) {
    if (!outl_hash_table_read(nodes, number, table)) { return false; }
    outl_array_add(&tables, table, sizeof *table);
    return true;
}

bool outl_hash_table_has(const struct outl_hash_table *table, const struct outl_node *node, uint64_t offset) {
    if (offset < table->first_key) { return false; }
    bool is_value = table->first_value > 0 && offset >= table->first_value;
    uint64_t stride = is_value ? table->value_stride : table->key_stride;
    // References are aligned, and so are the entries that contain them.
    if (stride % 8 != 0) { return false; }
    uint64_t bucket = (offset - (is_value ? table->first_value : table->first_key)) / stride;
    if (bucket >= table->buckets) { return false; }
    uintptr_t bits = node->address + (table->first_value > 0 ? dictionary_bits : set_bits);
    return outl_word(bits + bucket / 64 * 8) >> bucket % 64 & 1;
}

// Returns the bytes of a table with room for a number of keys, but no more: at most three quarters are occupied.
static uint64_t size_of_table(const struct layout *layout, uint64_t count) {
    uint64_t minimum = (count * 4 + 2) / 3 > count + 1 ? (count * 4 + 2) / 3 : count + 1, buckets = 2;
    while (buckets < minimum) { buckets *= 2; }
    const struct outl_value_layout *key = &layout->entries[0], *value = &layout->entries[1];
    uint64_t bits = layout->parts == 1 ? set_bits : dictionary_bits;
    uint64_t end = outl_aligned(bits + (buckets + 63) / 64 * 8, key->alignment) + buckets * key->stride;
    return layout->parts == 1 ? end : outl_aligned(end, value->alignment) + buckets * value->stride;
}

int outl_hash_tables_write(struct outl_sections *sections) {
    int error = outl_output_array(sections, OUTL_SECTION_HASH_TABLES, &tables, sizeof(struct outl_hash_table));
    return layouts.failed ? ENOMEM : error;
}

// MARK: Elements

// Returns the usable bytes of a block of glibc's malloc for a number of requested ones.
static uint64_t rounded(uint64_t bytes) {
    enum { header = 8, mapped_header = 16, smallest = 24, alignment = 16, page = 4096, mapped = 128 << 10 };
    if (bytes >= mapped) { return outl_aligned(bytes + mapped_header, page) - mapped_header; }
    uint64_t usable = outl_aligned(bytes + header, alignment) - header;
    return usable > smallest ? usable : smallest;
}

// Returns the offset of the first element, or 0 if it depends on the object.
static uint64_t first_of(const struct layout *layout) {
    enum { in_array = 32, in_deque = 40, in_text = 32 };
    if (layout->form == form_text) { return in_text; }
    if (layout->form == form_buffer || layout->parts > 0) { return 0; }
    return outl_aligned(layout->offset == later_offset ? in_deque : in_array, layout->entries[0].alignment);
}

// Finds the bytes of data, which are in a block of their own.
static bool find_buffer(const struct outl_nodes *nodes, uint32_t number, struct outl_elements *elements) {
    enum { address_offset = 16 };
    uintptr_t address = outl_word(nodes->items[number].address + address_offset);
    uint32_t block = outl_nodes_at(address);
    if (block == OUTL_NOTHING || nodes->items[block].address != address) { return false; }
    if (!(nodes->flags[block] & OUTL_NODE_RAW)) { return false; }
    elements->block = block;
    elements->usable = outl_walk_usable(address, nodes->items[block].bytes);
    elements->address = address;
    return elements->used <= elements->usable;
}

bool outl_container_elements(const struct outl_nodes *nodes, uint32_t number, struct outl_elements *elements) {
    const struct outl_node *node = &nodes->items[number];
    const struct layout *layout = layout_of(nodes->walk, node->type);
    struct outl_amounts amounts;
    if (!layout || layout->form == form_none || !outl_maps_readable(node->address, node->bytes)) { return false; }
    if (!outl_container_read(nodes->walk, node->type, node->address, node->bytes, &amounts)) { return false; }
    *elements = (struct outl_elements){.block = number, .used = amounts.used, .usable = amounts.capacity};
    // Without a capacity, it is being built.
    if (amounts.capacity == 0) { return false; }
    uint64_t first = first_of(layout), end = first + amounts.used;
    if (layout->form == form_buffer) {
        if (!find_buffer(nodes, number, elements)) { return false; }
        end = amounts.used;
    } else if (layout->parts > 0) {
        struct outl_hash_table table;
        if (!outl_hash_table_read(nodes, number, &table)) { return false; }
        end = size_of_table(layout, amounts.used / layout->stride);
    } else {
        elements->address = node->address + first;
        end += layout->form == form_text; // A zero follows.
    }
    elements->needed = rounded(end);
    return end <= elements->usable && (elements->address == 0 || outl_maps_readable(elements->address, amounts.used));
}

#endif
