#pragma once

/// The short way through the table of blocks, to be inlined into malloc and free. For everything else: outl_heap_blocks.h.
///
/// A record is found by the block's address through slots, each of which holds the number of a record. There is a layer
/// of slots for every power of two that chunk sizes of malloc begin at: in the layer of sizes from 2^k to 2^(k+1) - 1 a
/// slot stands for 2^k bytes, in which two chunks of that size cannot both begin. So a slot belongs to one block at a
/// time, a block pays for less than two slots (8 bytes) of a dense heap, and what a layer does not use is never touched.
/// The size that glibc keeps in front of a block does not change between malloc and free, so both find the same layer.
///
/// The 20 layers of a region of 16 MiB lie in one piece of memory, level by level as in a binary heap.
///
/// Concurrency: see outl_heap_blocks.h. A slot and its record belong to whoever owns the block; malloc and free hand that on
/// from thread to thread. The spare records are the thread's own; `busy` keeps signal handlers on it away from them.

#include "outl_heap_blocks.h"
#include "outl_heap_state.h"

#include <stdatomic.h>

enum {
    OUTL_RECORD_UNITS = sizeof(struct outl_block) / 8, // Records are numbered by units of 8 bytes.
    OUTL_REGION_BITS = 24,
    OUTL_LAYER_MIN = 5,
    OUTL_REGION_SLOTS = 1 << (OUTL_REGION_BITS - OUTL_LAYER_MIN + 1),
    OUTL_REGION_COUNT = 1 << (47 - OUTL_REGION_BITS),
};

struct outl_blocks_table {
    uint64_t *records;
    _Atomic(uint32_t *) *regions;
};
extern struct outl_blocks_table outl_blocks_table __attribute__((visibility("hidden")));

/// The long ways: another record when none is in hand; room when all hands are full; the slots of a new region.
/// Called with `busy` set. 0 or null where there is no memory.
uint32_t outl_blocks_refill(void);
void outl_blocks_spill(uint32_t record);
uint32_t *outl_blocks_make_region(uintptr_t block);

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

// A word that is no chunk's (the program frees what is no block) must not lead astray either.
static inline int outl_layer_of(size_t chunk_size) {
    int layer = 63 - __builtin_clzl(chunk_size | (size_t)1 << OUTL_LAYER_MIN);
    return layer < OUTL_REGION_BITS ? layer : OUTL_REGION_BITS;
}

static inline uint32_t *outl_region_of(uintptr_t block) {
    return atomic_load_explicit(&outl_blocks_table.regions[block >> OUTL_REGION_BITS], memory_order_acquire);
}

static inline uint32_t *outl_slot_of(uint32_t *region, uintptr_t block) {
    return &region[outl_slot_in_region(block, outl_layer_of(outl_chunk_size(block)))];
}

/// Fills in a record. Its address comes last: without it there is no record.
static inline void outl_record_write(
    uint32_t number, uint32_t *slot, uintptr_t block, size_t size, enum outl_block_kind kind, uint32_t stack
) {
    struct outl_block *record = outl_record_at(number);
    uint64_t word = (uint64_t)size | (uint64_t)kind << 56;
    __builtin_memcpy((char *)record + sizeof(uintptr_t), &word, sizeof word);
    record->stack = stack;
    record->birth = atomic_load_explicit(&outl_heap_cycle, memory_order_relaxed);
    __atomic_store_n(slot, number, __ATOMIC_RELAXED);
    __atomic_store_n(&record->address, block, __ATOMIC_RELEASE);
}

/// Records a block of a thread whose `busy` is 0, or which set it to 1 itself and leaves it to this to end that.
__attribute__((always_inline))
static inline void outl_blocks_add_fast(uintptr_t block, size_t size, enum outl_block_kind kind, uint32_t stack) {
    struct outl_heap_thread *thread = &outl_heap_thread;
    uint32_t *region = outl_region_of(block);
    thread->busy = 1;
    OUTL_SIGNAL_FENCE();
    if (__builtin_expect(!region, 0)) { region = outl_blocks_make_region(block); }
    if (__builtin_expect(region != NULL, 1)) {
        uint32_t *slot = outl_slot_of(region, block);
        // What is there already was given back past `free`.
        uint32_t number = __atomic_load_n(slot, __ATOMIC_RELAXED);
        uint32_t count = thread->spare_count;
        if (__builtin_expect(number != 0, 0)) {
            __atomic_store_n(&outl_record_at(number)->address, 0, __ATOMIC_RELEASE);
        } else if (__builtin_expect(count != 0, 1)) {
            number = thread->spares[count - 1];
            thread->spare_count = count - 1;
        } else {
            number = outl_blocks_refill();
        }
        if (__builtin_expect(number != 0, 1)) { outl_record_write(number, slot, block, size, kind, stack); }
    }
    OUTL_SIGNAL_FENCE();
    thread->busy = 0;
}

/// Forgets a block, on a thread whose `busy` is 0.
__attribute__((always_inline))
static inline void outl_blocks_remove_fast(uintptr_t block) {
    struct outl_heap_thread *thread = &outl_heap_thread;
    uint32_t *region = outl_region_of(block);
    if (__builtin_expect(!region, 0)) { return; }
    uint32_t *slot = outl_slot_of(region, block);
    uint32_t number = __atomic_load_n(slot, __ATOMIC_RELAXED);
    if (__builtin_expect(number == 0, 0)) { return; }
    __atomic_store_n(&outl_record_at(number)->address, 0, __ATOMIC_RELEASE);
    __atomic_store_n(slot, 0, __ATOMIC_RELEASE);
    thread->busy = 1;
    OUTL_SIGNAL_FENCE();
    uint32_t count = thread->spare_count;
    if (__builtin_expect(count < OUTL_SPARES_MAX, 1)) {
        thread->spares[count] = number;
        thread->spare_count = count + 1;
    } else {
        outl_blocks_spill(number);
    }
    OUTL_SIGNAL_FENCE();
    thread->busy = 0;
}
