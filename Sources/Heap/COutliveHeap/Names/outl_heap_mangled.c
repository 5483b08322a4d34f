// Concurrency contract: see the header.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "outl_heap_state.h"

#if OUTL_HEAP_SERVED

#include "outl_heap_mangled.h"

#include "outl_heap_environment.h"
#include "outl_heap_maps.h"
#include "outl_heap_runtime.h"

#include <string.h>

// The descriptor: the numbers of captures, metadata sources and bindings, then the references.
struct outl_captures outl_captures_of(uintptr_t metadata) {
    struct outl_captures none = {0, 0};
    if (!outl_maps_readable(metadata, 24)) { return none; }
    uintptr_t descriptor = *(const uintptr_t *)(metadata + 16);
    if (descriptor % 4 != 0 || !outl_maps_readable(descriptor, 12)) { return none; }
    uint32_t count = *(const uint32_t *)descriptor;
    enum { most_captures = 4096 };
    if (count > most_captures || !outl_maps_readable(descriptor + 12, (size_t)count * 4)) { return none; }
    return (struct outl_captures){count, descriptor + 12};
}

// Returns the length of a mangled name with references: 4 or 8 bytes follow a control character. 0 if not readable.
static size_t length_of(uintptr_t name) {
    enum { longest = 1 << 16, last_relative = 0x17, last_absolute = 0x1f };
    size_t length = 0;
    while (length < longest && outl_maps_readable(name + length, 1)) {
        uint8_t character = *(const uint8_t *)(name + length);
        if (character == 0) { return length; }
        length += character <= last_relative ? 5 : character <= last_absolute ? 9 : 1;
    }
    return 0;
}

// Returns `true` if the runtime would end the program for a name instead of finding nothing.
//
// It does so for the shape of a constrained existential (`any Publisher<Self.Output>`), and without arguments for names
// with `Q`, such as a member of a type parameter (`A.Element`): both lack their context.
static bool is_deadly(uintptr_t name, size_t length, bool has_arguments) {
    enum { unique_shape = 0x0a, other_shape = 0x0b, last_relative = 0x17, last_absolute = 0x1f };
    for (size_t at = 0; at < length;) {
        uint8_t character = *(const uint8_t *)(name + at);
        if (character == unique_shape || character == other_shape) { return true; }
        if (character == 'Q' && !has_arguments) { return true; }
        size_t identifier = 0;
        while (character >= '0' && character <= '9') {
            identifier = identifier * 10 + character - '0';
            if (++at >= length || identifier > length) { return false; }
            character = *(const uint8_t *)(name + at);
        }
        if (identifier > 0) {
            at += identifier;
        } else {
            at += character <= last_relative ? 5 : character <= last_absolute ? 9 : 1;
        }
    }
    return false;
}

// Returns the size of a value of a standard library type that is named by a letter, or 0.
static uint32_t standard_size(const char *name, size_t length) {
    if (length != 2 || name[0] != 'S') { return 0; }
    switch (name[1]) {
    case 'b': return 1;
    case 'f': return 4;
    case 'i':
    case 'u':
    case 'd': return 8;
    case 'S': return 16;
    default: return 0;
    }
}

// Returns the name at a reference, and its length without the mark of its strength, or 0.
static uintptr_t name_at(uintptr_t reference, size_t *length, enum outl_strength *strength) {
    *strength = OUTL_STRONG;
    uintptr_t name = outl_maps_relative(reference);
    *length = name ? length_of(name) : 0;
    if (*length == 0) { return 0; }
    if (*length > 2 && *(const char *)(name + *length - 2) == 'X') {
        switch (*(const char *)(name + *length - 1)) {
        case 'w': *strength = OUTL_WEAK; break;
        case 'o': *strength = OUTL_UNOWNED; break;
        case 'u': *strength = OUTL_UNMANAGED; break;
        default: break;
        }
        if (*strength != OUTL_STRONG) { *length -= 2; }
    }
    return name;
}

enum outl_strength outl_mangled_strength(uintptr_t reference) {
    size_t length;
    enum outl_strength strength;
    name_at(reference, &length, &strength);
    return strength;
}

