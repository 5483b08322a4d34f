#pragma once

/// The table of live blocks, and its fast path, which is inlined into malloc and free.
///
/// A record is found by the block's address through slots. Each slot contains the number of a record. Slots come in
/// layers, by the size of chunks: in the layer for chunks of at least 2^k bytes a slot covers 2^k bytes, in which two
/// such chunks cannot both begin. So a slot belongs to one block at a time; a block of a dense heap costs at most 6
/// slots (24 bytes), and mostly 1 to 4; and unused slots are never touched. The size that glibc stores in front of a
/// block does not change between malloc and free, so both find the same layer. The layers of a region of 16 MiB share
/// one allocation, level by level as in a binary heap.
///
/// Blocks of another allocator than glibc's have slots in regions of their own, the wide ones: `malloc_usable_size`
/// determines the layer, from 8 bytes on, and a region has a layer for each power of two. As such blocks do not overlap
/// by their usable sizes, a slot belongs to one block at a time there, too. With glibc there are no wide regions, and
/// with another allocator no others, so that all blocks then take the slow path, and glibc's fast path has no branch
/// for them.
///
/// If the address space is limited, there are neither these regions nor contiguous records, see limited.h: no thread
/// takes the fast path, see `outl_heap_idle`.
///
/// A record mostly stays with its slot when its block is freed, and serves the next block at that address. Adding then
/// writes the record, removing clears one word of it, and neither touches other memory. Records must not accumulate at
/// addresses no longer in use. So removal at the first slot of each page takes the slow path, which from time to time
/// inspects a sample of the records. If many are idle, all removals take the slow path, which collects the records in
/// the thread's spares.
///
/// Concurrency: the functions that add and remove may be called on any thread at any time, also in a signal handler
/// that interrupted one of them on the same thread. They take no lock and call nothing that allocates; memory comes
/// from mmap and is reused, never unmapped. A slot and its record belong to the block's owner: an address is added and
/// removed by one thread at a time, which malloc's contract ensures. So the fast path has no state of its own.

#include "Allocation/clock.h"
#include "Base/state.h"
#include "Objects/block.h"

#include <stdatomic.h>

enum {
    OUTL_RECORD_UNITS = sizeof(struct outl_block) / 8, // Records are numbered in units of 8 bytes.
    OUTL_REGION_BITS = 24,
    OUTL_REGION_SLOTS = 1 << (OUTL_REGION_BITS - 4),
    OUTL_REGION_COUNT = 1 << (OUTL_OWN_ADDRESS_BITS - OUTL_REGION_BITS),
    // The layers: one for chunks from 32 bytes, one from 128 bytes, and one for each power of two from 768 bytes.
    OUTL_LAYER_SMALL = 5,
    OUTL_LAYER_MEDIUM = 7,
    OUTL_LAYER_LARGE = 9,
    OUTL_CHUNK_MEDIUM = 128,
    OUTL_CHUNK_LARGE = 768,
    // The layers of wide regions: one for each power of two from 8 bytes.
    OUTL_LAYER_WIDE = 3,
    OUTL_WIDE_REGION_SLOTS = 1 << (OUTL_REGION_BITS - OUTL_LAYER_WIDE + 1),
};

struct outl_blocks_table {
    uint64_t *records;
    _Atomic(uint32_t *) *regions;
    // Removal takes the fast path if one of these bits is set in the address of the slot.
    _Atomic uintptr_t fast_slots;
    // Null with glibc. With another allocator, no block has a region in `regions`.
    _Atomic(uint32_t *) *wide_regions;
};
extern struct outl_blocks_table outl_blocks_table OUTL_HIDDEN;

/// Stands for the slot of a block without a region in `regions`.
#define OUTL_NO_REGION ((uint32_t *)1)

/// Creates the table. Returns `false` if there is no memory. Called once, before the other functions.
///
/// - is_wide: `true` for the blocks of another allocator than glibc's.
bool outl_blocks_prepare(bool is_wide);

