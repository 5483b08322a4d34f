#pragma once

/// The graph of a frozen copy.
///
/// Concurrency: in a frozen copy only.

#include "outl_heap_index.h"
#include "outl_heap_walk.h"

_Static_assert(sizeof(struct outl_node) == 40, "as docs/heap-snapshot.md says");

/// Writes the roots, and stores the searched part of each stack in the list of threads (outl_heap_threads.h).
///
/// Returns 0 or an errno.
int outl_roots_write(struct outl_walk *walk, const struct outl_nodes *nodes);
