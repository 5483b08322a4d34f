// The descriptor of a class stores at +40 the offset in its metadata, in words, of the field offsets of its own
// properties. A struct's descriptor stores it at +24, and its field offsets have 4 bytes. The description of the type
// parameters follows.
#include "Objects/places.h"

#if OUTL_HEAP_SERVED

#include "Memory/maps.h"
#include "Types/mangled.h"

enum { deepest = 16, maximum_places = 256, maximum_properties = 4096 };

struct outl_array outl_places, outl_place_offsets;

static void add_place(uint64_t offset) {
    uint32_t place = (uint32_t)offset;
    outl_array_add(&outl_place_offsets, &place, sizeof place);
    outl_place_offsets.failed = outl_place_offsets.failed || place != offset;
}

// MARK: Stored properties

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
    return declaration->offset_size == sizeof(uint32_t) ? outl_half(at) : outl_word(at);
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
    enum { header = 16 };
    bool is_generic = outl_half(declaration->descriptor) & OUTL_DESCRIPTOR_GENERIC;
    if (!is_generic || declaration->arguments == 0) { return 0; }
    uintptr_t about = declaration->parameters;
    if (!outl_maps_readable(about, header + (size_t)index + 1) || outl_small(about + 8) <= index) { return 0; }
    for (uint32_t other = 0; other <= index; other++) {
        if (outl_byte(about + header + other) != OUTL_PARAMETER_WITH_ARGUMENT) { return 0; }
    }
    uintptr_t at = declaration->arguments + 8 * (uintptr_t)index;
    return outl_maps_readable(at, 8) ? outl_word(at) : 0;
}

static void add_properties(const struct declaration *declaration, uint64_t base, int depth) {
    uint32_t count, parameter;
    uintptr_t types = outl_mangled_properties(declaration->descriptor, &count);
    if (!types || count > maximum_properties) { return; }
    if (!outl_maps_readable(declaration->offsets, (size_t)count * declaration->offset_size)) { return; }
    for (uint32_t index = 0; index < count; index++) {
        uintptr_t type = types + 12 * (uintptr_t)index;
        uint64_t offset = offset_of(declaration, index), room = room_at(declaration, count, offset);
        uint32_t size = outl_mangled_existential(type);
        if (size > 0 && size <= room) {
            add_place(base + offset);
        } else if (size == 0 && outl_mangled_argument(type, &parameter)) {
            add_value(argument_of(declaration, parameter), base + offset, room, depth + 1);
        }
    }
}

static void add_struct(uintptr_t metadata, uint64_t offset, uint64_t size, int depth) {
    enum { descriptor_size = 28 };
    uintptr_t descriptor = outl_metadata_descriptor(metadata);
    bool is_struct = descriptor && (outl_half(descriptor) & OUTL_DESCRIPTOR_KIND) == OUTL_DESCRIPTOR_STRUCT;
    if (!is_struct || outl_half(descriptor + 24) == 0) { return; }
    struct declaration declaration = {
        .descriptor = descriptor, .parameters = descriptor + descriptor_size, .arguments = metadata + 16,
        .offsets = metadata + 8 * (uintptr_t)outl_half(descriptor + 24), .offset_size = sizeof(uint32_t), .end = size};
    add_properties(&declaration, offset, depth);
}

// Skips the properties of a class with a resilient superclass, because their offsets are elsewhere.
static void add_class(uintptr_t metadata) {
    enum { maximum_classes = 64, descriptor_size = 44 };
    for (int depth = 0; depth < maximum_classes && outl_metadata_kind(metadata) == OUTL_TYPE_CLASS; depth++) {
        uintptr_t descriptor = outl_word(metadata + 40), in_metadata = outl_half(descriptor + 40);
        struct declaration declaration = {
            .descriptor = descriptor, .parameters = descriptor + descriptor_size,
            .arguments = outl_metadata_generic_arguments(metadata), .offsets = metadata + 8 * in_metadata,
            .offset_size = sizeof(uint64_t), .end = outl_half(metadata + 24)};
        bool is_resilient = outl_half(descriptor) & OUTL_DESCRIPTOR_RESILIENT_SUPERCLASS;
        if (!is_resilient && in_metadata > 0) { add_properties(&declaration, 0, 0); }
        metadata = outl_word(metadata + 8);
    }
}

// MARK: Values

