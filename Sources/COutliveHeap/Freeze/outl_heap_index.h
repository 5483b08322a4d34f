#pragma once

/// Finds the block that a word points to, among the blocks sorted by address.
///
/// Concurrency: in a frozen copy only.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// An item of the nodes.
struct outl_node {
    uint64_t address;
    uint64_t bytes;
    uint32_t type;
    uint32_t stack;
    uint32_t birth;
    uint32_t state;
    uint32_t edges;
    uint32_t elements;
};

/// What is known of a node beside what the file says.
enum {
    OUTL_NODE_RAW = 1,     ///< No Swift object.
    OUTL_NODE_INSIDE = 2,  ///< A word may point into it, not only to its beginning.
    OUTL_NODE_VALUE = 8,   ///< The box of a value of `any P`.
    OUTL_NODE_LEAF = 4,    ///< What it holds keeps nothing alive: a side table, the runtime's own metadata.
};

struct outl_nodes {
    struct outl_node *items;
    uint8_t *flags;
    uint32_t count;
};

/// Makes the index of nodes that are sorted; false when there is no memory.
bool outl_index_make(const struct outl_nodes *nodes);

/// The number of the node in which `address` lies; OUTL_NOTHING (0xFFFFFFFF) when there is none.
uint32_t outl_index_at(uintptr_t address);

/// The address in a word of the program's memory: Swift keeps flags in the upper and the lowest bits of a reference.
static inline uintptr_t outl_index_address(uintptr_t word) { return word & UINT64_C(0x00FFFFFFFFFFFFF8); }

/// The number of the node that a word of the program's memory points to; OUTL_NOTHING when there is none.
uint32_t outl_index_target(uintptr_t word);
