// The descriptor of a class stores at +40 the offset in its metadata, in words, of the field offsets of its own
// properties. That of a struct stores it at +24, and its field offsets have 4 bytes. The description of the type
// parameters follows.
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

#include <errno.h>

enum { buffer_size = 24, metadata_offset = 24, container_size = 32, first_element = 32 };
enum { deepest = 16, most_places = 256, most_properties = 4096 };

// An item of the section of boxes.
struct box {
    uint32_t node;
    uint32_t type;
};
_Static_assert(sizeof(struct box) == 8, "as docs/heap-snapshot.md says");

// The part of an object that contains a place.
enum part { part_instance, part_key, part_value, part_count };

// The places of such values in the instances of a type.
struct layout {
    struct {
        uint32_t first; // An index of `places`.
        uint32_t count;
    } parts[part_count];
    uint32_t stride; // The stride of elements of array storage, which are keys here; otherwise 0.
};

static struct outl_array layouts; // By the number of the type.
static struct outl_array boxes;   // The boxes and their values' types; sorted by node once complete.
static struct outl_array places;  // The offsets, from the start of the instance or element.
static bool failed;

static inline uintptr_t word(uintptr_t address) { return *(const uintptr_t *)address; }
static inline uint32_t half(uintptr_t address) { return *(const uint32_t *)address; }

// MARK: Values

static void add_place(uint64_t offset) {
    uint32_t *place = offset < UINT32_MAX ? outl_array_append(&places, 1, sizeof *place) : NULL;
    if (place) { *place = (uint32_t)offset; } else { failed = true; }
}

static void add_value(uintptr_t metadata, uint64_t offset, uint64_t room, int depth);

// A type with stored properties.
struct declaration {
    uintptr_t descriptor;
    uintptr_t parameters; // The description of the type parameters.
    uintptr_t arguments;  // The generic arguments; 0 if unknown.
    uintptr_t offsets;
    uint32_t offset_size;
    uint64_t end; // The end of the last property.
};

static uint64_t offset_of(const struct declaration *declaration, uint32_t index) {
    uintptr_t at = declaration->offsets + (uintptr_t)declaration->offset_size * index;
    return declaration->offset_size == sizeof(uint32_t) ? half(at) : word(at);
}

// Returns the distance from a property to the next one, or to the end.
static uint64_t room_at(const struct declaration *declaration, uint32_t count, uint64_t offset) {
    uint64_t end = declaration->end;
    for (uint32_t index = 0; index < count; index++) {
        uint64_t other = offset_of(declaration, index);
        if (other > offset && other < end) { end = other; }
    }
    return end > offset ? end - offset : 0;
}

// Returns the argument of a type parameter; 0 if unknown.
//
// All parameters up to it must be types with a word among the arguments.
static uintptr_t argument_of(const struct declaration *declaration, uint32_t index) {
    enum { is_generic = 0x80, header = 16, type_with_argument = 0x80 };
    if (!(half(declaration->descriptor) & is_generic) || declaration->arguments == 0) { return 0; }
    uintptr_t about = declaration->parameters;
    if (!outl_maps_readable(about, header + (size_t)index + 1) || *(const uint16_t *)(about + 8) <= index) { return 0; }
    for (uint32_t other = 0; other <= index; other++) {
        if (*(const uint8_t *)(about + header + other) != type_with_argument) { return 0; }
    }
    uintptr_t at = declaration->arguments + 8 * (uintptr_t)index;
    return outl_maps_readable(at, 8) ? word(at) : 0;
}

static void add_properties(const struct declaration *declaration, uint64_t base, int depth) {
    uint32_t count, index_of_argument;
    uintptr_t types = outl_mangled_properties(declaration->descriptor, &count);
    if (!types || count > most_properties) { return; }
    if (!outl_maps_readable(declaration->offsets, (size_t)count * declaration->offset_size)) { return; }
    for (uint32_t index = 0; index < count; index++) {
        uintptr_t type = types + 12 * (uintptr_t)index;
        uint64_t offset = offset_of(declaration, index), room = room_at(declaration, count, offset);
        uint32_t size = outl_mangled_existential(type);
        if (size > 0 && size <= room) {
            add_place(base + offset);
        } else if (size == 0 && outl_mangled_argument(type, &index_of_argument)) {
            add_value(argument_of(declaration, index_of_argument), base + offset, room, depth + 1);
        }
    }
}

