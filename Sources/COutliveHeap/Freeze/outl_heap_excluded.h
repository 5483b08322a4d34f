#pragma once

/// Where no roots are looked for: in what malloc manages, whose free memory points to what is long gone, and in the
/// tier's own tables, which point to every block.
///
/// Concurrency: in a frozen copy only.

#include "outl_heap_index.h"

struct outl_range {
    uintptr_t start;
    uintptr_t end;
};

/// Finds the ranges; false when there is no memory.
bool outl_excluded_find(const struct outl_nodes *nodes);

/// The ranges by their start, and their number. They may overlap.
const struct outl_range *outl_excluded_all(size_t *count);
