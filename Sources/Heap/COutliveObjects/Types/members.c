// Layouts of metadata, stable since Swift 5. A struct and an enum have the descriptor at +8, and generic arguments from
// +16 on; an optional is an enum. The labels of a tuple are at +16. The descriptor of an enum has the number of cases
// with a payload at +20. A record of the description of fields has flags, type and name, 4 bytes each.
#include "Types/members.h"

#if OUTL_HEAP_SERVED

#include "Memory/maps.h"
#include "Memory/utf8.h"
#include "Types/metadata.h"
#include "Types/runtime.h"

#include <stdio.h>
#include <string.h>

enum { maximum_members = 4096, longest_name = 1024, arguments_offset = 16 };

static const char *string_at(uintptr_t address) {
    size_t length;
    return outl_maps_text(address, longest_name, &length);
}

// MARK: Modules

// Returns the descriptor of the module that declares a type.
static uintptr_t module_of(uintptr_t descriptor) {
    enum { deepest = 64 };
    for (int depth = 0; descriptor && depth < deepest; depth++) {
        if (descriptor % 4 != 0 || !outl_maps_readable(descriptor, 12)) { return 0; }
        if ((outl_half(descriptor) & OUTL_DESCRIPTOR_KIND) == OUTL_DESCRIPTOR_MODULE) { return descriptor; }
        descriptor = outl_descriptor_parent(descriptor);
    }
    return 0;
}

bool outl_descriptor_is_internal(uintptr_t descriptor) {
    static const char *const modules[] = {
        "Swift",      "_Concurrency",     "_StringProcessing",       "Synchronization",           "Observation",
        "Foundation", "Dispatch",         "FoundationEssentials",    "FoundationNetworking",      "FoundationXML",
        "Distributed", "_Differentiation", "FoundationInternationalization"};
    uintptr_t module = module_of(descriptor);
    for (size_t index = 0; module && index < OUTL_COUNT(modules); index++) {
        if (outl_descriptor_is_named(module, modules[index])) { return true; }
    }
    return false;
}

bool outl_members_internal(uintptr_t metadata) {
    uintptr_t kind = outl_word(metadata);
    bool is_value = kind == OUTL_METADATA_STRUCT || kind == OUTL_METADATA_ENUM;
    return is_value && outl_descriptor_is_internal(outl_metadata_descriptor(metadata));
}

// MARK: Stored properties

// Returns the reference to the mangled type of a property, which alone distinguishes weak from unowned; 0 without one.
static uintptr_t type_reference(uintptr_t metadata, size_t index) {
    uintptr_t descriptor = 0;
    if (outl_word(metadata) == OUTL_METADATA_CLASS) {
        uintptr_t superclass = outl_word(metadata + 8);
        intptr_t inherited = superclass ? outl_runtime.field_count(superclass) : 0;
        if ((intptr_t)index < inherited) { return type_reference(superclass, index); }
        index -= (size_t)inherited;
        descriptor = outl_word(metadata + 40);
    } else {
        descriptor = outl_metadata_descriptor(metadata);
    }
    uint32_t count = 0;
    uintptr_t first = descriptor ? outl_mangled_properties(descriptor, &count) : 0;
    return index < count ? first + 12 * index : 0;
}

// Returns `true` if reflection omits the type of a property because it is noncopyable, such as a mutex: the name then
// refers to a function that returns the empty tuple.
static bool is_type_omitted(uintptr_t reference, uintptr_t type) {
    uintptr_t name = outl_maps_relative(reference);
    return outl_maps_readable(name, 2) && outl_mangled_is_function(OUTL_AT(name), 2) && outl_metadata_valid(type)
        && outl_word(type) == OUTL_METADATA_TUPLE && outl_word(type + 8) == 0;
}

// Returns the distance from an offset to the next property, or to the end.
static uint32_t room_at(uintptr_t metadata, uint32_t offset) {
    struct outl_value_layout layout;
    uint64_t end = offset;
    if (outl_word(metadata) == OUTL_METADATA_CLASS) {
        end = outl_half(metadata + 24);
    } else if (outl_metadata_value_layout(metadata, &layout)) {
        end = layout.size;
    }
    size_t count = (size_t)outl_runtime.field_count(metadata);
    for (size_t index = 0; index < count && index < maximum_members; index++) {
        uint64_t other = (uint64_t)outl_runtime.field_offset(metadata, (intptr_t)index);
        if (other > offset && other < end) { end = other; }
    }
    return end > offset ? (uint32_t)(end - offset) : 0;
}

static bool get_property(uintptr_t metadata, size_t index, struct outl_member *member) {
    uintptr_t reference = type_reference(metadata, index);
    if (!reference) { return false; }
    struct outl_runtime_field found = {0};
    member->metadata = outl_metadata_made(outl_runtime.field_metadata(metadata, (intptr_t)index, &found));
    if (found.name) { member->name = found.name; }
    member->offset = (uint32_t)outl_runtime.field_offset(metadata, (intptr_t)index);
    // The last two characters of the mangled name determine the strength.
    if (!found.is_strong) { member->strength = outl_mangled_strength(reference); }
    if (is_type_omitted(reference, member->metadata)) {
        member->metadata = 0;
        member->size = room_at(metadata, member->offset);
    }
    return true;
}