static void add_struct(uintptr_t metadata, uint64_t offset, uint64_t size, int depth) {
    enum { kind_mask = 31, kind_struct = 17, descriptor_size = 28 };
    uintptr_t descriptor = outl_maps_readable(metadata, 16) ? word(metadata + 8) : 0;
    if (descriptor % 4 != 0 || !outl_maps_readable(descriptor, descriptor_size)) { return; }
    if ((half(descriptor) & kind_mask) != kind_struct || half(descriptor + 24) == 0) { return; }
    struct declaration declaration = {
        .descriptor = descriptor, .parameters = descriptor + descriptor_size, .arguments = metadata + 16,
        .offsets = metadata + 8 * (uintptr_t)half(descriptor + 24), .offset_size = sizeof(uint32_t), .end = size};
    add_properties(&declaration, offset, depth);
}

// A tuple's metadata has the number of elements at +8, and from +24 on the type and offset of each.
static void add_tuple(uintptr_t metadata, uint64_t offset, uint64_t size, int depth) {
    uint64_t count = outl_maps_readable(metadata, 24) ? word(metadata + 8) : 0;
    if (count > most_properties || !outl_maps_readable(metadata + 24, 16 * (size_t)count)) { return; }
    for (uintptr_t element = metadata + 24; count > 0; element += 16, count--) {
        if (word(element + 8) < size) {
            add_value(word(element), offset + word(element + 8), size - word(element + 8), depth + 1);
        }
    }
}

// Adds the values of `any P` in a value at an offset with `room` bytes.
static void add_value(uintptr_t metadata, uint64_t offset, uint64_t room, int depth) {
    enum { kind_struct = 0x200, kind_optional = 0x202, kind_tuple = 0x301 };
    struct outl_value_layout layout;
    if (depth > deepest || !outl_metadata_value_layout(metadata, &layout)) { return; }
    if (layout.is_plain || layout.size > room) { return; }
    if (outl_metadata_existential(metadata)) {
        add_place(offset);
    } else if (word(metadata) == kind_optional) {
        add_value(word(metadata + 16), offset, room, depth + 1);
    } else if (word(metadata) == kind_struct) {
        add_struct(metadata, offset, layout.size, depth);
    } else if (word(metadata) == kind_tuple) {
        add_tuple(metadata, offset, layout.size, depth);
    }
}

// MARK: Types

// Skips the properties of a class with a resilient superclass, because their offsets are elsewhere.
static void add_class(uintptr_t metadata) {
    const uint32_t changes = UINT32_C(1) << 29;
    enum { most_classes = 64, descriptor_size = 44 };
    for (int depth = 0; depth < most_classes && outl_metadata_kind(metadata) == OUTL_TYPE_CLASS; depth++) {
        uintptr_t descriptor = word(metadata + 40), in_metadata = half(descriptor + 40);
        struct declaration declaration = {
            .descriptor = descriptor, .parameters = descriptor + descriptor_size,
            .arguments = outl_metadata_generic_arguments(metadata), .offsets = metadata + 8 * in_metadata,
            .offset_size = sizeof(uint64_t), .end = half(metadata + 24)};
        if (!(half(descriptor) & changes) && in_metadata > 0) { add_properties(&declaration, 0, 0); }
        metadata = word(metadata + 8);
    }
}

static void begin(struct layout *layout, enum part part) { layout->parts[part].first = (uint32_t)places.count; }

static void end(struct layout *layout, enum part part) {
    size_t count = places.count - layout->parts[part].first;
    layout->parts[part].count = count < most_places ? (uint32_t)count : most_places;
}

static void add_argument(struct layout *layout, enum part part, uintptr_t metadata) {
    begin(layout, part);
    add_value(outl_metadata_generic_argument(metadata, part == part_value ? 1 : 0), 0, UINT32_MAX, 0);
    end(layout, part);
}

