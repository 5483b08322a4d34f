// The layout of the standard library's dictionary storage, after the object's header: the number of keys (+16), the
// capacity (+24), the binary logarithm of the number of buckets (+32), the addresses of keys (+48) and values (+56),
// then a bit for each bucket, the keys and the values. A set has no values, and its bits at +56. Programs are compiled
// with these layouts, so they are stable.
//
// Concurrency contract: see the header.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "outl_heap_state.h"

#if OUTL_HEAP_SERVED

#include "outl_heap_hash_tables.h"

#include "outl_heap_maps.h"
#include "outl_heap_scratch.h"

#include <errno.h>

_Static_assert(sizeof(struct outl_hash_table) == 24, "as docs/heap-snapshot.md says");

enum { count_offset = 16, scale_offset = 32, keys_offset = 48, values_offset = 56, set_bits = 56, dictionary_bits = 64 };

// The layout of keys and values in a type of storage.
struct layout {
    uint32_t parts; // 1 for a set, 2 for a dictionary, 0 for other types.
    uint32_t alignment[2];
    uint64_t stride[2];
};

static struct outl_array layouts; // By the number of the type.
static struct outl_array tables;
static bool failed;

static inline uintptr_t word(uintptr_t address) { return *(const uintptr_t *)address; }

// MARK: Types

static struct layout layout_of(struct outl_type_key key) {
    struct layout layout = {0}, none = {0};
    if (key.kind != OUTL_TYPE_CLASS) { return none; }
    enum outl_storage storage = outl_metadata_storage(key.metadata);
    layout.parts = storage == OUTL_STORAGE_DICTIONARY ? 2 : storage == OUTL_STORAGE_SET ? 1 : 0;
    for (uint32_t part = 0; part < layout.parts; part++) {
        struct outl_value_layout value;
        if (!outl_metadata_value_layout(outl_metadata_generic_argument(key.metadata, part), &value)) { return none; }
        layout.alignment[part] = value.alignment;
        layout.stride[part] = value.stride;
    }
    return layout;
}

bool outl_hash_tables_prepare(const struct outl_walk *walk) {
    const struct outl_type_key *keys = (const struct outl_type_key *)walk->keys.items;
    struct layout *all = outl_array_append(&layouts, walk->keys.count, sizeof *all);
    if (!all) { return false; }
    for (size_t index = 0; index < walk->keys.count; index++) { all[index] = layout_of(keys[index]); }
    return true;
}

// MARK: Storage

static uint64_t aligned(uint64_t offset, uint64_t alignment) { return (offset + alignment - 1) / alignment * alignment; }

bool outl_hash_table_read(const struct outl_node *node, uint32_t number, struct outl_hash_table *table) {
    const struct layout *layout = (const struct layout *)layouts.items + node->type;
    if (layout->parts == 0) { return false; }
    bool is_set = layout->parts == 1;
    uint64_t at = is_set ? set_bits : dictionary_bits;
    if (node->bytes < at || node->bytes >= UINT32_MAX) { return false; }
    int8_t scale = *(const int8_t *)(node->address + scale_offset);
    enum { largest_scale = 31 };
    if (scale < 0 || scale > largest_scale) { return false; }
    uint64_t buckets = (uint64_t)1 << scale;
    if (word(node->address + count_offset) > buckets) { return false; }
    uint64_t keys = aligned(at + (buckets + 63) / 64 * 8, layout->alignment[0]);
    uint64_t end = keys + buckets * layout->stride[0];
    if (end > node->bytes || word(node->address + keys_offset) != node->address + keys) { return false; }
    uint64_t values = 0;
    if (!is_set) {
        values = aligned(end, layout->alignment[1]);
        end = values + buckets * layout->stride[1];
        if (end > node->bytes || word(node->address + values_offset) != node->address + values) { return false; }
    }
    *table = (struct outl_hash_table){
        .node = number, .buckets = (uint32_t)buckets, .first_key = (uint32_t)keys,
        .key_stride = (uint32_t)layout->stride[0], .first_value = (uint32_t)values,
        .value_stride = is_set ? 0 : (uint32_t)layout->stride[1]};
    return true;
}

bool outl_hash_table_find(const struct outl_node *node, uint32_t number, struct outl_hash_table *table) {
    if (!outl_hash_table_read(node, number, table)) { return false; }
    struct outl_hash_table *kept = outl_array_append(&tables, 1, sizeof *kept);
    if (kept) { *kept = *table; } else { failed = true; }
    return true;
}

bool outl_hash_table_has(const struct outl_hash_table *table, const struct outl_node *node, uint64_t offset) {
    if (offset < table->first_key) { return false; }
    bool of_value = table->first_value > 0 && offset >= table->first_value;
    uint64_t stride = of_value ? table->value_stride : table->key_stride;
    // References are aligned, and so are the entries that contain them.
    if (stride % 8 != 0) { return false; }
    uint64_t bucket = (offset - (of_value ? table->first_value : table->first_key)) / stride;
    if (bucket >= table->buckets) { return false; }
    uintptr_t bits = node->address + (table->first_value > 0 ? dictionary_bits : set_bits);
    return word(bits + bucket / 64 * 8) >> bucket % 64 & 1;
}

int outl_hash_tables_write(struct outl_sections *sections) {
    if (failed) { return ENOMEM; }
    outl_output_begin(sections, OUTL_SECTION_HASH_TABLES, sizeof(struct outl_hash_table));
    outl_output_write(tables.items, tables.count * sizeof(struct outl_hash_table));
    outl_output_end(sections, OUTL_SECTION_HASH_TABLES);
    return 0;
}

#endif
