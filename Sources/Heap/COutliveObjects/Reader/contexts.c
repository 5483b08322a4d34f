// Layouts of descriptors, stable since Swift 5. All begin with flags and a reference to the parent (+4). At +8,
// modules, protocols and types have a reference to the name, extensions one to the mangled name of the extended type.
// The description of generic parameters follows the fixed part: 44 bytes of a class, 28 of a struct or enum, 12 of an
// extension, 8 of an anonymous context.
#include "Reader/contexts.h"

#if OUTL_HEAP_SERVED

#include "Memory/maps.h"

#include <string.h>

enum { class_size = 44, value_size = 28, extension_size = 12, anonymous_size = 8 };
enum { longest_name = 1024 };

int outl_context_kind(uintptr_t descriptor) {
    bool is_readable = descriptor != 0 && descriptor % 4 == 0 && outl_maps_readable(descriptor, anonymous_size);
    return is_readable ? (int)(outl_half(descriptor) & OUTL_DESCRIPTOR_KIND) : -1;
}

bool outl_context_is_type(uintptr_t descriptor) {
    int kind = outl_context_kind(descriptor);
    return kind == OUTL_DESCRIPTOR_CLASS || kind == OUTL_DESCRIPTOR_STRUCT || kind == OUTL_CONTEXT_ENUM;
}

// A type imported from C may have several names: texts behind the first, each with a letter in front, up to an empty
// one. The one with `N` identifies it.
const char *outl_context_name(uintptr_t descriptor, size_t *length) {
    const uint32_t is_imported = UINT32_C(4) << 16;
    enum { maximum_names = 8 };
    uintptr_t start = outl_maps_relative(descriptor + 8);
    const char *name = start ? outl_maps_text(start, longest_name, length) : NULL;
    if (!name || !outl_context_is_type(descriptor) || !(outl_half(descriptor) & is_imported)) { return name; }
    uintptr_t next = start + *length + 1;
    for (int index = 0; index < maximum_names; index++) {
        size_t other_length;
        const char *other = outl_maps_text(next, longest_name, &other_length);
        if (!other || other_length == 0) { return name; }
        if (other[0] == 'N') {
            *length = other_length - 1;
            return other + 1;
        }
        next += other_length + 1;
    }
    return name;
}

uintptr_t outl_context_module(uintptr_t descriptor) {
    for (int depth = 0; depth < OUTL_CONTEXTS_DEEPEST && descriptor; depth++) {
        if (outl_context_kind(descriptor) == OUTL_DESCRIPTOR_MODULE) { return descriptor; }
        descriptor = outl_descriptor_parent(descriptor);
    }
    return 0;
}

// MARK: Generic parameters

// Returns the address of the numbers of parameters, requirements and arguments, of 2 bytes each; 0 if there are none.
// In types, the cache and the pattern of instances precede them.
static uintptr_t header_of(uintptr_t descriptor) {
    enum { before_header = 8 };
    switch (outl_context_kind(descriptor)) {
    case OUTL_DESCRIPTOR_CLASS: return descriptor + class_size + before_header;
    case OUTL_DESCRIPTOR_STRUCT:
    case OUTL_CONTEXT_ENUM: return descriptor + value_size + before_header;
    case OUTL_CONTEXT_EXTENSION: return descriptor + extension_size;
    case OUTL_CONTEXT_ANONYMOUS: return descriptor + anonymous_size;
    default: return 0;
    }
}

bool outl_context_generics(uintptr_t descriptor, struct outl_generics *generics) {
    enum { header_size = 8, requirement_size = 12, has_packs = 1, maximum_requirements = 1024 };
    *generics = (struct outl_generics){0};
    uintptr_t header = header_of(descriptor);
    if (!header || !(outl_half(descriptor) & OUTL_DESCRIPTOR_GENERIC)) { return true; }
    if (!outl_maps_readable(header, header_size)) { return false; }
    generics->count = outl_small(header);
    generics->requirements = outl_small(header + 2);
    generics->arguments = outl_small(header + 4);
    generics->parameters = header + header_size;
    generics->first_requirement = outl_aligned(generics->parameters + generics->count, 4);
    if (generics->count > OUTL_PARAMETERS_MAX || generics->requirements > maximum_requirements) { return false; }
    uintptr_t end = generics->first_requirement + (uintptr_t)generics->requirements * requirement_size;
    if (!outl_maps_readable(header, end + 4 - header)) { return false; }
    // The numbers of packs and of their different sizes follow the requirements.
    if (outl_small(header + 6) & has_packs) { generics->sizes = outl_small(end + 2); }
    return true;
}

// Returns the size of the pack that is the argument `index`. The numbers of packs and of sizes follow the requirements,
// then 8 bytes for each pack: its kind (0 for types), its argument and its size, 2 bytes each.
static uint64_t pack_size(const struct outl_generics *generics, uintptr_t words, uint32_t index) {
    enum { pack_size = 8 };
    uintptr_t packs = generics->first_requirement + 12 * (uintptr_t)generics->requirements;
    uint32_t count = outl_small(packs);
    if (!outl_maps_readable(packs + 4, (size_t)count * pack_size)) { return 0; }
    for (uintptr_t pack = packs + 4; count > 0; count--, pack += pack_size) {
        uint32_t size = outl_small(pack + 4);
        bool is_it = outl_small(pack) == 0 && outl_small(pack + 2) == index && size < generics->sizes;
        if (is_it) { return outl_word(words + 8 * (uintptr_t)size); }
    }
    return 0;
}

uint32_t outl_context_arguments(
    const struct outl_generics *generics, uintptr_t words, struct outl_argument arguments[OUTL_PARAMETERS_MAX]
) {
    enum { kind_mask = 0x3F };
    if (generics->count == 0 || !outl_maps_readable(words, 8 * (size_t)generics->arguments)) { return 0; }
    uint32_t next = generics->sizes;
    for (uint32_t index = 0; index < generics->count; index++) {
        uint8_t parameter = outl_byte(generics->parameters + index);
        struct outl_argument *argument = &arguments[index];
        *argument = (struct outl_argument){.kind = parameter & kind_mask};
        if (!(parameter & OUTL_PARAMETER_WITH_ARGUMENT) || next >= generics->arguments) { continue; }
        argument->is_known = true;
        argument->word = outl_word(words + 8 * (uintptr_t)next++);
        if (argument->kind != OUTL_PARAMETER_PACK) { continue; }
        argument->word &= ~(uintptr_t)1; // Set for a pack that is not on a stack.
        argument->size = pack_size(generics, words, next - 1);
    }
    return generics->count;
}

uintptr_t outl_context_arguments_of(uintptr_t metadata, uintptr_t descriptor) {
    if (!(outl_half(descriptor) & OUTL_DESCRIPTOR_GENERIC)) { return 0; }
    return outl_word(metadata) == OUTL_METADATA_CLASS ? outl_metadata_generic_arguments(metadata) : metadata + 16;
}

uintptr_t outl_context_of(uintptr_t metadata) {
    enum { foreign_class = 0x203, foreign_reference = 0x204 };
    uintptr_t descriptor = 0;
    switch (outl_word(metadata)) {
    case OUTL_METADATA_CLASS: descriptor = outl_word(metadata + 40); break;
    case OUTL_METADATA_STRUCT:
    case OUTL_METADATA_ENUM:
    case OUTL_METADATA_OPTIONAL:
    case foreign_class:
    case foreign_reference: descriptor = outl_metadata_descriptor(metadata); break;
    default: break;
    }
    return outl_context_is_type(descriptor) ? descriptor : 0;
}

#endif