static void add_type(struct layout *layout, uintptr_t metadata) {
    struct outl_value_layout element;
    switch (outl_metadata_storage(metadata)) {
    case OUTL_STORAGE_NONE:
        begin(layout, part_instance);
        add_class(metadata);
        end(layout, part_instance);
        break;
    case OUTL_STORAGE_ARRAY:
        if (!outl_metadata_value_layout(outl_metadata_generic_argument(metadata, 0), &element)) { return; }
        layout->stride = element.stride < UINT32_MAX ? (uint32_t)element.stride : 0;
        add_argument(layout, part_key, metadata);
        break;
    case OUTL_STORAGE_DICTIONARY: add_argument(layout, part_value, metadata);
        // Fall through.
    case OUTL_STORAGE_SET: add_argument(layout, part_key, metadata); break;
    }
}

// The value of a box follows the header of the object.
static void add_box(struct layout *layout, uintptr_t metadata) {
    enum { header = 16 };
    struct outl_value_layout value;
    if (!outl_metadata_value_layout(metadata, &value) || value.alignment > header) { return; }
    begin(layout, part_instance);
    add_value(metadata, header, UINT32_MAX, 0);
    end(layout, part_instance);
}

// Captures lie one after another. Stops at the first whose mangled name does not determine its size.
static void add_closure(struct layout *layout, uintptr_t metadata) {
    enum { word_size = 8 };
    struct outl_captures captures = outl_captures_of(metadata);
    if (captures.first == 0) { return; }
    uint64_t offset = half(metadata + 8) + word_size * (uint64_t)half(captures.first - 4);
    begin(layout, part_instance);
    for (uint32_t index = 0; index < captures.count; index++) {
        uintptr_t reference = captures.first + 4 * (uintptr_t)index;
        uint32_t size = outl_mangled_size(reference);
        if (size == 0) { break; }
        uint32_t alignment = size < word_size ? size : word_size;
        offset = (offset + alignment - 1) / alignment * alignment;
        if (outl_mangled_existential(reference) > 0) { add_place(offset); }
        offset += size;
    }
    end(layout, part_instance);
}

static bool add_layouts(const struct outl_walk *walk) {
    const struct outl_type_key *keys = (const struct outl_type_key *)walk->keys.items;
    size_t first = layouts.count;
    if (first == walk->keys.count) { return !failed; }
    struct layout *all = outl_array_append(&layouts, walk->keys.count - first, sizeof *all);
    if (!all) { return false; }
    for (size_t index = 0; index < walk->keys.count - first; index++) {
        uintptr_t metadata = keys[first + index].metadata;
        if (keys[first + index].kind == OUTL_TYPE_CLASS) { add_type(&all[index], metadata); }
        if (keys[first + index].kind == OUTL_TYPE_CLOSURE) { add_closure(&all[index], metadata); }
        if (keys[first + index].kind == OUTL_TYPE_BOX) { add_box(&all[index], metadata); }
    }
    return !failed;
}

// MARK: Words

// Returns `true` if a word of a value is unwritten. A value that does not fit is in a box, whose address is the first
// word. If the metadata is null, an optional is nil.
static bool is_unwritten(const struct outl_node *node, uint64_t container, uint64_t offset) {
    uint64_t within = offset - container;
    struct outl_value_layout value;
    if (container + container_size > node->bytes) { return false; }
    uintptr_t metadata = word(node->address + container + metadata_offset);
    if (metadata == 0) { return true; }
    if (!outl_metadata_value_layout(metadata, &value)) { return false; }
    return within >= (value.is_inline ? value.size : sizeof(uintptr_t));
}

// Finds the start of the value that contains a word of a part. Returns `false` if there is none.
static bool find_container(
    const struct layout *layout, enum part part, uint64_t begin, uint64_t offset, uint64_t *container
) {
    const uint32_t *all = (const uint32_t *)places.items + layout->parts[part].first;
    for (uint32_t index = 0; index < layout->parts[part].count; index++) {
        *container = begin + all[index];
        if (offset >= *container && offset - *container < buffer_size) { return true; }
    }
    return false;
}

static uint64_t begin_of(uint64_t first, uint64_t stride, uint64_t offset) {
    return offset - (offset - first) % stride;
}

