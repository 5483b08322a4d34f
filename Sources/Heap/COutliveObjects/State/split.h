#pragma once

/// The visit of a variable whose parts lie in several places.
///
/// Concurrency: for one thread, as State/plans.h.

#include "State/parts.h"
#include "State/visiting.h"

/// Adds a variable of a type to a place in the tree: each part by its property, if the parts are all that the type has,
/// and else the bytes of each.
///
/// - first: The index of the first part; the parts of one variable follow each other.
void outl_visit_split(struct outl_visit *visit, uint32_t value, uintptr_t metadata, size_t first, uint32_t count);
