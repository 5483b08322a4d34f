#pragma once

/// The visit of values: adds each to its place in the tree, and notes the objects that it refers to.
///
/// Concurrency: for one thread, as State/plans.h.

#include "State/plans.h"
#include "State/tree.h"

/// An object to visit.
struct outl_pending {
    uint32_t value;   ///< The value that refers to it.
    uintptr_t object;
    uint64_t salt;    ///< Distinguishes the elements of a collection.
};

/// The order of a visit, and its result.
struct outl_visit {
    struct outl_hash_key key;
    struct outl_array pending; ///< Items of type `struct outl_pending`.
    uint64_t bytes;            ///< The memory of the objects and collections visited so far.
    uint64_t objects;          ///< Their number.
    uint64_t budget;           ///< The number of values that may still be visited.
};

/// Adds the value of a type at an address to a place in the tree.
void outl_visit_value(struct outl_visit *visit, uint32_t value, uintptr_t metadata, uintptr_t address, uint64_t salt);

/// Adds the properties of an object below a place in the tree.
void outl_visit_object(struct outl_visit *visit, const struct outl_pending *pending);

/// Adds bytes without a type: addresses in them count as set or not.
void outl_visit_bytes(struct outl_visit *visit, uint32_t value, uintptr_t address, uint64_t size);