// Returns the type as which a block is read: that of the value if it is a box.
static uint32_t type_of(const struct outl_nodes *nodes, const struct outl_node *node) {
    const struct box *all = (const struct box *)boxes.items;
    uint32_t number = (uint32_t)(node - nodes->items);
    size_t low = 0, high = nodes->flags[number] & OUTL_NODE_VALUE ? boxes.count : 0;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (all[middle].node < number) { low = middle + 1; } else { high = middle; }
    }
    return low < boxes.count && all[low].node == number ? all[low].type : node->type;
}

static bool container_of(
    const struct outl_nodes *nodes, const struct outl_node *node, const struct outl_hash_table *table, uint64_t offset,
    uint64_t *container
) {
    const struct layout *layout = (const struct layout *)layouts.items + type_of(nodes, node);
    if (table && table->first_value > 0 && offset >= table->first_value) {
        uint64_t begin = begin_of(table->first_value, table->value_stride, offset);
        return find_container(layout, part_value, begin, offset, container);
    }
    uint64_t first = table ? table->first_key : first_element, stride = table ? table->key_stride : layout->stride;
    if (stride == 0) { return find_container(layout, part_instance, 0, offset, container); }
    return offset >= first && find_container(layout, part_key, begin_of(first, stride, offset), offset, container);
}

bool outl_existentials_unwritten(
    const struct outl_nodes *nodes, const struct outl_node *node, const struct outl_hash_table *table, uint64_t offset
) {
    uint64_t container;
    return container_of(nodes, node, table, offset, &container) && is_unwritten(node, container, offset);
}

// MARK: Boxes

// Finds the box of the value at an offset, and the value's type. Returns `false` if there is none.
static bool find_box(const struct outl_node *node, uint64_t container, uint32_t *target, uintptr_t *metadata) {
    struct outl_value_layout layout;
    if (container + container_size > node->bytes) { return false; }
    *metadata = word(node->address + container + metadata_offset);
    if (!outl_metadata_value_layout(*metadata, &layout) || layout.is_inline) { return false; }
    *target = outl_index_at(word(node->address + container));
    return *target != OUTL_NOTHING;
}

// Finds the boxes of the values in a part of a block: in elements from `first` on, at distances of `stride`.
static void add_boxes_of(
    struct outl_walk *walk, const struct outl_nodes *nodes, const struct outl_node *node, const struct layout *layout,
    enum part part, uint64_t first, uint64_t stride, uint64_t count
) {
    for (uint64_t entry = 0; entry < count && layout->parts[part].count > 0; entry++) {
        for (uint32_t index = 0; index < layout->parts[part].count; index++) {
            const uint32_t *all = (const uint32_t *)places.items + layout->parts[part].first;
            uint32_t target;
            uintptr_t metadata;
            if (!find_box(node, first + entry * stride + all[index], &target, &metadata)) { continue; }
            // Other objects are named by their own type, and an object may still be referenced here.
            const struct outl_type_key *keys = (const struct outl_type_key *)walk->keys.items;
            bool is_box = keys[nodes->items[target].type].kind == OUTL_TYPE_CLOSURE;
            if (!is_box || nodes->flags[target] & OUTL_NODE_VALUE) { continue; }
            struct box *box = outl_array_append(&boxes, 1, sizeof *box);
            if (!box) {
                failed = true;
                return;
            }
            struct outl_type_key key = {.metadata = metadata, .kind = OUTL_TYPE_BOX};
            *box = (struct box){target, outl_walk_type(walk, key)};
            nodes->flags[target] |= OUTL_NODE_VALUE;
        }
    }
}

static void add_boxes_in(
    struct outl_walk *walk, const struct outl_nodes *nodes, const struct outl_node *node, uint32_t type
) {
    struct layout layout = ((const struct layout *)layouts.items)[type];
    struct outl_hash_table table;
    if (layout.parts[part_instance].count > 0) {
        add_boxes_of(walk, nodes, node, &layout, part_instance, 0, 0, 1);
    } else if (layout.stride > 0) {
        uint64_t room = node->bytes > first_element ? (node->bytes - first_element) / layout.stride : 0;
        uint64_t count = node->elements < room ? node->elements : room;
        add_boxes_of(walk, nodes, node, &layout, part_key, first_element, layout.stride, count);
    } else if (outl_hash_table_read(node, (uint32_t)(node - nodes->items), &table)) {
        for (uint64_t bucket = 0; bucket < table.buckets; bucket++) {
            uint64_t key = table.first_key + bucket * table.key_stride;
            if (!outl_hash_table_has(&table, node, key)) { continue; }
            add_boxes_of(walk, nodes, node, &layout, part_key, key, 0, 1);
            uint64_t value = table.first_value + bucket * table.value_stride;
            if (table.first_value > 0) { add_boxes_of(walk, nodes, node, &layout, part_value, value, 0, 1); }
        }
    }
}