/// Records a block of the current cycle, or one born in `birth`, by the slow path. On a thread whose `busy` is
/// `outl_heap_idle`.
void outl_blocks_add_slow(uintptr_t block, size_t size, enum outl_block_kind kind, uint32_t stack);
void outl_blocks_add_born(uintptr_t block, size_t size, enum outl_block_kind kind, uint32_t stack, uint32_t birth);

/// Completes the removal of a block with the result of the fast path, or OUTL_NO_REGION without one, on a thread whose
/// `busy` is `outl_heap_idle`.
void outl_blocks_remove_slow(uintptr_t block, uint32_t *slot);

/// Removes the record of a block that is about to be freed, whatever `busy` is, and copies it to `removed` unless that
/// is null. Returns `true` if there was a record.
bool outl_blocks_remove(void *block, struct outl_block *removed);

/// Records a block again whose record `outl_blocks_remove` just cleared.
///
/// Needs no memory, and so may be called at any point, also if `busy` is not 0. Returns `false`, and does nothing, if
/// the slot has no record.
bool outl_blocks_restore(uintptr_t block, const struct outl_block *record);

/// Returns the calling thread's spare records to the shared batches. Called with `busy` set.
void outl_blocks_thread_ends(void);

/// Returns the number of blocks not recorded for lack of memory.
uint64_t outl_blocks_lost(void);

static inline struct outl_block *outl_record_at(uint32_t number) {
    return (struct outl_block *)(outl_blocks_table.records + number);
}

/// Returns the size of a block's chunk, which glibc stores in the word in front of it, without the flags.
static inline size_t outl_chunk_size(uintptr_t block) {
    size_t word = __atomic_load_n((const size_t *)block - 1, __ATOMIC_RELAXED);
    return word & ~(size_t)7;
}

static inline size_t outl_slot_in_region(uintptr_t block, int layer) {
    return ((block & (((uintptr_t)1 << OUTL_REGION_BITS) - 1)) | (uintptr_t)1 << OUTL_REGION_BITS) >> layer;
}

// If the program frees an address that is not a block, the word in front of it must not lead out of the region, either.
static inline int outl_layer_of_large(size_t chunk_size) {
    int layer = 63 - __builtin_clzl(chunk_size | (size_t)1 << OUTL_LAYER_LARGE);
    return layer < OUTL_REGION_BITS ? layer : OUTL_REGION_BITS;
}

static inline uint32_t *outl_region_of(uintptr_t block) {
    return atomic_load_explicit(&outl_blocks_table.regions[block >> OUTL_REGION_BITS], memory_order_acquire);
}

static inline uint32_t *outl_slot_of(uint32_t *region, uintptr_t block) {
    size_t chunk_size = outl_chunk_size(block);
    if (OUTL_LIKELY(chunk_size < OUTL_CHUNK_MEDIUM)) { return &region[outl_slot_in_region(block, OUTL_LAYER_SMALL)]; }
    if (OUTL_LIKELY(chunk_size < OUTL_CHUNK_LARGE)) { return &region[outl_slot_in_region(block, OUTL_LAYER_MEDIUM)]; }
    return &region[outl_slot_in_region(block, outl_layer_of_large(chunk_size))];
}

/// Returns the slot of a new block with a known requested size, mostly without waiting for its first word.
static inline uint32_t *outl_slot_of_fresh(uint32_t *region, uintptr_t block, size_t size) {
    // glibc may add 16 bytes more than necessary, and 32 if the block is aligned.
    enum { surely_small = OUTL_CHUNK_MEDIUM - 8 - 48 };
    if (OUTL_LIKELY(size <= surely_small)) { return &region[outl_slot_in_region(block, OUTL_LAYER_SMALL)]; }
    return outl_slot_of(region, block);
}

/// Writes an unused record. The address comes last, because it makes the record valid.
static inline void outl_record_write(
    struct outl_block *record, uintptr_t block, size_t size, enum outl_block_kind kind, uint32_t stack, uint32_t birth
) {
    uint64_t words[2] = {(uint64_t)size | (uint64_t)kind << 56, stack | (uint64_t)birth << 32};
    __builtin_memcpy((char *)record + sizeof(uintptr_t), words, sizeof words);
    __atomic_store_n(&record->address, block, __ATOMIC_RELEASE);
}

