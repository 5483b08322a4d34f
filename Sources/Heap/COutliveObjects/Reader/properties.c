// The descriptor of a struct has the number of properties at +20 and, in words of the metadata, the place of their
// offsets at +24, which are 4 bytes each. A class's has them at +36 and +40, with offsets of 8 bytes.
#include "Reader/properties.h"

#if OUTL_HEAP_SERVED

#include "Memory/maps.h"
#include "Reader/nominal.h"
#include "Reader/resolve.h"
#include "Reader/spelling.h"

enum { maximum_superclasses = 64, maximum_fields = 1 << 12 };

static uintptr_t superclass_of(uintptr_t metadata) {
    uintptr_t superclass = outl_word(metadata + 8);
    return outl_metadata_valid(superclass) && outl_word(superclass) == OUTL_METADATA_CLASS ? superclass : 0;
}

// Returns the first reference to a type among the properties that a type itself declares.
static uintptr_t own_fields(uintptr_t metadata, uint32_t *count) {
    uintptr_t descriptor = outl_metadata_valid(metadata) ? outl_context_of(metadata) : 0;
    *count = 0;
    uintptr_t first = descriptor ? outl_mangled_properties(descriptor, count) : 0;
    if (*count > maximum_fields) { *count = 0; }
    return first;
}

static intptr_t field_count(uintptr_t metadata) {
    intptr_t all = 0;
    for (int depth = 0; metadata && depth < maximum_superclasses; depth++) {
        uint32_t count;
        own_fields(metadata, &count);
        all += count;
        metadata = outl_word(metadata) == OUTL_METADATA_CLASS ? superclass_of(metadata) : 0;
    }
    return all;
}

// Finds the class that declares a property, and its number there. Superclasses come first.
static bool find_declaring(uintptr_t *metadata, intptr_t *index) {
    for (int depth = 0; depth < maximum_superclasses; depth++) {
        uintptr_t superclass = outl_word(*metadata) == OUTL_METADATA_CLASS ? superclass_of(*metadata) : 0;
        intptr_t inherited = superclass ? field_count(superclass) : 0;
        if (*index >= inherited) {
            *index -= inherited;
            return true;
        }
        *metadata = superclass;
    }
    return false;
}

static uintptr_t type_by_mangled_name(const char *name, uintptr_t length, uintptr_t context, uintptr_t arguments) {
    struct outl_scope scope;
    return outl_resolve(name, length, outl_scope_of_type(&scope, context, arguments) ? &scope : NULL);
}

static uintptr_t field_metadata(uintptr_t metadata, intptr_t index, struct outl_runtime_field *field) {
    enum { is_variable = 2, record_size = 12, longest_name = 1024, strength_size = 2 };
    *field = (struct outl_runtime_field){.is_strong = true};
    uint32_t count;
    if (!outl_metadata_valid(metadata) || !find_declaring(&metadata, &index)) { return 0; }
    uintptr_t reference = own_fields(metadata, &count) + record_size * (uintptr_t)index;
    if (index >= (intptr_t)count || !outl_maps_readable(reference - 4, record_size)) { return 0; }
    uintptr_t descriptor = outl_context_of(metadata), type = outl_maps_relative(reference);
    size_t length;
    field->name = outl_maps_text(outl_maps_relative(reference + 4), longest_name, &length);
    field->is_strong = outl_mangled_strength(reference) == OUTL_STRONG;
    field->is_variable = outl_half(reference - 4) & is_variable;
    length = outl_nominal_length(type);
    if (!field->is_strong) { length -= strength_size; }
    uintptr_t arguments = outl_context_arguments_of(metadata, descriptor);
    return length > 0 ? type_by_mangled_name(OUTL_AT(type), length, descriptor, arguments) : 0;
}

static intptr_t class_offset(uintptr_t metadata, uintptr_t descriptor, intptr_t index) {
    uint64_t vector = 8 * (uint64_t)outl_half(descriptor + 40);
    if (outl_half(descriptor) & OUTL_DESCRIPTOR_RESILIENT_SUPERCLASS) {
        uintptr_t bounds = outl_maps_relative(descriptor + 24);
        if (!bounds || bounds % 8 != 0 || !outl_maps_readable(bounds, 8)) { return 0; }
        vector += outl_word(bounds);
    }
    uintptr_t address = metadata + vector + 8 * (uintptr_t)index;
    return vector > 0 && address % 8 == 0 && outl_maps_readable(address, 8) ? (intptr_t)outl_word(address) : 0;
}

static intptr_t field_offset(uintptr_t metadata, intptr_t index) {
    if (!outl_metadata_valid(metadata) || !find_declaring(&metadata, &index)) { return 0; }
    uintptr_t descriptor = outl_context_of(metadata);
    if (!descriptor || !outl_maps_readable(descriptor, 44)) { return 0; }
    if (outl_word(metadata) == OUTL_METADATA_CLASS) { return class_offset(metadata, descriptor, index); }
    uintptr_t vector = 8 * (uintptr_t)outl_half(descriptor + 24), address = metadata + vector + 4 * (uintptr_t)index;
    return vector > 0 && outl_maps_readable(address, 4) ? (intptr_t)outl_half(address) : 0;
}

static uintptr_t type_in_environment(
    const char *name, uintptr_t length, const struct outl_environment *environment, const uintptr_t *arguments
) {
    struct outl_scope scope;
    outl_scope_of_environment(&scope, environment, arguments);
    return outl_resolve(name, length, &scope);
}

void outl_reader_begin(void) {
    outl_runtime.type_name = outl_spelling_of;
    outl_runtime.type_by_mangled_name = type_by_mangled_name;
    outl_runtime.type_in_environment = type_in_environment;
    outl_runtime.field_count = field_count;
    outl_runtime.field_metadata = field_metadata;
    outl_runtime.field_offset = field_offset;
}

#endif
