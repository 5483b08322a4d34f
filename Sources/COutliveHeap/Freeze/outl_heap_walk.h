#pragma once

/// The walk over the blocks of a frozen copy: types and stacks get their numbers here.
///
/// Concurrency: in a frozen copy only, see outl_heap_freeze.h.

#include "outl_heap_blocks.h"
#include "outl_heap_freeze.h"
#include "outl_heap_metadata.h"
#include "outl_heap_scratch.h"

/// What a file says where an index names nothing.
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
    uint64_t bytes; ///< As malloc gave them, not as they were asked for.
};

/// An item of the containers: what the objects of a census row hold.
struct outl_container {
    uint32_t row;
    uint32_t reserved;
    uint64_t used;     ///< Bytes of the elements.
    uint64_t capacity; ///< Bytes that there is room for.
};

/// What is known so far.
struct outl_walk {
    const struct outl_freeze_order *order;
    struct outl_freeze_result *result;
    struct outl_table kinds;  ///< From metadata to its kind, so that each is looked at once.
    struct outl_table types;  ///< From a type's key to its number.
    struct outl_array keys;   ///< The keys by number.
    struct outl_table stacks; ///< From a stack's number in the table of stacks to that in the file.
    struct outl_array stack_list;
    struct outl_table row_index;
    struct outl_array rows;
    struct outl_array contents;   ///< Of each type how to read what its objects hold: `struct outl_contents`.
    struct outl_array containers; ///< In the order of their rows' first objects.
    struct outl_table container_index; ///< From a row's number to its place there.
    struct outl_table raw_index;
    struct outl_array raw_rows;
    int error;
};

/// What a block is.
struct outl_walk_block {
    enum outl_type_kind kind;
    uint32_t type;  ///< Its number in the file.
    uint32_t stack; ///< Likewise, or OUTL_NOTHING.
    uint32_t state;
};

/// Classifies a block; a raw one has no type without a graph.
struct outl_walk_block outl_walk_classify(struct outl_walk *walk, const struct outl_block *block);

/// The bytes that malloc gave for the block at `address`, of which `size` were asked for: what malloc_usable_size returns.
uint64_t outl_walk_usable(uintptr_t address, uint64_t size);

/// The number of a type, which it gets the first time that it is asked for.
uint32_t outl_walk_type(struct outl_walk *walk, struct outl_type_key key);

/// Writes nodes, edges, roots and threads: outl_heap_graph.c. To be called before the stacks and types are written,
/// which it adds to. Returns 0 or an errno.
int outl_graph_write(struct outl_walk *walk);
