// The descriptor of a class has at +40 where in the metadata the offsets are of the properties that it declares, in
// words; that of a struct has it at +24, and the offsets are of 4 bytes. Behind either comes what it says of type
// parameters.
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
enum { deepest = 16, most_places = 256, most_properties = 4096 };

// What a place is in.
enum part { part_instance, part_key, part_value, part_count };

// Where the instances of a type have such values.
struct layout {
    struct {
        uint32_t first; // In `places`.
        uint32_t count;
    } parts[part_count];
    uint32_t stride; // Of the elements of array storage, which are keys here; 0 of all else.
};

static struct outl_array layouts; // By the number of the type.
static struct outl_array places;  // Their offsets, from where the instance or the element begins.
static bool failed;

static inline uintptr_t word(uintptr_t address) { return *(const uintptr_t *)address; }
static inline uint32_t half(uintptr_t address) { return *(const uint32_t *)address; }

// MARK: Values

static void add_place(uint64_t offset) {
    uint32_t *place = offset < UINT32_MAX ? outl_array_append(&places, 1, sizeof *place) : NULL;
    if (place) { *place = (uint32_t)offset; } else { failed = true; }
}

static void add_value(uintptr_t metadata, uint64_t offset, uint64_t room, int depth);

// What has stored properties.
struct declaration {
    uintptr_t descriptor;
    uintptr_t parameters; // Where the descriptor tells of type parameters.
    uintptr_t arguments;  // What these stand for; 0 where that is not known.
    uintptr_t offsets;
    uint32_t offset_size;
    uint64_t end; // Of all properties.
};

static uint64_t offset_of(const struct declaration *declaration, uint32_t index) {
    uintptr_t at = declaration->offsets + (uintptr_t)declaration->offset_size * index;
    return declaration->offset_size == sizeof(uint32_t) ? half(at) : word(at);
}

// From a property to what comes next.
static uint64_t room_at(const struct declaration *declaration, uint32_t count, uint64_t offset) {
    uint64_t end = declaration->end;
    for (uint32_t index = 0; index < count; index++) {
        uint64_t other = offset_of(declaration, index);
        if (other > offset && other < end) { end = other; }
    }
    return end > offset ? end - offset : 0;
}

// What a type parameter stands for; 0 where that is not known. The parameters before it must all be types that have a
// word among the arguments.
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

// A tuple has how many elements it has at +8, and from +24 on type and offset of each.
static void add_tuple(uintptr_t metadata, uint64_t offset, uint64_t size, int depth) {
    uint64_t count = outl_maps_readable(metadata, 24) ? word(metadata + 8) : 0;
    if (count > most_properties || !outl_maps_readable(metadata + 24, 16 * (size_t)count)) { return; }
    for (uintptr_t element = metadata + 24; count > 0; element += 16, count--) {
        if (word(element + 8) < size) {
            add_value(word(element), offset + word(element + 8), size - word(element + 8), depth + 1);
        }
    }
}

// What of a value that has `room` at an offset is `any P`.
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

// Where the superclass is of a module that may change, the offsets are elsewhere.
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

// A box has its value behind the header of the object.
static void add_box(struct layout *layout, uintptr_t metadata) {
    enum { header = 16 };
    struct outl_value_layout value;
    if (!outl_metadata_value_layout(metadata, &value) || value.alignment > header) { return; }
    begin(layout, part_instance);
    add_value(metadata, header, UINT32_MAX, 0);
    end(layout, part_instance);
}

bool outl_existentials_prepare(const struct outl_walk *walk) {
    const struct outl_type_key *keys = (const struct outl_type_key *)walk->keys.items;
    struct layout *all = outl_array_append(&layouts, walk->keys.count, sizeof *all);
    if (!all) { return false; }
    for (size_t index = 0; index < walk->keys.count; index++) {
        if (keys[index].kind == OUTL_TYPE_CLASS) { add_type(&all[index], keys[index].metadata); }
        if (keys[index].kind == OUTL_TYPE_BOX) { add_box(&all[index], keys[index].metadata); }
    }
    return !failed;
}

// MARK: Words

// A value that does not fit is in a box of its own, whose address is the first word. Without metadata there is none: an
// optional is nil.
static bool is_unwritten(const struct outl_node *node, uint64_t container, uint64_t offset) {
    uint64_t within = offset - container;
    struct outl_value_layout value;
    if (container + container_size > node->bytes) { return false; }
    uintptr_t metadata = word(node->address + container + metadata_offset);
    if (metadata == 0) { return true; }
    if (!outl_metadata_value_layout(metadata, &value)) { return false; }
    return within >= (value.is_inline ? value.size : sizeof(uintptr_t));
}

static bool is_unwritten_in(
    const struct outl_node *node, const struct layout *layout, enum part part, uint64_t begin, uint64_t offset
) {
    const uint32_t *all = (const uint32_t *)places.items + layout->parts[part].first;
    for (uint32_t index = 0; index < layout->parts[part].count; index++) {
        uint64_t place = begin + all[index];
        if (offset >= place && offset - place < buffer_size) { return is_unwritten(node, place, offset); }
    }
    return false;
}

static uint64_t begin_of(uint64_t first, uint64_t stride, uint64_t offset) {
    return offset - (offset - first) % stride;
}

bool outl_existentials_unwritten(
    const struct outl_node *node, const struct outl_hash_table *table, uint64_t offset
) {
    const struct layout *layout = (const struct layout *)layouts.items + node->type;
    if (table && table->first_value > 0 && offset >= table->first_value) {
        uint64_t begin = begin_of(table->first_value, table->value_stride, offset);
        return is_unwritten_in(node, layout, part_value, begin, offset);
    }
    uint64_t first = table ? table->first_key : first_element, stride = table ? table->key_stride : layout->stride;
    if (stride == 0) { return is_unwritten_in(node, layout, part_instance, 0, offset); }
    return offset >= first && is_unwritten_in(node, layout, part_key, begin_of(first, stride, offset), offset);
}

#endif
