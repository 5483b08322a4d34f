#pragma once

/// The live blocks: one record each, found by address.
///
/// Concurrency: `remove`, and the functions that add in outl_heap_table.h, may be called on any thread at any time,
/// also in a signal handler that interrupted one of them on the same thread. They take no lock and call nothing that
/// allocates; memory comes from mmap and is reused, never unmapped. An address is added and removed by one thread at a
/// time, which malloc's contract ensures. `find` and `each` are for a copy of the process in which no other thread runs
/// (see outl_heap_freeze.h): whenever the copy was made, a block's record is either complete or absent.

#include "outl_heap_hidden.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum outl_block_kind {
    OUTL_BLOCK_RAW = 0,    ///< Any other block. Tasks are among these; their metadata identifies them.
    OUTL_BLOCK_OBJECT = 1, ///< Allocated by swift_allocObject or swift_allocBox.
};

/// The record of a live block, 24 bytes.
struct outl_block {
    uintptr_t address;
    uint64_t size : 56; ///< The requested size in bytes.
    uint64_t kind : 8;  ///< An outl_block_kind.
    uint32_t stack;     ///< A number of outl_stack_table, or 0.
    uint32_t birth;     ///< The cycle of the allocation.
};

/// Creates the table. Returns `false` if there is no memory. Called once, before the other functions.
bool outl_blocks_prepare(void);

/// Removes the record of a block that is about to be freed, and copies it to `removed` unless that is null.
///
/// Returns `true` if there was a record.
bool outl_blocks_remove(void *block, struct outl_block *removed);

/// Returns the record of the block that begins at `address`, or null. Only in a frozen copy.
const struct outl_block *outl_blocks_find(uintptr_t address);

/// Calls `visit` for each live block, in no particular order. Only in a frozen copy.
void outl_blocks_each(void (*visit)(const struct outl_block *block, void *context), void *context);

/// Calls `visit` with the memory of the slots of each region that ever contained a block.
void outl_blocks_each_region(void (*visit)(uintptr_t start, uintptr_t end, void *context), void *context);

/// Returns the approximate number of bytes of memory that the table uses now.
size_t outl_blocks_memory(void);

/// Returns the number of blocks not recorded for lack of memory.
uint64_t outl_blocks_lost(void);

/// The current cycle, which new records receive. Written by the service only.
extern _Atomic uint32_t outl_heap_cycle OUTL_HIDDEN;
