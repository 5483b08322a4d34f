#pragma once

/// The offsets of references that point into a task or a block of frames, not to its start.
///
/// Concurrency: as Objects/graph.h.

#include "Objects/functions.h"
#include "Objects/nodes.h"

/// Records the offset in `target`, a task or a block of frames, of the address in the word of reference `number`.
///
/// Other targets, and addresses of their beginning, are not recorded. The numbers of each kind must ascend, and edges
/// must come before roots.
void outl_inside_add(
    const struct outl_nodes *nodes, enum outl_reference of, uint32_t number, uint32_t target, uintptr_t word);

/// Writes the recorded offsets. Returns 0 or an errno.
int outl_inside_write(struct outl_sections *sections);