// MARK: Tuples

// Labels are in one string, each followed by a space. Elements without a label are numbered from 0.
static void name_element(struct outl_member *member, const char *labels, size_t index) {
    for (size_t before = 0; labels && before < index; before++) {
        labels = strchr(labels, ' ');
        if (labels) { labels++; }
    }
    size_t length = labels && strchr(labels, ' ') ? (size_t)(strchr(labels, ' ') - labels) : 0;
    if (length > 0) {
        length = outl_utf8_cut(labels, length, sizeof member->text - 1);
        memcpy(member->text, labels, length);
        member->text[length] = 0;
    } else {
        snprintf(member->text, sizeof member->text, "%zu", index);
    }
    member->name = member->text;
}

static bool get_element(uintptr_t metadata, size_t index, struct outl_member *member) {
    size_t count;
    const struct outl_tuple_element *elements = outl_metadata_tuple(metadata, SIZE_MAX / 32, &count);
    if (!elements) { return false; }
    name_element(member, outl_word(metadata + 16) ? string_at(outl_word(metadata + 16)) : NULL, index);
    member->metadata = elements[index].type;
    member->offset = (uint32_t)elements[index].offset;
    return true;
}

// Returns `true` for a C array of plain values, which is imported as a tuple. Its elements contain no references.
static bool is_plain_array(uintptr_t metadata) {
    enum { few = 64 };
    struct outl_value_layout layout;
    return outl_word(metadata + 8) > few && outl_metadata_value_layout(metadata, &layout) && layout.is_plain;
}

// MARK: Enums

// Returns the number of cases with a payload, which precede the others.
static size_t payload_count(uintptr_t metadata) {
    enum { payload_mask = 0xFFFFFF };
    uintptr_t descriptor = outl_metadata_descriptor(metadata);
    return descriptor ? outl_half(descriptor + 20) & payload_mask : 0;
}

static bool get_payload(uintptr_t metadata, size_t index, struct outl_member *member) {
    enum { record_size = 12, is_indirect = 1 };
    uint32_t count = 0;
    uintptr_t descriptor = outl_metadata_descriptor(metadata);
    uintptr_t first = descriptor ? outl_mangled_properties(descriptor, &count) : 0;
    // The type follows the flags of a case.
    uintptr_t record = first - 4 + record_size * index;
    if (index >= count || !outl_maps_readable(record, record_size) || outl_maps_relative(record + 4) == 0) {
        return false;
    }
    const char *name = string_at(outl_maps_relative(record + 8));
    bool is_generic = outl_half(descriptor) & OUTL_DESCRIPTOR_GENERIC;
    uintptr_t arguments = is_generic ? metadata + arguments_offset : 0;
    struct outl_mangled payload = outl_mangled_type(record + 4, descriptor, arguments);
    if (name) { member->name = name; }
    member->metadata = payload.metadata;
    member->strength = payload.strength;
    member->is_boxed = outl_half(record) & is_indirect;
    return true;
}

bool outl_members_overlap(uintptr_t metadata) {
    return outl_word(metadata) == OUTL_METADATA_ENUM && payload_count(metadata) > 1;
}

// MARK: All members

size_t outl_members_count(uintptr_t metadata) {
    if (!outl_metadata_valid(metadata)) { return 0; }
    size_t count = 0;
    switch (outl_word(metadata)) {
    case OUTL_METADATA_OPTIONAL: return 1;
    case OUTL_METADATA_ENUM: count = payload_count(metadata); break;
    case OUTL_METADATA_TUPLE: count = is_plain_array(metadata) ? 0 : outl_word(metadata + 8); break;
    case OUTL_METADATA_STRUCT:
    case OUTL_METADATA_CLASS:
        if (!outl_runtime.field_count || !outl_runtime.field_metadata || !outl_runtime.field_offset) { return 0; }
        // Without field descriptions, as under -disable-reflection-metadata, the runtime has no names for them.
        count = (size_t)outl_runtime.field_count(metadata);
        break;
    default: break;
    }
    return count < maximum_members ? count : maximum_members;
}

bool outl_member_get(uintptr_t metadata, size_t index, struct outl_member *member) {
    *member = (struct outl_member){.name = "", .strength = OUTL_STRONG};
    switch (outl_word(metadata)) {
    case OUTL_METADATA_OPTIONAL:
        member->metadata = outl_word(metadata + arguments_offset);
        return true;
    case OUTL_METADATA_ENUM: return get_payload(metadata, index, member);
    case OUTL_METADATA_TUPLE: return get_element(metadata, index, member);
    default: return get_property(metadata, index, member);
    }
}

#endif