// A descriptor refers to the description of the fields at +16. That has the number of records at +12, then the records:
// flags, type and name, 4 bytes each.
uintptr_t outl_mangled_properties(uintptr_t descriptor, uint32_t *count) {
    *count = 0;
    uintptr_t description = outl_maps_relative(descriptor + 16);
    if (!description || !outl_maps_readable(description, 16)) { return 0; }
    *count = *(const uint32_t *)(description + 12);
    return description + 16 + 4;
}

enum { reference_size = 5 }; // A control character and its relative reference.

static bool ends_with(uintptr_t name, size_t length, const char *end) {
    size_t size = strlen(end);
    return length > size && memcmp((const char *)name + length - size, end, size) == 0;
}

// Returns the descriptor if a name begins with a reference to it, or to a word with its address; otherwise 0.
static uintptr_t descriptor_at(uintptr_t name, size_t length) {
    enum { direct = 1, through_word = 2 };
    uint8_t first = *(const uint8_t *)name;
    if ((first != direct && first != through_word) || length < reference_size) { return 0; }
    uintptr_t descriptor = outl_maps_relative(name + 1);
    if (first == through_word) {
        descriptor = descriptor % 8 == 0 && outl_maps_readable(descriptor, 8) ? *(const uintptr_t *)descriptor : 0;
    }
    return descriptor && descriptor % 4 == 0 && outl_maps_readable(descriptor, 4) ? descriptor : 0;
}

// Returns `true` if a protocol is not a class protocol, and not treated specially by the runtime, such as `Error`.
//
// The upper half of the descriptor's flags has these properties: in the lowest bit, and in six bits from the third on.
static bool is_protocol_of_values(uintptr_t descriptor) {
    enum { kind_mask = 31, kind_protocol = 3 };
    const uint32_t of_any_type = UINT32_C(1) << 16, special = UINT32_C(0x3F) << 18;
    uint32_t flags = descriptor ? *(const uint32_t *)descriptor : 0;
    return (flags & kind_mask) == kind_protocol && (flags & of_any_type) && !(flags & special);
}

// Returns the size of a value of `any P<T>` whose name begins with a shape; 0 for others, and for class protocols.
//
// A shape has flags, whose lowest byte is 0 for values of any type, the type, and at +12 the number of words for its
// parameters and conformances. Those that T provides, as many as +20 says, are not in the value; the others follow its
// three words. A shape that is not unique has a reference before that.
static uint32_t container_size(uintptr_t name, size_t length) {
    enum { unique = 0x0a, non_unique = 0x0b, shape_size = 24, kind_mask = 0xFF, buffer = 24, most_words = 16 };
    const uint32_t has_arguments = UINT32_C(1) << 8;
    uint8_t first = *(const uint8_t *)name;
    if ((first != unique && first != non_unique) || length < reference_size || !ends_with(name, length, "Xj")) { return 0; }
    uintptr_t shape = outl_maps_relative(name + 1);
    if (shape && first == non_unique) { shape += 4; }
    if (shape % 4 != 0 || !outl_maps_readable(shape, shape_size)) { return 0; }
    uint32_t flags = *(const uint32_t *)shape, words = *(const uint16_t *)(shape + 12);
    uint32_t arguments = flags & has_arguments ? *(const uint16_t *)(shape + 20) : 0;
    bool is_of_values = (flags & kind_mask) == 0 && words > arguments && words - arguments < most_words;
    return is_of_values ? buffer + 8 * (words - arguments) : 0;
}

// `S` and a letter name a protocol of the standard library; those used in `any` are not class protocols.
uint32_t outl_mangled_existential(uintptr_t reference) {
    enum { without_table = 32, with_table = 40, standard_size = 2 };
    size_t length;
    enum outl_strength strength;
    uintptr_t name = name_at(reference, &length, &strength);
    if (!name || strength != OUTL_STRONG) { return 0; }
    if (ends_with(name, length, "Sg")) { length -= 2; }
    if (length == 2 && memcmp((const char *)name, "yp", 2) == 0) { return without_table; }
    uint32_t size = container_size(name, length);
    if (size > 0) { return size; }
    // `any Actor` contains an object.
    if (length == 5 && memcmp((const char *)name, "ScA_p", length) == 0) { return 0; }
    if (!ends_with(name, length, "_p")) { return 0; }
    length -= 2;
    bool is_standard = length == standard_size && *(const char *)name == 'S';
    bool is_own = length == reference_size && is_protocol_of_values(descriptor_at(name, length));
    return is_standard || is_own ? with_table : 0;
}

