#pragma once

/// The visit of values: adds each to its place in the tree, and notes the objects that it refers to.
///
/// Concurrency: for one thread, as State/plans.h.

#include "State/visiting.h"

/// Adds the value of a type at an address to a place in the tree: the function of a visit's `value`.
void outl_visit_value(struct outl_visit *visit, uint32_t value, uintptr_t metadata, uintptr_t address, uint64_t salt);

/// Adds the properties of an object below a place in the tree.
void outl_visit_object(struct outl_visit *visit, const struct outl_pending *pending);

/// Adds bytes without a type: addresses in them count as set or not.
void outl_visit_bytes(struct outl_visit *visit, uint32_t value, uintptr_t address, uint64_t size);