/// Records a block, on a thread whose `busy` is 0.
///
/// Returns `false`, and does nothing, if the fast path does not apply: the caller then calls `outl_blocks_add_slow`.
__attribute__((always_inline))
static inline bool outl_blocks_add_fast(uintptr_t block, size_t size, enum outl_block_kind kind, uint32_t stack) {
    uint32_t *region = outl_region_of(block);
    if (!OUTL_LIKELY(region)) { return false; }
    uint32_t number = __atomic_load_n(outl_slot_of_fresh(region, block, size), __ATOMIC_RELAXED);
    if (!OUTL_LIKELY(number)) { return false; }
    // If the record is in use, its block was released without `free`.
    outl_record_write(outl_record_at(number), block, size, kind, stack, outl_birth());
    return true;
}

/// Clears the record of a slot. Returns null, or the slot if `outl_blocks_remove_slow` has to complete the removal.
__attribute__((always_inline))
static inline uint32_t *outl_blocks_clear(uint32_t *slot, struct outl_block *record) {
    // Invalidates the record first; the slow path can finish later.
    __atomic_store_n(&record->address, 0, __ATOMIC_RELEASE);
    uintptr_t fast_slots = atomic_load_explicit(&outl_blocks_table.fast_slots, memory_order_relaxed);
    return OUTL_LIKELY((uintptr_t)slot & fast_slots) ? NULL : slot;
}

/// Removes a block, on a thread whose `busy` is 0.
///
/// Returns the slot or OUTL_NO_REGION if the fast path does not apply: the caller then calls `outl_blocks_remove_slow`.
/// Otherwise null.
__attribute__((always_inline))
static inline uint32_t *outl_blocks_remove_fast(uintptr_t block) {
    uint32_t *region = outl_region_of(block);
    if (!OUTL_LIKELY(region)) { return OUTL_NO_REGION; }
    uint32_t *slot = outl_slot_of(region, block);
    uint32_t number = __atomic_load_n(slot, __ATOMIC_RELAXED);
    return OUTL_LIKELY(number) ? outl_blocks_clear(slot, outl_record_at(number)) : NULL;
}

/// Returns the record of a block of this thread, or null if the fast path does not apply or there is none.
///
/// - slot: Receives the slot of the block.
__attribute__((always_inline))
static inline struct outl_block *outl_blocks_find_fast(uintptr_t block, uint32_t **slot) {
    uint32_t *region = outl_region_of(block);
    if (!OUTL_LIKELY(region)) { return NULL; }
    *slot = outl_slot_of(region, block);
    uint32_t number = __atomic_load_n(*slot, __ATOMIC_RELAXED);
    struct outl_block *record = outl_record_at(number);
    return OUTL_LIKELY(number && record->address == block) ? record : NULL;
}

/// Returns the stack of a block that the caller keeps alive, or 0 if it has no record.
///
/// On any thread that got the block from the one that allocated it.
uint32_t outl_blocks_stack(uintptr_t block);

/// Returns `true` if a block that the caller keeps alive has a record.
bool outl_blocks_contain(uintptr_t block);

// MARK: Read access
//
// `find` and `each` are for a copy of the process in which no other thread runs. They rely on `address` being the last
// word written of a record, and the first that is cleared: whenever the copy was made, a block's record is either
// complete or absent. The others may be called at any time; the amount is approximate.

/// Returns the record of the block that begins at `address`, or null. Only in a frozen copy.
const struct outl_block *outl_blocks_find(uintptr_t address);

/// Calls `visit` for each live block, in no particular order. Only in a frozen copy.
void outl_blocks_each(void (*visit)(const struct outl_block *block, void *context), void *context);

/// Calls `visit` with all memory of the table that was ever used.
void outl_blocks_each_own(void (*visit)(uintptr_t start, uintptr_t end, void *context), void *context);

/// Returns the approximate number of bytes of memory that the table uses now.
size_t outl_blocks_memory(void);
