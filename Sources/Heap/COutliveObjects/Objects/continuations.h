#pragma once

/// The continuations of Dispatch: the blocks in which it stores submitted work. It does not erase their words, which
/// lead to what they, or earlier blocks there, contained.
///
/// Concurrency: as Objects/graph.h.

#include "Objects/nodes.h"

/// Marks the continuations that a thread keeps for reuse, found by its thread-locals from `first` to `end`.
///
/// - thread: The ID of the thread.
void outl_continuations_mark(const struct outl_nodes *nodes, uintptr_t first, uintptr_t end, uint32_t thread);

/// Writes the continuations in use and the marked ones.
void outl_continuations_write(const struct outl_nodes *nodes);
