#pragma once

/// The short way through the table of blocks, to be inlined into malloc and free. For everything else:
/// outl_heap_blocks.h.
///
/// A record is found by the block's address through slots, each of which holds the number of a record. Slots come in
/// layers, by the size of chunks: in a layer for chunks of at least 2^k bytes a slot stands for 2^k bytes, in which two
/// of them cannot both begin. So a slot belongs to one block at a time; a block of a dense heap pays for at most 6
/// slots (24 bytes), and mostly for 1 to 4; and what a layer does not use is never touched. The size that glibc keeps
/// in front of a block does not change between malloc and free, so both find the same layer. The layers of a region of
/// 16 MiB lie in one piece of memory, level by level as in a binary heap.
///
/// A record mostly stays with its slot when its block is freed, and serves the next block that begins there: then
/// recording writes the record, and forgetting clears one word of it, and nothing else is touched. So that records do
/// not pile up at places that are no longer used, forgetting at the first slot of each page takes the long way, which
/// looks at a sample of the records now and then. When many lie idle, all forgetting takes the long way: it puts
/// records in hand.
///
/// Concurrency: see outl_heap_blocks.h. A slot and its record belong to whoever owns the block; malloc and free hand
/// that on from thread to thread. Thus the short way has no state of its own, and a signal handler may come at any
/// point of it.

#include "outl_heap_blocks.h"
#include "outl_heap_state.h"

#include <stdatomic.h>

enum {
    OUTL_RECORD_UNITS = sizeof(struct outl_block) / 8, // Records are numbered by units of 8 bytes.
    OUTL_REGION_BITS = 24,
    OUTL_REGION_SLOTS = 1 << (OUTL_REGION_BITS - 4),
    OUTL_REGION_COUNT = 1 << (47 - OUTL_REGION_BITS),
    // The layers: one for chunks from 32 bytes on, one from 128 bytes, and one for each power of two from 768 bytes on.
    OUTL_LAYER_SMALL = 5,
    OUTL_LAYER_MEDIUM = 7,
    OUTL_LAYER_LARGE = 9,
    OUTL_CHUNK_MEDIUM = 128,
    OUTL_CHUNK_LARGE = 768,
};

struct outl_blocks_table {
    uint64_t *records;
    _Atomic(uint32_t *) *regions;
    // Forgetting takes the long way where none of these bits are set in the address of the slot.
    _Atomic uintptr_t short_way;
};
extern struct outl_blocks_table outl_blocks_table OUTL_HIDDEN;

/// The long ways, on a thread whose `busy` is 0.
void outl_blocks_add_long(uintptr_t block, size_t size, enum outl_block_kind kind, uint32_t stack);
void outl_blocks_remove_long(uint32_t *slot);

/// Bytes of records that were given out; those beyond were never used.
size_t outl_blocks_records_end(void);

/// Gives back the records that the calling thread has in hand. Called with `busy` set.
void outl_blocks_thread_ends(void);

static inline struct outl_block *outl_record_at(uint32_t number) {
    return (struct outl_block *)(outl_blocks_table.records + number);
}

/// The size of a block's chunk as glibc keeps it in the word in front of it, without the flags.
static inline size_t outl_chunk_size(uintptr_t block) {
    size_t word = __atomic_load_n((const size_t *)block - 1, __ATOMIC_RELAXED);
    return word & ~(size_t)7;
}

static inline size_t outl_slot_in_region(uintptr_t block, int layer) {
    return ((block & (((uintptr_t)1 << OUTL_REGION_BITS) - 1)) | (uintptr_t)1 << OUTL_REGION_BITS) >> layer;
}

// A word that is no chunk's (the program frees what is no block) must not lead out of the region, either.
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

/// Fills in a record that is not in use. Its address comes last: without it there is no record.
static inline void outl_record_write(
    struct outl_block *record, uintptr_t block, size_t size, enum outl_block_kind kind, uint32_t stack
) {
    uint64_t words[2] = {
        (uint64_t)size | (uint64_t)kind << 56,
        stack | (uint64_t)atomic_load_explicit(&outl_heap_cycle, memory_order_relaxed) << 32,
    };
    __builtin_memcpy((char *)record + sizeof(uintptr_t), words, sizeof words);
    __atomic_store_n(&record->address, block, __ATOMIC_RELEASE);
}

/// The slot of a fresh block, of which the size that was asked for is known: mostly without waiting for its first word.
static inline uint32_t *outl_slot_of_fresh(uint32_t *region, uintptr_t block, size_t size) {
    // glibc may give 16 bytes more than it has to.
    enum { surely_small = OUTL_CHUNK_MEDIUM - 8 - 32 };
    if (OUTL_LIKELY(size <= surely_small)) { return &region[outl_slot_in_region(block, OUTL_LAYER_SMALL)]; }
    return outl_slot_of(region, block);
}

/// Records a block, on a thread whose `busy` is 0. Returns false, and has done nothing, where the short way does not
/// lead there: then `outl_blocks_add_long` does it.
__attribute__((always_inline))
static inline bool outl_blocks_add_fast(uintptr_t block, size_t size, enum outl_block_kind kind, uint32_t stack) {
    uint32_t *region = outl_region_of(block);
    if (!OUTL_LIKELY(region)) { return false; }
    uint32_t number = __atomic_load_n(outl_slot_of_fresh(region, block, size), __ATOMIC_RELAXED);
    if (!OUTL_LIKELY(number)) { return false; }
    // Should the record be in use, then its block was given back past `free`.
    outl_record_write(outl_record_at(number), block, size, kind, stack);
    return true;
}

/// Forgets a block, on a thread whose `busy` is 0. Returns the slot where the short way does not lead there: then
/// `outl_blocks_remove_long` does it; otherwise null.
__attribute__((always_inline))
static inline uint32_t *outl_blocks_remove_fast(uintptr_t block) {
    uint32_t *region = outl_region_of(block);
    if (!OUTL_LIKELY(region)) { return NULL; }
    uint32_t *slot = outl_slot_of(region, block);
    uint32_t number = __atomic_load_n(slot, __ATOMIC_RELAXED);
    if (!OUTL_LIKELY(number)) { return NULL; }
    // Out of sight first: on the long way there is no hurry.
    __atomic_store_n(&outl_record_at(number)->address, 0, __ATOMIC_RELEASE);
    uintptr_t short_way = atomic_load_explicit(&outl_blocks_table.short_way, memory_order_relaxed);
    return OUTL_LIKELY((uintptr_t)slot & short_way) ? NULL : slot;
}
