#pragma once

/// The walk over the blocks of the subject, and the census.
///
/// Concurrency: one walk in a process, on one thread: in a frozen copy, or in the process that inspects another one.
/// Calls nothing that allocates or takes a lock.

#include "Memory/maps.h"
#include "Objects/output.h"
#include "Objects/subject.h"
#include "Types/metadata.h"

/// The order of a walk.
struct outl_walk_order {
    int file;       ///< Open for reading and writing.
    bool with_graph;
    bool with_contents; ///< Writes the contents and counts of objects as well. For files in memory alone.
    uint32_t cycle; ///< The census rows count the blocks allocated in this cycle or before.
    bool with_state;        ///< Writes the state of the program.
    bool without_heap;      ///< Leaves the blocks out: the state alone is of interest.
    uint64_t state_key[2];  ///< The key of the hashes of contents.
    int (*open_module)(uint32_t module); ///< Opens the file of a module, or returns -1. For the state.
};

/// The result, which a frozen copy writes to shared memory.
struct outl_walk_result {
    struct outl_sections sections;
    uint64_t keys_offset; ///< The offset in the file of the types' keys, one `struct outl_type_key` each.
    uint64_t key_count, raw_blocks, raw_bytes;
};

/// The state of the walk over the blocks of the subject.
struct outl_walk {
    const struct outl_walk_order *order;
    struct outl_walk_result *result;
    struct outl_table kinds;  ///< From metadata to its kind, so that each is read once.
    struct outl_keyed types;  ///< The keys of types.
    struct outl_keyed stacks; ///< The numbers of stacks in the table of stacks.
    int error;                ///< An errno, or 0.
};

/// The classification of a block.
struct outl_walk_block {
    enum outl_type_kind kind;
    uint32_t type;  ///< Its number in the file.
    uint32_t stack; ///< The stack's number in the file, or OUTL_NOTHING.
    uint32_t state; ///< 0 alive, 1 deinitialised.
};

/// Classifies a block. A raw block has no type unless the file has a graph.
struct outl_walk_block outl_walk_classify(struct outl_walk *walk, const struct outl_block *block);

/// Returns the size of a block's chunk, which glibc stores in the word in front of it, without the flags.
static inline uint64_t outl_chunk_of(uintptr_t address) { return outl_word(address - 8) & ~UINT64_C(7); }

/// Returns the usable size of the block at `address`, as malloc_usable_size does; `size` bytes were requested.
uint64_t outl_walk_usable(uintptr_t address, uint64_t size);

/// Returns the number of a type, and assigns one at the first call.
uint32_t outl_walk_type(struct outl_walk *walk, struct outl_type_key key);

/// Returns the key of a type with a number.
static inline const struct outl_type_key *outl_walk_key(const struct outl_walk *walk, uint32_t type) {
    return (const struct outl_type_key *)walk->types.array.items + type;
}

/// Returns the number of a stack in the file, or OUTL_NOTHING.
uint32_t outl_walk_stack(struct outl_walk *walk, uint32_t stack);

/// Writes the stacks and their frames. Called last, because walks add to them.
void outl_walk_write_stacks(struct outl_walk *walk);

/// Writes the census: the numbers of blocks and bytes by type, stack and cycle of allocation. Returns 0 or an errno.
int outl_census_write(struct outl_walk *walk);

/// Writes what was ever allocated by type and stack, estimated from samples or counted by the ledger. Returns 0 or an
/// errno.
int outl_totals_write(struct outl_walk *walk);
