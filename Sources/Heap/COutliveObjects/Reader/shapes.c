// The metadata of `any P<T>` has its shape at +8, and from +16 on the arguments. A shape has flags, a reference to the
// mangled type at +4, and at +8 the numbers of parameters and requirements of `Self`, 2 bytes each. The parameters for
// the arguments may be described at +16. The requirements follow, 12 bytes each: first `T == Self.A`, then `Self: P`.
#include "Reader/structures.h"

#if OUTL_HEAP_SERVED

#include "Memory/maps.h"
#include "Reader/contexts.h"
#include "Reader/nominal.h"
#include "Reader/witnesses.h"
#include "Types/mangled.h"

#include <stdio.h>
#include <string.h>

enum { requirement_size = 12, longest = 1 << 12 };
enum { requirement_kind = 31, requires_protocol = 0, requires_same_type = 1, requires_superclass = 2 };

struct shape {
    uintptr_t requirements;
    uint32_t count;
    uint32_t metatypes; // The number of `.Type` behind it.
    const char *type;   // The mangled type, or null.
    size_t length;
};

static bool read_shape(uintptr_t at, struct shape *shape) {
    enum { header_size = 16, has_arguments = 1 << 8, has_type = 1 << 9, has_witnesses = 1 << 10, maximum = 64 };
    const uint32_t without_lists = 3 << 11, lists = 3 << 11; // The parameters are `Self` and types alone.
    if (at % 4 != 0 || !outl_maps_readable(at, header_size)) { return false; }
    uint32_t flags = outl_half(at);
    *shape = (struct shape){.count = outl_small(at + 10), .requirements = at + header_size};
    if ((flags & lists) != without_lists || shape->count > maximum) { return false; }
    if (flags & has_arguments) { shape->requirements += 8; }
    if (flags & has_type) { shape->requirements += 4; }
    if (flags & has_witnesses) { shape->requirements += 4; }
    shape->type = outl_maps_text(outl_maps_relative(at + 4), longest, &shape->length);
    size_t length = shape->length;
    for (; shape->type && length > 2 && memcmp(shape->type + length - 2, "Xp", 2) == 0; length -= 2) {
        shape->metatypes++;
    }
    return outl_maps_readable(shape->requirements, (size_t)shape->count * requirement_size);
}

// Adds the names joined by `&`: a superclass, then the protocols.
static void add_bounds(const struct shape *shape, int depth) {
    const char *separator = "";
    for (uint32_t pass = 0; pass < 2; pass++) {
        uintptr_t requirement = shape->requirements;
        for (uint32_t index = 0; index < shape->count; index++, requirement += requirement_size) {
            uint32_t kind = outl_half(requirement) & requirement_kind;
            if (kind != (pass == 0 ? requires_superclass : requires_protocol)) { continue; }
            uintptr_t bound = pass == 0 ? outl_nominal_at(outl_maps_relative(requirement + 8)).descriptor
                                        : outl_requirement_protocol(requirement);
            outl_spelling_add_string(separator);
            outl_spelling_add_context(bound, depth);
            separator = " & ";
        }
    }
}

// Returns the abbreviation of the protocol that the mangled type names behind an associated type, or null. It may be
// one that inherits the associated type, unlike the protocol of the requirement.
static const char *protocol_in_type(const struct shape *shape, const char *identifier, size_t length) {
    const char *found = shape->type ? memmem(shape->type, shape->length, identifier, length) : NULL;
    size_t rest = found ? shape->length - (size_t)(found + length - shape->type) : 0;
    return rest > 3 && found[length] == 'S' ? outl_nominal_read(found + length, rest).name : NULL;
}

// Adds `Self.P.A == T`. Written `1A`, the protocol and `Qyd__`, with the number of the argument on the other side.
static bool add_argument(const struct shape *shape, uintptr_t metadata, uintptr_t requirement, int depth) {
    size_t length, parameter_length, digits = 0, size = 0;
    uint32_t level, index;
    uintptr_t member = outl_maps_relative(requirement + 8);
    const char *parameter = outl_maps_text(outl_maps_relative(requirement + 4), longest, &parameter_length);
    bool is_known = parameter && outl_environment_parameter(parameter, parameter_length, &level, &index) && level == 0;
    uintptr_t argument = metadata + 16 + 8 * (uintptr_t)(is_known ? index : 0);
    for (; outl_maps_readable(member + digits, 1); digits++) {
        uint8_t digit = outl_byte(member + digits);
        if (digit < '0' || digit > '9' || size > longest) { break; }
        size = size * 10 + digit - '0';
    }
    length = digits + size;
    if (!is_known || size == 0 || !outl_maps_readable(member, length + 5) || !outl_maps_readable(argument, 8)) {
        return false;
    }
    const char *identifier = OUTL_AT(member);
    struct outl_nominal protocol = outl_nominal_at(member + length);
    const char *name = protocol_in_type(shape, identifier, length);
    if (!name) { name = protocol.name; }
    outl_spelling_add_string("Self.");
    if (name) {
        outl_spelling_add_string("Swift.");
        outl_spelling_add_string(name);
    } else {
        outl_spelling_add_context(protocol.descriptor, depth);
    }
    outl_spelling_add_string(".");
    outl_spelling_add(identifier + digits, size);
    outl_spelling_add_string(" == ");
    outl_spelling_add_type(outl_word(argument), depth);
    return true;
}

void outl_spelling_add_shaped(uintptr_t metadata, int depth) {
    struct shape shape;
    if (!read_shape(outl_word(metadata + 8), &shape)) { return outl_spelling_add_unknown(); }
    outl_spelling_add_string("any ");
    add_bounds(&shape, depth);
    const char *separator = "<";
    uintptr_t requirement = shape.requirements;
    for (uint32_t index = 0; index < shape.count && !outl_spelling_is_cut(); index++, requirement += requirement_size) {
        if ((outl_half(requirement) & requirement_kind) != requires_same_type) { continue; }
        outl_spelling_add_string(separator);
        separator = ", ";
        if (!add_argument(&shape, metadata, requirement, depth)) { outl_spelling_add_unknown(); }
    }
    if (*separator == ',') { outl_spelling_add_string(">"); }
    for (; shape.metatypes > 0; shape.metatypes--) { outl_spelling_add_string(".Type"); }
}

#endif
