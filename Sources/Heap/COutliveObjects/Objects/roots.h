#pragma once

/// Roots: words outside of blocks that point to one.
///
/// Not searched are memory that points to everything or contains stale pointers (of the interposer, the C library, the
/// runtime, the unwinder and malloc) and stacks with an unknown pointer. Thread-locals lie at the end of a thread's
/// stack, next to the C library's record of the thread, which begins with its own address.
///
/// Concurrency: as Objects/graph.h.

#include "Objects/nodes.h"

/// Writes the roots, marks the continuations that threads keep and the nodes on stacks, and stores the searched part of
/// each stack in the list of threads. Returns 0 or an errno.
int outl_roots_write(const struct outl_nodes *nodes);

/// Writes the numbers of strong references to the objects on stacks: many words there are left over, and own nothing.
void outl_counts_write(const struct outl_nodes *nodes);
