#pragma once

/// What the visits of single values and of collections share.
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
    /// Adds the value of a type at an address to a place in the tree: elements are values of any type.
    void (*value)(
        struct outl_visit *visit, uint32_t value, uintptr_t metadata, uintptr_t address, uint64_t salt);
    struct outl_hash_key key;
    struct outl_array pending; ///< Items of type `struct outl_pending`.
    uint64_t bytes;            ///< The memory of the objects and collections visited so far.
    uint64_t objects;          ///< Their number.
    uint64_t budget;           ///< The number of values that may still be visited.
    uint32_t hashed_name;      ///< The offset of the text whose hash is kept, or 0.
    uint64_t name_hash;        ///< Its hash: the elements of a collection often are of one type.
};
