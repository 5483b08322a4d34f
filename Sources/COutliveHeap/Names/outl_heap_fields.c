// The stored properties of types: by the runtime's reflection, and by the descriptors that it reads.
//
// Concurrency contract: for the service thread only, within `outl_heap_guarded`.

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "outl_heap_state.h"

#if OUTL_HEAP_SERVED

#include "outl_heap_maps.h"
#include "outl_heap_mangled.h"
#include "outl_heap_names.h"
#include "outl_heap_runtime.h"
#include "outl_heap_scratch.h"
#include "outl_heap_types.h"
#include "outl_heap_utf8.h"

#include <stdio.h>
#include <string.h>

enum { kind_class = 0, kind_struct = 0x200, kind_optional = 0x202 };
enum { most_fields = 4096, deepest = 4 };

static struct outl_array fields;

const struct outl_field *outl_fields_all(size_t *count) {
    *count = fields.count;
    return (const struct outl_field *)fields.items;
}

void outl_fields_forget(void) { outl_array_free(&fields); }

static inline uintptr_t word(uintptr_t address) { return *(const uintptr_t *)address; }

// The size of a value, and how it is aligned, by its witnesses.
static uint32_t size_of(const void *metadata, uint32_t *alignment) {
    *alignment = 8;
    if (!metadata || !outl_metadata_valid((uintptr_t)metadata)) { return 8; }
    uintptr_t witnesses = word((uintptr_t)metadata - 8);
    if (!outl_maps_readable(witnesses, 88)) { return 8; }
    *alignment = (*(const uint32_t *)(witnesses + 80) & 0xFF) + 1;
    return (uint32_t)word(witnesses + 64);
}

static uintptr_t relative(uintptr_t address) {
    if (!outl_maps_readable(address, 4)) { return 0; }
    int32_t distance = *(const int32_t *)address;
    return distance ? address + (uintptr_t)(intptr_t)distance : 0;
}

// MARK: Properties of classes and structs

// The reference to the mangled type of a property, which alone tells weak from unowned; 0 where there is none. A field
// descriptor has the number of its records at +12, then the records: flags, type and name, 4 bytes each.
static uintptr_t type_reference(uintptr_t metadata, intptr_t index) {
    uintptr_t descriptor = 0;
    if (word(metadata) == kind_class) {
        uintptr_t superclass = word(metadata + 8);
        intptr_t inherited = superclass ? outl_runtime_field_count((const void *)superclass) : 0;
        if (index < inherited) { return type_reference(superclass, index); }
        index -= inherited;
        descriptor = word(metadata + 40);
    } else if (word(metadata) == kind_struct) {
        descriptor = word(metadata + 8);
    }
    uintptr_t description = descriptor ? relative(descriptor + 16) : 0;
    if (!description || !outl_maps_readable(description, 16)) { return 0; }
    if (index < 0 || index >= *(const int32_t *)(description + 12)) { return 0; }
    return description + 16 + 12 * (uintptr_t)index + 4;
}

struct property {
    const char *name;
    const void *metadata;
    uint32_t offset;
    enum outl_strength strength;
};

static intptr_t count_properties(uintptr_t metadata) {
    if (!outl_runtime_field_count || !outl_runtime_field_metadata || !outl_runtime_field_offset) { return 0; }
    // Without descriptions of the fields, as under -disable-reflection-metadata, the runtime has no names for them.
    intptr_t count = outl_runtime_field_count((const void *)metadata);
    return count < most_fields ? count : most_fields;
}

static bool get_property(uintptr_t metadata, intptr_t index, struct property *property) {
    uintptr_t reference = type_reference(metadata, index);
    if (!reference) { return false; }
    struct outl_runtime_field found = {0};
    property->metadata = outl_runtime_field_metadata((const void *)metadata, index, &found);
    property->name = found.name ? found.name : "";
    property->offset = (uint32_t)outl_runtime_field_offset((const void *)metadata, index);
    // The last two characters of the mangled name tell; the runtime told the type already.
    property->strength = found.is_strong ? OUTL_STRONG : outl_mangled_strength(reference);
    return true;
}

// The struct in a value, with nothing in front of it: a value of that type, or an optional one.
static uintptr_t struct_in(const void *metadata) {
    uintptr_t type = (uintptr_t)metadata;
    for (int depth = 0; type && depth < deepest && outl_metadata_valid(type); depth++) {
        if (word(type) == kind_struct) { return type; }
        if (word(type) != kind_optional) { return 0; }
        type = word(type + 16);
    }
    return 0;
}

