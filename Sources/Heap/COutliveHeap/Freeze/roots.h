#pragma once

/// Roots: words outside of blocks that point to one.
///
/// Not searched are memory that points to everything or contains stale pointers (that of the tier, the C library, the
/// runtime, the unwinder and malloc) and stacks with an unknown pointer. Thread-locals lie at the end of a thread's
/// stack, next to the C library's record of the thread, which begins with its own address.
///
/// Concurrency: in a frozen copy only. The list of threads is shared with the program, which reads it when the copy has
/// ended.

#include "Freeze/nodes.h"

/// Writes the roots, and stores the searched part of each stack in the list of threads. Returns 0 or an errno.
int outl_roots_write(const struct outl_nodes *nodes);
