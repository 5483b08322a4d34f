#pragma once

/// The sampling of allocations by bytes, instead of the table of all live blocks.
///
/// Each thread counts down the bytes to its next sampling point, see weight.h: an allocation costs a subtraction and a
/// branch, and so it does if the tier is off. The block in which the point lies is stored with its stack in a table of
/// live samples. `free` reads one byte of a filter by the block's address: only if a sample lies near, the table is
/// searched. A freed sample is added to the totals of its stack and type.
///
/// All tables have a constant size and never grow: what has no room is counted as dropped, but not missing in the
/// totals.
///
/// Concurrency: as for the table of blocks, all functions may be called on any thread at any time, also in a signal
/// handler that interrupted one of them on the same thread. There are no locks. A sample belongs to its block's owner:
/// an address is added and removed by one thread at a time, which malloc's contract ensures. A slot is claimed by one
/// compare-and-swap, and published by the store of the address, which is also the first word cleared. An entry of the
/// totals is claimed by its key alone; its amounts are only added to. `outl_sample_each` and the like may run
/// concurrently: each sample that they visit is whole, and the totals are right for about that time. In a signal
/// handler that interrupted the tier, blocks are not sampled, but freed samples are removed.

#include "Base/state.h"
#include "Objects/subject.h"

#include <stdatomic.h>

enum { OUTL_FILTER_BITS = 16, OUTL_FILTER_GRAIN = 6 };

/// The bits of an address that select its byte of the filter: none if allocations are not sampled, so that one byte
/// is for all blocks.
extern _Atomic uint32_t outl_sample_mask OUTL_HIDDEN;

/// The number of live samples whose addresses lead to a byte: 0 if no block there has a record.
///
/// With the table of all blocks, the first byte is 1.
extern _Atomic uint8_t outl_sample_filter[1 << OUTL_FILTER_BITS] OUTL_HIDDEN;

/// The countdown of a thread without sampling: 0 as long as each allocation takes the slow path.
extern _Atomic uint64_t outl_sample_pause OUTL_HIDDEN;

/// Returns the byte of the filter for a block. Neighbouring blocks share one, so that the filter stays in the cache.
static inline _Atomic uint8_t *outl_sample_filter_of(uintptr_t block) {
    uint32_t mask = atomic_load_explicit(&outl_sample_mask, memory_order_relaxed);
    return &outl_sample_filter[(uint32_t)block >> OUTL_FILTER_GRAIN & mask];
}

/// Returns `false` if the block surely has no record.
__attribute__((always_inline))
static inline bool outl_sample_may_contain(const void *block) {
    return atomic_load_explicit(outl_sample_filter_of((uintptr_t)block), memory_order_relaxed) != 0;
}

/// Creates the tables. Returns `false` if there is no memory. Called once, before `outl_heap_on` becomes `true`.
bool outl_sample_prepare(void);

/// Lets `free` take the slow path for every block, for the table of all blocks. Called once, likewise.
void outl_sample_open_filter(void);

/// Lets each thread run without the slow path from its next allocation on: nothing is recorded any more.
void outl_sample_end(void);

/// Handles an allocation that exceeds the countdown of the thread: samples the block, unless the thread is new.
void outl_sample_add(uintptr_t block, size_t size, enum outl_block_kind kind, const uintptr_t *slot, const void *frame);

/// Removes the sample of a block that is about to be freed, and adds it to the totals, if there is one.
void outl_sample_remove(uintptr_t block);

/// Removes the sample of a block that may be moved, and copies it to `taken`. Returns `false` if there is none.
///
/// The caller then calls `outl_sample_count_freed`, or `outl_sample_restore` if the block stays.
bool outl_sample_take(uintptr_t block, struct outl_block *taken);
void outl_sample_count_freed(const struct outl_block *taken);
void outl_sample_restore(const struct outl_block *taken);

/// Samples the next block of this thread, whatever its size.
void outl_sample_force(void);

/// Forgets all freed samples. Called at the start, after the check of the tier.
void outl_sample_reset(void);

/// Calls `visit` for each live sample.
void outl_sample_each(void (*visit)(const struct outl_block *block, void *context), void *context);

/// Calls `visit` for the freed samples of each stack and type.
void outl_sample_each_freed(void (*visit)(const struct outl_freed_blocks *freed, void *context), void *context);

/// Returns `true` if a live sample begins at the address, and copies it.
bool outl_sample_find(uintptr_t address, struct outl_block *found);

/// Returns the numbers of live and of freed samples, and of samples that found no room among the live ones.
void outl_sample_count(uint64_t *live, uint64_t *freed, uint64_t *none);

/// Returns the memory of the tables that is in use, approximately, in bytes.
size_t outl_sample_memory(void);