// The first parameter is `x`, the next ones are `q_`, `q0_` and so on.
bool outl_mangled_argument(uintptr_t reference, uint32_t *index) {
    size_t length;
    enum outl_strength strength;
    uintptr_t name = name_at(reference, &length, &strength);
    if (!name || strength != OUTL_STRONG) { return false; }
    if (ends_with(name, length, "Sg")) { length -= 2; }
    const char *text = (const char *)name;
    *index = 0;
    if (length == 1) { return text[0] == 'x'; }
    if (text[0] != 'q' || text[length - 1] != '_') { return false; }
    if (length == 3 && text[1] >= '0' && text[1] <= '9') { *index = (uint32_t)(text[1] - '0') + 2; }
    if (length == 2) { *index = 1; }
    return *index > 0;
}

// Returns `true` if a name is that of a class, possibly generic or optional: it begins with a reference to the class's
// descriptor, or to a word with its address.
static bool is_class(uintptr_t name, size_t length) {
    enum { kind_mask = 31, kind_class = 16 };
    uintptr_t descriptor = descriptor_at(name, length);
    if (length > reference_size && !ends_with(name, length, "G") && !ends_with(name, length, "GSg")) { return false; }
    return descriptor && (*(const uint32_t *)descriptor & kind_mask) == kind_class;
}

// Finds the type of a name, in the environment of a closure if there is one, otherwise in the enclosing type.
static const void *type_named(
    const char *name, size_t length, const void *context, const void *arguments,
    const struct outl_environment *environment
) {
    if (is_deadly((uintptr_t)name, length, arguments || environment)) { return NULL; }
    if (environment) {
        return outl_runtime_type_in_environment
            ? outl_runtime_type_in_environment(name, length, environment, environment->arguments) : NULL;
    }
    return outl_runtime_type_by_mangled_name
        ? outl_runtime_type_by_mangled_name(name, length, context, arguments) : NULL;
}

static struct outl_mangled find_type(
    uintptr_t reference, const void *context, const void *arguments, const struct outl_environment *environment
) {
    uint32_t depth, index;
    struct outl_mangled found = {.kind = OUTL_MANGLED_TYPE, .strength = OUTL_STRONG};
    size_t length;
    uintptr_t name = name_at(reference, &length, &found.strength);
    if (name && ends_with(name, length, "XX")) {
        // A captured variable with generic arguments.
        found.kind = OUTL_MANGLED_VARIABLE;
        return found;
    }
    if (name && ends_with(name, length, "_Xx")) {
        // The runtime does not know such types; `z` marks a variable.
        found.kind = OUTL_MANGLED_VARIABLE;
        length -= 3;
        if (ends_with(name, length, "z")) { length--; }
    } else if (name && ends_with(name, length, "_")
               && !outl_environment_parameter((const char *)name, length, &depth, &index)) {
        found.kind = OUTL_MANGLED_FUNCTION;
        return found;
    }
    if (name) { found.metadata = type_named((const char *)name, length, context, arguments, environment); }
    found.is_reference =
        found.kind != OUTL_MANGLED_TYPE || (name && (found.strength != OUTL_STRONG || is_class(name, length)));
    return found;
}

uint32_t outl_mangled_size(uintptr_t reference) {
    enum { word = 8, function = 16, actor = 16 };
    size_t length;
    uint32_t depth, index;
    enum outl_strength strength;
    uintptr_t name = name_at(reference, &length, &strength);
    if (!name) { return 0; }
    const char *text = (const char *)name;
    uint32_t size = outl_mangled_existential(reference);
    if (size > 0) { return size; }
    if (strength != OUTL_STRONG || ends_with(name, length, "XX") || ends_with(name, length, "_Xx")) { return word; }
    if (length == 7 && memcmp(text, "ScA_pSg", length) == 0) { return actor; }
    if (ends_with(name, length, "_")) { return outl_environment_parameter(text, length, &depth, &index) ? 0 : function; }
    if (is_class(name, length)) { return word; }
    return standard_size(text, length);
}

struct outl_mangled outl_mangled_type(uintptr_t reference, const void *context, const void *arguments) {
    return find_type(reference, context, arguments, NULL);
}

struct outl_mangled outl_mangled_capture(uintptr_t reference, const struct outl_environment *environment) {
    return find_type(reference, NULL, NULL, environment);
}

#endif