static void sort_boxes(void) {
    struct box *all = (struct box *)boxes.items;
    for (size_t gap = boxes.count / 2; gap > 0; gap /= 2) {
        for (size_t index = gap; index < boxes.count; index++) {
            struct box moved = all[index];
            size_t to = index;
            for (; to >= gap && all[to - gap].node > moved.node; to -= gap) { all[to] = all[to - gap]; }
            all[to] = moved;
        }
    }
}

bool outl_existentials_prepare(struct outl_walk *walk, const struct outl_nodes *nodes) {
    if (!add_layouts(walk)) { return false; }
    for (uint32_t number = 0; number < nodes->count; number++) {
        const struct outl_node *node = &nodes->items[number];
        const struct layout *layout = (const struct layout *)layouts.items + node->type;
        bool has_values = layout->parts[part_instance].count > 0 || layout->parts[part_key].count > 0
            || layout->parts[part_value].count > 0;
        if (!has_values || !outl_maps_readable(node->address, node->bytes)) { continue; }
        add_boxes_in(walk, nodes, node, node->type);
    }
    // Values in boxes may contain further values.
    for (size_t index = 0; index < boxes.count && !failed; index++) {
        struct box box = ((const struct box *)boxes.items)[index];
        const struct outl_node *node = &nodes->items[box.node];
        if (box.type >= layouts.count && !add_layouts(walk)) { return false; }
        if (outl_maps_readable(node->address, node->bytes)) { add_boxes_in(walk, nodes, node, box.type); }
    }
    sort_boxes();
    return !failed && add_layouts(walk);
}

// MARK: Types of values

// An item of the section of values.
struct value {
    uint32_t edge;
    uint32_t type;
    uint32_t offset;
    uint32_t reserved;
};
_Static_assert(sizeof(struct value) == 16, "as docs/heap-snapshot.md says");

static struct outl_array values;

void outl_existentials_note(
    struct outl_walk *walk, const struct outl_nodes *nodes, const struct outl_node *node,
    const struct outl_hash_table *table, uint64_t offset, uint32_t edge
) {
    enum { box_header = 16 };
    uint64_t container;
    struct outl_value_layout layout;
    if (!container_of(nodes, node, table, offset, &container) || container + container_size > node->bytes) { return; }
    uintptr_t metadata = word(node->address + container + metadata_offset);
    if (!outl_metadata_value_layout(metadata, &layout) || !layout.is_inline || layout.is_plain) { return; }
    // An object alone is described by its own type.
    if (outl_metadata_kind(metadata) == OUTL_TYPE_CLASS) { return; }
    uint32_t type = outl_walk_type(walk, (struct outl_type_key){.metadata = metadata, .kind = OUTL_TYPE_BOX});
    struct value *value = outl_array_append(&values, 1, sizeof *value);
    if (value) {
        *value = (struct value){.edge = edge, .type = type, .offset = (uint32_t)(offset - container) + box_header};
    } else {
        failed = true;
    }
}

int outl_existentials_write(struct outl_sections *sections) {
    if (failed) { return ENOMEM; }
    outl_output_begin(sections, OUTL_SECTION_VALUES, sizeof(struct value));
    outl_output_write(values.items, values.count * sizeof(struct value));
    outl_output_end(sections, OUTL_SECTION_VALUES);
    outl_output_begin(sections, OUTL_SECTION_BOXES, sizeof(struct box));
    outl_output_write(boxes.items, boxes.count * sizeof(struct box));
    outl_output_end(sections, OUTL_SECTION_BOXES);
    return 0;
}

#endif
