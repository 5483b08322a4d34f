#pragma once

/// The nodes: the blocks sorted by address, and the search for the block to which a word points.
///
/// Concurrency: as Objects/graph.h.

#include "Objects/walk.h"

/// An item of the section of nodes.
struct outl_node {
    uint64_t address, bytes;
    uint32_t type, stack, birth, state, edges, elements;
};
_Static_assert(sizeof(struct outl_node) == 40, "as docs/heap-snapshot.md says");

/// The flags of a node that are not in the file.
enum {
    OUTL_NODE_RAW = 1,    ///< Not a Swift object.
    OUTL_NODE_INSIDE = 2, ///< A word may point into the node, not only to its start.
    OUTL_NODE_LEAF = 4,   ///< Its words keep nothing alive: a side table, the runtime's own metadata.
    OUTL_NODE_VALUE = 8,  ///< The box of a value of `any P`.
    OUTL_NODE_SLAB = 16,  ///< A block of a task's frames.
    OUTL_NODE_QUEUE = 32, ///< A part of the queue in which a task group stores results.
    OUTL_NODE_UNUSED = 64, ///< A continuation that Dispatch keeps for reuse.
    OUTL_NODE_COUNTED = 128, ///< A word on a stack, in a register or in the frames of a task leads to it.
};

struct outl_nodes {
    struct outl_walk *walk;
    struct outl_node *items;
    uint8_t *flags;
    uint32_t count;
};

/// Lists and classifies the blocks, and creates the index of their addresses. Returns 0 or an errno.
int outl_nodes_make(struct outl_walk *walk, struct outl_nodes *nodes);

/// Returns the number of the node that contains `address`, or OUTL_NOTHING.
uint32_t outl_nodes_at(uintptr_t address);

/// Returns the address of a node.
uint64_t outl_nodes_address(uint32_t number);

/// Returns the address in a word of memory without the flags that Swift stores in the upper and lowest bits of a
/// reference.
static inline uintptr_t outl_reference_address(uintptr_t word) { return word & UINT64_C(0x00FFFFFFFFFFFFF8); }

/// Returns the number of the node to which a word of memory points, or OUTL_NOTHING.
uint32_t outl_nodes_target(uintptr_t word);
