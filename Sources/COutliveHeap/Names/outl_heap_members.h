#pragma once

/// What a value consists of, one step down: the stored properties of a class or struct, the elements of a tuple, the
/// payloads of the cases of an enum, what an optional wraps.
///
/// Concurrency: for the service thread only, within `outl_heap_guarded`.

#include "outl_heap_types.h"

#include <stddef.h>

struct outl_member {
    const char *name;     ///< Empty where it has none of its own, as what an optional wraps.
    const void *metadata; ///< Its type; null where that cannot be told.
    uint32_t offset;
    uint32_t size;        ///< Where its type cannot be told, but its place can; else 0.
    enum outl_strength strength;
    bool is_boxed;        ///< The member is the box of a value of that type: the payload of an indirect case.
    char text[64];        ///< For a name that is not a string in the program.
};

/// How many members a value of a type has; 0 where it has none, or none that can be told.
size_t outl_members_count(uintptr_t metadata);

/// A member; false where nothing is known of it. The name is valid as long as `member` is not moved.
bool outl_member_get(uintptr_t metadata, size_t index, struct outl_member *member);

/// Whether a type is an optional.
bool outl_members_optional(uintptr_t metadata);

/// Returns `true` where the members of a type lie in the same place, and it has one of them at a time: the payloads of an
/// enum in which several cases have one.
bool outl_members_overlap(uintptr_t metadata);

/// Whether what a type consists of is no concern of the program's: it is of the standard library, or comes with it.
bool outl_members_internal(uintptr_t metadata);
