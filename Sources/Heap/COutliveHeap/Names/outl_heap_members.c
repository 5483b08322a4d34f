// Layouts of metadata, stable since Swift 5. A struct and an enum have the descriptor at +8, and generic arguments from
// +16 on; an optional is an enum. A tuple has the number of elements at +8, their labels at +16, and from +24 on the
// type and offset of each. A descriptor refers to its parent context at +4 and to its name at +8; that of an enum has
// the number of cases with a payload at +20. A record of the description of fields has flags, type and name, 4 bytes
// each.
//
// Concurrency contract: see the header.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "outl_heap_state.h"

#if OUTL_HEAP_SERVED

#include "outl_heap_members.h"

#include "outl_heap_maps.h"
#include "outl_heap_mangled.h"
#include "outl_heap_runtime.h"
#include "outl_heap_utf8.h"

#include <stdio.h>
#include <string.h>

enum { kind_class = 0, kind_struct = 0x200, kind_enum = 0x201, kind_optional = 0x202, kind_tuple = 0x301 };
enum { most_members = 4096, arguments_offset = 16 };

static inline uintptr_t word(uintptr_t address) { return *(const uintptr_t *)address; }
static inline uint32_t half(uintptr_t address) { return *(const uint32_t *)address; }

static const char *string_at(uintptr_t address) {
    enum { longest = 1024 };
    for (size_t length = 0; length < longest && outl_maps_readable(address + length, 1); length++) {
        if (((const char *)address)[length] == 0) { return (const char *)address; }
    }
    return NULL;
}

// MARK: Descriptors

// Returns the descriptor of a struct or enum; 0 if it cannot be read.
static uintptr_t descriptor_of(uintptr_t metadata) {
    enum { size = 28 };
    uintptr_t descriptor = word(metadata + 8);
    return descriptor % 4 == 0 && outl_maps_readable(descriptor, size) ? descriptor : 0;
}

static bool is_named(uintptr_t descriptor, const char *name) {
    const char *own = string_at(outl_maps_relative(descriptor + 8));
    return own && strcmp(own, name) == 0;
}

// Returns the descriptor of the module that declares a type. A reference with the lowest bit set refers to a word with
// the context's address.
static uintptr_t module_of(uintptr_t descriptor) {
    enum { deepest = 64, kind_mask = 31, kind_module = 0 };
    for (int depth = 0; descriptor && depth < deepest; depth++) {
        if (descriptor % 4 != 0 || !outl_maps_readable(descriptor, 12)) { return 0; }
        if ((half(descriptor) & kind_mask) == kind_module) { return descriptor; }
        uintptr_t parent = outl_maps_relative(descriptor + 4);
        if (parent & 1) {
            parent &= ~(uintptr_t)1;
            parent = outl_maps_readable(parent, 8) ? word(parent) : 0;
        }
        descriptor = parent;
    }
    return 0;
}

bool outl_members_optional(uintptr_t metadata) { return word(metadata) == kind_optional; }

bool outl_members_internal(uintptr_t metadata) {
    static const char *const modules[] = {
        "Swift",      "_Concurrency",     "_StringProcessing",       "Synchronization",           "Observation",
        "Foundation", "Dispatch",         "FoundationEssentials",    "FoundationNetworking",      "FoundationXML",
        "Distributed", "_Differentiation", "FoundationInternationalization"};
    uintptr_t kind = word(metadata);
    if (kind != kind_struct && kind != kind_enum) { return false; }
    uintptr_t descriptor = descriptor_of(metadata), module = descriptor ? module_of(descriptor) : 0;
    for (size_t index = 0; module && index < sizeof modules / sizeof modules[0]; index++) {
        if (is_named(module, modules[index])) { return true; }
    }
    return false;
}

// MARK: Stored properties

// Returns the reference to the mangled type of a property, which alone distinguishes weak from unowned; 0 without one.
static uintptr_t type_reference(uintptr_t metadata, size_t index) {
    uintptr_t descriptor = 0;
    if (word(metadata) == kind_class) {
        uintptr_t superclass = word(metadata + 8);
        intptr_t inherited = superclass ? outl_runtime_field_count((const void *)superclass) : 0;
        if ((intptr_t)index < inherited) { return type_reference(superclass, index); }
        index -= (size_t)inherited;
        descriptor = word(metadata + 40);
    } else {
        descriptor = descriptor_of(metadata);
    }
    uint32_t count = 0;
    uintptr_t first = descriptor ? outl_mangled_properties(descriptor, &count) : 0;
    return index < count ? first + 12 * index : 0;
}

// Returns `true` if reflection omits the type of a property because it is noncopyable, such as a mutex: the name then
// refers to a function that returns the empty tuple.
static bool is_untold(uintptr_t reference, const void *metadata) {
    enum { function_reference = 9 };
    uintptr_t type = (uintptr_t)metadata, name = outl_maps_relative(reference);
    return outl_maps_readable(name, 1) && *(const uint8_t *)name == function_reference && outl_metadata_valid(type)
        && word(type) == kind_tuple && word(type + 8) == 0;
}

