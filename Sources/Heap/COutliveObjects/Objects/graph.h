#pragma once

/// The graph of the subject: nodes, edges and roots, and what is known of them. Each part has a header and a
/// source file.
///
/// Concurrency: one graph in a process, on the thread of the walk. A frozen copy shares the list of threads with the
/// program, which reads it when the copy has ended.

#include "Objects/walk.h"

/// Writes the graph. Returns 0 or an errno. Called before stacks and types are written, because it adds to them.
int outl_graph_write(struct outl_walk *walk);
