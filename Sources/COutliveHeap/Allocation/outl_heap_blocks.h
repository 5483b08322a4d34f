#pragma once

/// The live blocks: one record each, found by address.
///
/// Concurrency: `remove`, and what outl_heap_table.h has to add, may be called on any thread at any time, also within a signal handler that
/// interrupted one of them on the same thread. They take no lock and call nothing that allocates; memory comes from
/// mmap and is reused, never given back. One address is added and removed by one thread at a time, which malloc's own
/// contract gives. `find` and `each` are for a copy of the process in which nothing else runs (see outl_heap_freeze.h):
/// there, whatever moment the copy was made at, they see each block either wholly or not at all.

#include "outl_heap_hidden.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum outl_block_kind {
    OUTL_BLOCK_RAW = 0,    ///< Anything else, as far as the allocation tells: tasks are told by their metadata.
    OUTL_BLOCK_OBJECT = 1, ///< Allocated by swift_allocObject or swift_allocBox.
};

/// What is kept of a live block: 24 bytes.
struct outl_block {
    uintptr_t address;
    uint64_t size : 56; ///< As asked for, in bytes.
    uint64_t kind : 8;  ///< An outl_block_kind.
    uint32_t stack;     ///< A number of outl_stack_table, or 0.
    uint32_t birth;     ///< The cycle it was made in.
};

/// Makes the table; false when there is no memory for it. Called once, before all else.
bool outl_blocks_prepare(void);

/// Forgets a block, before it is given back; `removed` (or null) receives its record. Returns whether there was one.
bool outl_blocks_remove(void *block, struct outl_block *removed);

/// The record of the block that begins at `address`; null when there is none. In a frozen copy only.
const struct outl_block *outl_blocks_find(uintptr_t address);

/// Calls `visit` for each live block, in no particular order. In a frozen copy only.
void outl_blocks_each(void (*visit)(const struct outl_block *block, void *context), void *context);

/// Tells of the memory of each stretch of addresses that blocks ever lay in.
void outl_blocks_each_region(void (*visit)(uintptr_t start, uintptr_t end, void *context), void *context);

/// Bytes that the table takes up in memory now, about.
size_t outl_blocks_memory(void);

/// How many blocks were not recorded for want of memory.
uint64_t outl_blocks_lost(void);

/// The cycle that blocks are born in. Written by the service only.
extern _Atomic uint32_t outl_heap_cycle OUTL_HIDDEN;
