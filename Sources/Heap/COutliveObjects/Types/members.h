#pragma once

/// The direct members of a value: the stored properties of a class or struct, the elements of a tuple, the payloads of
/// the cases of an enum, the wrapped value of an optional.
///
/// Concurrency: for one thread, not in a frozen copy, with the mappings known, within `outl_guard_run`.

#include "Types/mangled.h"

struct outl_member {
    const char *name;     ///< Empty if it has none of its own, such as a wrapped value.
    uintptr_t metadata; ///< The type, or 0 if unknown.
    uint32_t offset;
    uint32_t size;        ///< The size if the type is unknown, or 0.
    enum outl_strength strength;
    bool is_boxed;        ///< The member is the box of a value of that type: the payload of an indirect case.
    char text[64];        ///< Storage of a name that is not a string of the program.
};

/// Returns the number of members of a value of a type; 0 if it has none or they are unknown.
size_t outl_members_count(uintptr_t metadata);

/// Reads a member. Returns `false` if it is unknown. The name is valid as long as `member` is not moved.
bool outl_member_get(uintptr_t metadata, size_t index, struct outl_member *member);

/// Returns `true` if the members of a type share one place: the payloads of an enum with several.
bool outl_members_overlap(uintptr_t metadata);

/// Returns `true` if a type is declared in the standard library, Foundation or a similar module.
bool outl_descriptor_is_internal(uintptr_t descriptor);

/// Returns `true` if the members of a type are internals of the standard library, Foundation or similar modules.
bool outl_members_internal(uintptr_t metadata);
