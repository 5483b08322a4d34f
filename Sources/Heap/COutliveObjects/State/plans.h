#pragma once

/// How values of a type are read: found once for each type.
///
/// Concurrency: for one thread, after `outl_maps_read`, with the reader's functions in `outl_runtime`.

#include "Memory/memory.h"
#include "State/forms.h"
#include "Types/members.h"
#include "Types/names.h"

/// A member with its name as a text of the file.
struct outl_plan_member {
    struct outl_text name;
    uintptr_t metadata;
    uint32_t offset, size;
    enum outl_strength strength;
    bool is_boxed;
};

struct outl_plan {
    enum outl_form form;
    uint64_t size, stride;
    uint32_t alignment;
    uint32_t extra;     ///< The number of values that are never valid.
    uint32_t first;     ///< An index of the members.
    uint32_t members;   ///< For an enum, the cases with a payload.
    uint32_t empty;     ///< For an enum, the number of cases without one.
    uintptr_t parts[2]; ///< The element, or the key and the value; the wrapped value.
    struct outl_text name;
    bool is_scalar;     ///< `true` if equal bytes are equal values: numbers.
    bool is_known;      ///< `false` if there is no such type.
};

/// Returns the plan of a type. Valid until the next call.
const struct outl_plan *outl_plan_of(uintptr_t metadata);

/// Returns a member of a plan. Valid until the next call of `outl_plan_of`.
const struct outl_plan_member *outl_plan_member(const struct outl_plan *plan, uint32_t index);

/// Returns the name of a case of an enum; those with a payload come first.
struct outl_text outl_plan_case(uintptr_t metadata, uint32_t number);

/// Returns the plan of the properties of a class's instances, which has no members if they are no state.
const struct outl_plan *outl_plan_of_instances(uintptr_t metadata);