static void add_tuple(uintptr_t metadata, uint64_t offset, uint64_t size, int depth) {
    size_t count;
    const struct outl_tuple_element *elements = outl_metadata_tuple(metadata, maximum_properties, &count);
    for (size_t index = 0; elements && index < count; index++) {
        uint64_t at = elements[index].offset;
        if (at < size) { add_value(elements[index].type, offset + at, size - at, depth + 1); }
    }
}

// Adds the values of `any P` in a value at an offset with `room` bytes.
static void add_value(uintptr_t metadata, uint64_t offset, uint64_t room, int depth) {
    struct outl_value_layout layout;
    if (depth > deepest || !outl_metadata_value_layout(metadata, &layout)) { return; }
    if (layout.is_plain || layout.size > room) { return; }
    if (outl_metadata_existential(metadata)) {
        add_place(offset);
    } else if (outl_word(metadata) == OUTL_METADATA_OPTIONAL) {
        add_value(outl_word(metadata + 16), offset, room, depth + 1);
    } else if (outl_word(metadata) == OUTL_METADATA_STRUCT) {
        add_struct(metadata, offset, layout.size, depth);
    } else if (outl_word(metadata) == OUTL_METADATA_TUPLE) {
        add_tuple(metadata, offset, layout.size, depth);
    }
}

// The value of a box follows the header of the object.
static void add_box(uintptr_t metadata) {
    enum { header = 16 };
    struct outl_value_layout value;
    if (!outl_metadata_value_layout(metadata, &value) || value.alignment > header) { return; }
    add_value(metadata, header, UINT32_MAX, 0);
}

// Captures lie one after another. Stops at the first whose mangled name does not determine its size.
static void add_closure(uintptr_t metadata) {
    struct outl_captures captures = outl_captures_of(metadata);
    uint64_t offset = captures.offset;
    for (uint32_t index = 0; index < captures.count; index++) {
        uintptr_t reference = captures.first + 4 * (uintptr_t)index;
        uint32_t size = outl_mangled_place(reference, &offset);
        if (size == 0) { break; }
        if (outl_mangled_existential(reference) > 0) { add_place(offset); }
        offset += size;
    }
}

// MARK: Types

static void begin(struct outl_places *places, enum outl_part part) {
    places->parts[part].first = (uint32_t)outl_place_offsets.count;
}

static void end(struct outl_places *places, enum outl_part part) {
    size_t count = outl_place_offsets.count - places->parts[part].first;
    places->parts[part].count = count < maximum_places ? (uint32_t)count : maximum_places;
}

static void add_entry(struct outl_places *places, enum outl_part part, uintptr_t metadata, uint32_t argument) {
    begin(places, part);
    add_value(outl_metadata_generic_argument(metadata, argument), 0, UINT32_MAX, 0);
    end(places, part);
}

static void add_entries(struct outl_places *places, enum outl_storage storage, uintptr_t metadata) {
    struct outl_value_layout entries[2];
    if (storage == OUTL_STORAGE_ARRAY) {
        if (outl_metadata_entries(metadata, entries) == 0) { return; }
        places->stride = entries[0].stride < UINT32_MAX ? (uint32_t)entries[0].stride : 0;
    }
    if (storage == OUTL_STORAGE_DICTIONARY) { add_entry(places, OUTL_PART_VALUE, metadata, 1); }
    add_entry(places, OUTL_PART_KEY, metadata, 0);
}

static void add_type(struct outl_places *places, const struct outl_type_key *key) {
    bool is_class = key->kind == OUTL_TYPE_CLASS;
    enum outl_storage storage = is_class ? outl_metadata_storage(key->metadata) : OUTL_STORAGE_NONE;
    if (storage != OUTL_STORAGE_NONE) {
        add_entries(places, storage, key->metadata);
        return;
    }
    begin(places, OUTL_PART_INSTANCE);
    if (is_class) { add_class(key->metadata); }
    if (key->kind == OUTL_TYPE_CLOSURE) { add_closure(key->metadata); }
    if (key->kind == OUTL_TYPE_BOX) { add_box(key->metadata); }
    end(places, OUTL_PART_INSTANCE);
}

bool outl_places_prepare(const struct outl_walk *walk) {
    while (outl_places.count < walk->types.array.count && !outl_places.failed && !outl_place_offsets.failed) {
        struct outl_places *places = outl_array_append(&outl_places, 1, sizeof *places);
        if (places) { add_type(places, outl_walk_key(walk, (uint32_t)outl_places.count - 1)); }
    }
    return !outl_places.failed && !outl_place_offsets.failed;
}

#endif
