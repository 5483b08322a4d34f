// The descriptor of a class has at +40 where in the metadata the offsets are of the properties that it declares, in words.
//
// Concurrency contract: see the header.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "outl_heap_state.h"

#if OUTL_HEAP_SERVED

#include "outl_heap_existentials.h"

#include "outl_heap_mangled.h"
#include "outl_heap_maps.h"
#include "outl_heap_scratch.h"

enum { buffer_size = 24, metadata_offset = 24, container_size = 32, first_element = 32 };

// What of the instances of a type are such values.
struct layout {
    uint32_t first_property; // In `properties`.
    uint32_t property_count;
    uint32_t stride; // Of the elements of array storage; 0 where they are others.
    bool keys;       // Of a set its elements.
    bool values;
};

static struct outl_array layouts;    // By the number of the type.
static struct outl_array properties; // Their offsets.

static inline uintptr_t word(uintptr_t address) { return *(const uintptr_t *)address; }
static inline uint32_t half(uintptr_t address) { return *(const uint32_t *)address; }

// MARK: Types

static bool add_properties(uintptr_t metadata) {
    enum { deepest = 64, most = 4096 };
    for (int depth = 0; depth < deepest && outl_metadata_kind(metadata) == OUTL_TYPE_CLASS; depth++) {
        uintptr_t descriptor = word(metadata + 40);
        uint32_t count;
        uintptr_t offsets = metadata + 8 * (uintptr_t)half(descriptor + 40);
        uintptr_t types = outl_mangled_properties(descriptor, &count);
        if (count > most || !outl_maps_readable(offsets, 8 * (size_t)count)) { count = 0; }
        for (uint32_t index = 0; types && index < count; index++) {
            if (!outl_mangled_existential(types + 12 * (uintptr_t)index)) { continue; }
            uint32_t *offset = outl_array_append(&properties, 1, sizeof *offset);
            if (!offset) { return false; }
            *offset = (uint32_t)word(offsets + 8 * (uintptr_t)index);
        }
        metadata = word(metadata + 8);
    }
    return true;
}

static bool is_existential(uintptr_t metadata, uint32_t part) {
    return outl_metadata_existential(outl_metadata_generic_argument(metadata, part));
}

bool outl_existentials_prepare(const struct outl_walk *walk) {
    const struct outl_type_key *keys = (const struct outl_type_key *)walk->keys.items;
    struct layout *all = outl_array_append(&layouts, walk->keys.count, sizeof *all);
    if (!all) { return false; }
    for (size_t index = 0; index < walk->keys.count; index++) {
        if (keys[index].kind != OUTL_TYPE_CLASS) { continue; }
        uintptr_t metadata = keys[index].metadata;
        struct layout *layout = &all[index];
        struct outl_value_layout element;
        switch (outl_metadata_storage(metadata)) {
        case OUTL_STORAGE_NONE:
            layout->first_property = (uint32_t)properties.count;
            if (!add_properties(metadata)) { return false; }
            layout->property_count = (uint32_t)properties.count - layout->first_property;
            break;
        case OUTL_STORAGE_ARRAY:
            if (is_existential(metadata, 0)
                && outl_metadata_value_layout(outl_metadata_generic_argument(metadata, 0), &element)) {
                layout->stride = (uint32_t)element.stride;
            }
            break;
        case OUTL_STORAGE_DICTIONARY: layout->values = is_existential(metadata, 1);
            // Fall through.
        case OUTL_STORAGE_SET: layout->keys = is_existential(metadata, 0); break;
        }
    }
    return true;
}

// MARK: Values

// A value that does not fit is in a box of its own, whose address is the first word.
static bool is_unwritten(const struct outl_node *node, uint64_t container, uint64_t offset) {
    uint64_t within = offset - container;
    struct outl_value_layout value;
    if (within >= buffer_size || container + container_size > node->bytes) { return false; }
    if (!outl_metadata_value_layout(word(node->address + container + metadata_offset), &value)) { return false; }
    return within >= (value.is_inline ? value.size : sizeof(uintptr_t));
}

bool outl_existentials_unwritten(
    const struct outl_node *node, const struct outl_hash_table *table, uint64_t offset
) {
    const struct layout *layout = (const struct layout *)layouts.items + node->type;
    const uint32_t *places = (const uint32_t *)properties.items + layout->first_property;
    for (uint32_t index = 0; index < layout->property_count; index++) {
        if (offset >= places[index] && offset - places[index] < buffer_size) {
            return is_unwritten(node, places[index], offset);
        }
    }
    uint64_t first = first_element, stride = layout->stride;
    if (table) {
        bool of_value = table->first_value > 0 && offset >= table->first_value;
        first = of_value ? table->first_value : table->first_key;
        stride = of_value ? (layout->values ? table->value_stride : 0) : layout->keys ? table->key_stride : 0;
    }
    return stride > 0 && offset >= first && is_unwritten(node, offset - (offset - first) % stride, offset);
}

#endif