// Returns the distance from an offset to the next property, or to the end.
static uint32_t room_at(uintptr_t metadata, uint32_t offset) {
    struct outl_value_layout layout;
    uint64_t end = offset;
    if (word(metadata) == kind_class) {
        end = half(metadata + 24);
    } else if (outl_metadata_value_layout(metadata, &layout)) {
        end = layout.size;
    }
    size_t count = (size_t)outl_runtime_field_count((const void *)metadata);
    for (size_t index = 0; index < count && index < most_members; index++) {
        uint64_t other = (uint64_t)outl_runtime_field_offset((const void *)metadata, (intptr_t)index);
        if (other > offset && other < end) { end = other; }
    }
    return end > offset ? (uint32_t)(end - offset) : 0;
}

static bool get_property(uintptr_t metadata, size_t index, struct outl_member *member) {
    uintptr_t reference = type_reference(metadata, index);
    if (!reference) { return false; }
    struct outl_runtime_field found = {0};
    member->metadata = outl_runtime_field_metadata((const void *)metadata, (intptr_t)index, &found);
    member->name = found.name ? found.name : "";
    member->offset = (uint32_t)outl_runtime_field_offset((const void *)metadata, (intptr_t)index);
    // The last two characters of the mangled name determine the strength.
    member->strength = found.is_strong ? OUTL_STRONG : outl_mangled_strength(reference);
    if (is_untold(reference, member->metadata)) {
        member->metadata = NULL;
        member->size = room_at(metadata, member->offset);
    }
    return true;
}

// MARK: Tuples

// Labels are in one string, each followed by a space. Elements without a label are numbered from 0.
static bool get_element(uintptr_t metadata, size_t index, struct outl_member *member) {
    const char *labels = word(metadata + 16) ? string_at(word(metadata + 16)) : NULL;
    for (size_t before = 0; labels && before < index; before++) {
        labels = strchr(labels, ' ');
        if (labels) { labels++; }
    }
    const char *end = labels ? strchr(labels, ' ') : NULL;
    if (end && end > labels) {
        size_t length = outl_utf8_cut(labels, (size_t)(end - labels), sizeof member->text - 1);
        memcpy(member->text, labels, length);
        member->text[length] = 0;
    } else {
        snprintf(member->text, sizeof member->text, "%zu", index);
    }
    uintptr_t element = metadata + 24 + 16 * index;
    if (!outl_maps_readable(element, 16)) { return false; }
    member->name = member->text;
    member->metadata = (const void *)word(element);
    member->offset = (uint32_t)word(element + 8);
    return true;
}

// Returns `true` for a C array of plain values, which is imported as a tuple. Its elements contain no references.
static bool is_plain_array(uintptr_t metadata) {
    enum { few = 64 };
    struct outl_value_layout layout;
    return word(metadata + 8) > few && outl_metadata_value_layout(metadata, &layout) && layout.is_plain;
}

// MARK: Enums

// Returns the number of cases with a payload, which precede the others.
static size_t payload_count(uintptr_t metadata) {
    enum { payload_mask = 0xFFFFFF };
    uintptr_t descriptor = descriptor_of(metadata);
    return descriptor ? half(descriptor + 20) & payload_mask : 0;
}

// Returns the record of a case, or 0.
static uintptr_t payload_record(uintptr_t metadata, size_t index) {
    uint32_t count;
    uintptr_t first = outl_mangled_properties(descriptor_of(metadata), &count);
    return first && index < count && outl_maps_readable(first - 4 + 12 * index, 12) ? first - 4 + 12 * index : 0;
}

static bool get_payload(uintptr_t metadata, size_t index, struct outl_member *member) {
    enum { is_generic = 0x80, is_indirect = 1 };
    uintptr_t descriptor = descriptor_of(metadata), record = descriptor ? payload_record(metadata, index) : 0;
    if (!record || outl_maps_relative(record + 4) == 0) { return false; }
    const char *name = string_at(outl_maps_relative(record + 8));
    const void *arguments = half(descriptor) & is_generic ? (const void *)(metadata + arguments_offset) : NULL;
    struct outl_mangled payload = outl_mangled_type(record + 4, (const void *)descriptor, arguments);
    member->name = name ? name : "";
    member->metadata = payload.metadata;
    member->strength = payload.strength;
    member->is_boxed = half(record) & is_indirect;
    return true;
}

bool outl_members_overlap(uintptr_t metadata) { return word(metadata) == kind_enum && payload_count(metadata) > 1; }

// MARK: All members

size_t outl_members_count(uintptr_t metadata) {
    if (!outl_metadata_valid(metadata)) { return 0; }
    size_t count = 0;
    switch (word(metadata)) {
    case kind_optional: count = 1; break;
    case kind_enum: count = payload_count(metadata); break;
    case kind_tuple: count = is_plain_array(metadata) ? 0 : word(metadata + 8); break;
    case kind_struct:
    case kind_class:
        if (!outl_runtime_field_count || !outl_runtime_field_metadata || !outl_runtime_field_offset) { return 0; }
        // Without field descriptions, as under -disable-reflection-metadata, the runtime has no names for them.
        count = (size_t)outl_runtime_field_count((const void *)metadata);
        break;
    default: break;
    }
    return count < most_members ? count : most_members;
}

bool outl_member_get(uintptr_t metadata, size_t index, struct outl_member *member) {
    *member = (struct outl_member){.name = "", .strength = OUTL_STRONG};
    switch (word(metadata)) {
    case kind_optional: member->metadata = (const void *)word(metadata + arguments_offset); return true;
    case kind_enum: return get_payload(metadata, index, member);
    case kind_tuple: return get_element(metadata, index, member);
    default: return get_property(metadata, index, member);
    }
}

#endif
