#pragma once

/// The walk over the blocks of a frozen copy, which numbers types and stacks.
///
/// Concurrency: in a frozen copy only, see outl_heap_freeze.h.

#include "outl_heap_blocks.h"
#include "outl_heap_freeze.h"
#include "outl_heap_metadata.h"
#include "outl_heap_scratch.h"

/// The index in a file that stands for none.
#define OUTL_NOTHING 0xFFFFFFFFu

/// An item of the census rows.
struct outl_row {
    uint32_t type;
    uint32_t stack;
    uint32_t birth;
    uint32_t state; ///< 0 alive, 1 deinitialised.
    uint64_t objects;
    uint64_t bytes;
};

/// An item of the raw rows.
struct outl_raw_row {
    uint32_t stack;
    uint32_t birth;
    uint64_t blocks;
    uint64_t bytes; ///< The usable bytes, not the requested ones.
};

/// An item of the containers: the amounts of the objects of a census row.
struct outl_container {
    uint32_t row;
    uint32_t reserved;
    uint64_t used;     ///< The bytes of the elements.
    uint64_t capacity; ///< The capacity in bytes.
};

/// The state of the walk.
struct outl_walk {
    const struct outl_freeze_order *order;
    struct outl_freeze_result *result;
    struct outl_table kinds;  ///< From metadata to its kind, so that each is read once.
    struct outl_table types;  ///< From a type's key to its number.
    struct outl_array keys;   ///< The keys by number.
    struct outl_table stacks; ///< From a stack's number in the table of stacks to that in the file.
    struct outl_array stack_list;
    struct outl_table row_index;
    struct outl_array rows;
    struct outl_array contents;   ///< The `struct outl_contents` of each type.
    struct outl_array containers; ///< In the order of their rows' first objects.
    struct outl_table container_index; ///< From a row's number to its index in `containers`.
    struct outl_table raw_index;
    struct outl_array raw_rows;
    int error;
};

/// The classification of a block.
struct outl_walk_block {
    enum outl_type_kind kind;
    uint32_t type;  ///< Its number in the file.
    uint32_t stack; ///< The stack's number in the file, or OUTL_NOTHING.
    uint32_t state;
};

/// Classifies a block. A raw block has no type unless the file has a graph.
struct outl_walk_block outl_walk_classify(struct outl_walk *walk, const struct outl_block *block);

/// Returns the usable size of the block at `address`, as malloc_usable_size does; `size` bytes were requested.
uint64_t outl_walk_usable(uintptr_t address, uint64_t size);

/// Returns the number of a type, and assigns one at the first call.
uint32_t outl_walk_type(struct outl_walk *walk, struct outl_type_key key);

/// Writes nodes, edges and roots: outl_heap_graph.c. Returns 0 or an errno.
///
/// Called before stacks and types are written, because it adds to them.
int outl_graph_write(struct outl_walk *walk);
