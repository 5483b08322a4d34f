#pragma once

/// The graph of a frozen copy: nodes, edges and roots, and what is known of them.
///
/// Concurrency: in a frozen copy only.

#include "Freeze/walk.h"

/// Writes the graph. Returns 0 or an errno. Called before stacks and types are written, because it adds to them.
int outl_graph_write(struct outl_walk *walk);
