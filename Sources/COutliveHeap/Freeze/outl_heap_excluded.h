#pragma once

/// Where no roots are looked for: in what malloc manages, whose free memory points to what is long gone, and in the
/// tier's own memory, which points to every block. What it keeps for a thread is not among them: see
/// outl_heap_capture.h.
///
/// Concurrency: in a frozen copy only.

#include "outl_heap_index.h"
#include "outl_heap_scratch.h"

/// Finds the ranges; false when there is no memory.
bool outl_excluded_find(const struct outl_nodes *nodes);

/// The ranges by their start, and their number. They may overlap.
const struct outl_range *outl_excluded_all(size_t *count);