static bool has_other_than_strong(const void *metadata, int depth) {
    uintptr_t value = struct_in(metadata);
    if (!value || depth == deepest) { return false; }
    intptr_t count = count_properties(value);
    for (intptr_t index = 0; index < count; index++) {
        struct property property;
        if (!get_property(value, index, &property)) { continue; }
        if (property.strength != OUTL_STRONG || has_other_than_strong(property.metadata, depth + 1)) { return true; }
    }
    return false;
}

// MARK: Adding

static void append(struct outl_field field) {
    struct outl_field *item = outl_array_append(&fields, 1, sizeof *item);
    if (item) { *item = field; }
}

// A path of two names, which ends in "..." where it would get too long.
static void join(char *name, size_t size, const char *outer, const char *inner) {
    static const char dots[] = "...";
    size_t length = (size_t)snprintf(name, size, "%s.%s", outer, inner);
    if (length >= size) { strcpy(name + outl_utf8_cut(name, size - 1, size - sizeof dots), dots); }
}

// Adds a field. A struct that has a reference in it which is not strong is taken apart, so that no edge of its other
// references is lost with that one.
static void add_field(const struct property *property, int depth) {
    uint32_t alignment;
    if (property->strength == OUTL_STRONG && has_other_than_strong(property->metadata, depth)) {
        uintptr_t value = struct_in(property->metadata);
        intptr_t count = count_properties(value);
        for (intptr_t index = 0; index < count; index++) {
            struct property part;
            if (!get_property(value, index, &part)) { continue; }
            char name[512];
            join(name, sizeof name, property->name, part.name);
            part.name = name;
            part.offset += property->offset;
            add_field(&part, depth + 1);
        }
        return;
    }
    static struct outl_name name; // Static, as it is large.
    outl_name_of(&name, property->metadata);
    append((struct outl_field){
        .name = outl_text_add_string(property->name),
        .type = outl_text_add(name.text, name.length),
        .offset = property->offset,
        .size = size_of(property->metadata, &alignment),
        .strength = property->strength,
    });
}

static void add_properties(uintptr_t metadata) {
    intptr_t count = count_properties(metadata);
    for (intptr_t index = 0; index < count; index++) {
        struct property property;
        if (get_property(metadata, index, &property)) { add_field(&property, 0); }
    }
}

// Captures lie one after another, behind the metadata that stands for generic arguments. After one whose type is not
// known nothing more can be told.
static void add_captures(uintptr_t metadata) {
    struct outl_captures captures = outl_captures_of(metadata);
    if (captures.first == 0) { return; }
    uint32_t bindings = *(const uint32_t *)(captures.first - 4);
    uint32_t offset = *(const uint32_t *)(metadata + 8) + 8 * bindings;
    for (uint32_t index = 0; index < captures.count; index++) {
        struct outl_mangled capture = outl_mangled_type(captures.first + 4 * index, NULL, NULL);
        uint32_t alignment = 8, size = 8;
        if (capture.kind == OUTL_MANGLED_FUNCTION) { size = 16; }
        if (capture.kind == OUTL_MANGLED_TYPE) {
            if (!capture.metadata) { return; }
            size = size_of(capture.metadata, &alignment);
        }
        offset = (offset + alignment - 1) / alignment * alignment;
        if (capture.kind == OUTL_MANGLED_TYPE) {
            add_field(&(struct property){"", capture.metadata, offset, capture.strength}, 0);
        } else {
            append((struct outl_field){.offset = offset, .size = size, .strength = capture.strength});
        }
        offset += size;
    }
}

void outl_fields_find(struct outl_type_key key, struct outl_type *type) {
    size_t first = fields.count;
    uint32_t alignment;
    switch ((enum outl_type_kind)key.kind) {
    case OUTL_TYPE_CLASS: add_properties(key.metadata); break;
    case OUTL_TYPE_CLOSURE: add_captures(key.metadata); break;
    case OUTL_TYPE_BOX:
    case OUTL_TYPE_ERROR: {
        if (key.metadata == 0) { return; }
        // The value follows the header of the object, in an error also its type and conformance.
        uint32_t header = key.kind == OUTL_TYPE_BOX ? 16 : 32;
        size_of((const void *)key.metadata, &alignment);
        uint32_t offset = (header + alignment - 1) / alignment * alignment;
        add_field(&(struct property){"", (const void *)key.metadata, offset, OUTL_STRONG}, 0);
        break;
    }
    default: return;
    }
    type->first_field = (uint32_t)first;
    type->fields = (uint32_t)(fields.count - first);
}

#endif
