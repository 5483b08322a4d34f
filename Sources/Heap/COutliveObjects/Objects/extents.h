#pragma once

/// The part of a node that can contain references: elements up to an array's count, values up to their layout, frames of
/// tasks as far as they are allocated, results of task groups that are not read yet. Behind it are words of earlier
/// blocks, which malloc does not erase.
///
/// Concurrency: as Objects/graph.h.

#include "Objects/nodes.h"

/// A part of a node, as offsets.
struct outl_extent {
    uint64_t first, end;
};

/// Reads the limits of types, and finds the blocks of tasks' frames. Returns `false` if there is no memory.
///
/// Called when all types of nodes have numbers, and the layout of tasks was checked.
bool outl_extents_prepare(const struct outl_nodes *nodes);

/// Returns the part of a node with references, without the first two words of an object. It can be empty.
struct outl_extent outl_extent_of(const struct outl_nodes *nodes, uint32_t number);
