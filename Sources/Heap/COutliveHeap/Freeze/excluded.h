#pragma once

/// The memory that is not searched for roots.
///
/// These are malloc's memory, whose free parts contain stale pointers, and the tier's own memory, which points to every
/// block. The tier's state of a thread is not among them: see Allocation/capture.h.
///
/// Concurrency: in a frozen copy only.

#include "Freeze/nodes.h"

/// Finds the ranges. Returns `false` if there is no memory.
bool outl_excluded_find(const struct outl_nodes *nodes);

/// Returns the ranges in the order of their starts, and their number. They may overlap.
const struct outl_range *outl_excluded_all(size_t *count);
