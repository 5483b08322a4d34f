#include "Allocation/sample.h"

#if OUTL_HEAP_SERVED

#include "Allocation/capture.h"
#include "Allocation/weight.h"
#include "Base/own_memory.h"
#include "Base/room.h"
#include "Memory/system.h"

#include <errno.h>

// MARK: Tables

struct sample {
    _Atomic uintptr_t address; // 0 if the slot is free, `claimed` while it is written.
    _Atomic uint64_t size_and_kind;
    _Atomic uint64_t stack;
};

struct total {
    _Atomic uint64_t key; // 0 if the entry is free.
    _Atomic uint64_t samples, weight, bytes, temporary_weight, temporary_bytes;
};

enum {
    bucket_bits = 13, bucket_slots = 16, total_bits = 15, type_bits = 14, probes = 64,
    // Numbers of types. Others are the place in `types` and these two.
    type_raw = 0, type_unknown = 1, type_first = 2,
    kind_shift = 56, stack_shift = 16,
};
static const uintptr_t claimed = 1;
static const uint64_t key_mark = UINT64_C(1) << 63;

static struct tables {
    struct sample live[1 << bucket_bits][bucket_slots];
    struct total freed[1 << total_bits]; // The first is for all that find no other.
    _Atomic uintptr_t types[1 << type_bits];
} *tables;

_Atomic uint32_t outl_sample_mask;
_Atomic uint8_t outl_sample_filter[1 << OUTL_FILTER_BITS];
_Atomic uint64_t outl_sample_pause;

static _Atomic uint64_t dropped, live_samples, seeds;

bool outl_sample_prepare(void) {
    tables = outl_room_pages(sizeof *tables, PROT_READ | PROT_WRITE);
    // Huge pages would use 2 MiB for a few samples.
    if (!tables) { return false; }
    outl_own_add(tables, sizeof *tables);
    madvise(tables, sizeof *tables, MADV_NOHUGEPAGE);
    atomic_store_explicit(&outl_sample_mask, (1 << OUTL_FILTER_BITS) - 1, memory_order_relaxed);
    return true;
}

void outl_sample_open_filter(void) {
    atomic_store_explicit(&outl_sample_filter[0], 1, memory_order_relaxed);
}

void outl_sample_end(void) {
    atomic_store_explicit(&outl_sample_pause, INT64_MAX, memory_order_relaxed);
    atomic_store_explicit(&outl_sample_mask, 0, memory_order_relaxed);
    atomic_store_explicit(&outl_sample_filter[0], 0, memory_order_relaxed);
}

static uint64_t mix(uint64_t word) { return (word ^ word >> 29) * UINT64_C(0x9E3779B97F4A7C15); }

// MARK: Freed samples

// Returns the number of a type, by the first word of its objects.
static uint32_t type_number(uintptr_t metadata) {
    size_t index = mix(metadata) >> (64 - type_bits);
    for (int probe = 0; probe < probes; probe++, index = (index + 1) % (1 << type_bits)) {
        uintptr_t known = 0;
        if (atomic_compare_exchange_strong_explicit(
                &tables->types[index], &known, metadata, memory_order_relaxed, memory_order_relaxed)
            || known == metadata) {
            return (uint32_t)index + type_first;
        }
    }
    return type_unknown;
}

static struct total *total_of(uint32_t stack, uint32_t type) {
    uint64_t key = key_mark | (uint64_t)stack << stack_shift | type;
    size_t index = mix(key) >> (64 - total_bits);
    for (int probe = 0; probe < probes; probe++, index = (index + 1) % (1 << total_bits)) {
        uint64_t known = 0;
        if (index == 0) { continue; }
        if (atomic_compare_exchange_strong_explicit(
                &tables->freed[index].key, &known, key, memory_order_release, memory_order_relaxed)
            || known == key) {
            return &tables->freed[index];
        }
    }
    return &tables->freed[0];
}

static void count_freed(uint64_t size, uint32_t stack, uint32_t type, bool is_temporary) {
    struct total *total = total_of(stack, type);
    uint64_t weight = outl_sample_weight(size, outl_heap_settings.rate);
    if (is_temporary) {
        atomic_fetch_add_explicit(&total->temporary_weight, weight, memory_order_relaxed);
        atomic_fetch_add_explicit(&total->temporary_bytes, size * weight / OUTL_SAMPLE_UNIT, memory_order_relaxed);
    }
    atomic_fetch_add_explicit(&total->samples, 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&total->weight, weight, memory_order_relaxed);
    atomic_fetch_add_explicit(&total->bytes, size * weight / OUTL_SAMPLE_UNIT, memory_order_relaxed);
}

// MARK: Live samples

static struct sample *bucket_of(uintptr_t block) { return tables->live[mix(block >> 4) >> (64 - bucket_bits)]; }

static void add_to_filter(uintptr_t block, int change) {
    atomic_fetch_add_explicit(outl_sample_filter_of(block), (uint8_t)change, memory_order_relaxed);
}

// Returns `false` if there is no room.
static bool insert(uintptr_t block, uint64_t size_and_kind, uint32_t stack) {
    enum { maximum_in_filter = 200 };
    if (atomic_load_explicit(outl_sample_filter_of(block), memory_order_relaxed) >= maximum_in_filter) { return false; }
    struct sample *bucket = bucket_of(block);
    for (int slot = 0; slot < bucket_slots; slot++) {
        uintptr_t none = 0;
        if (!atomic_compare_exchange_strong_explicit(
                &bucket[slot].address, &none, claimed, memory_order_acquire, memory_order_relaxed)) {
            continue;
        }
        atomic_store_explicit(&bucket[slot].size_and_kind, size_and_kind, memory_order_relaxed);
        atomic_store_explicit(&bucket[slot].stack, stack, memory_order_relaxed);
        add_to_filter(block, 1);
        atomic_store_explicit(&bucket[slot].address, block, memory_order_release);
        atomic_fetch_add_explicit(&live_samples, 1, memory_order_relaxed);
        return true;
    }
    return false;
}

static void drop(uint64_t size_and_kind, uint32_t stack) {
    bool is_object = size_and_kind >> kind_shift == OUTL_BLOCK_OBJECT;
    atomic_fetch_add_explicit(&dropped, 1, memory_order_relaxed);
    // Its type is not known yet.
    count_freed(size_and_kind & ((UINT64_C(1) << kind_shift) - 1), stack, is_object ? type_unknown : type_raw, false);
}

static struct outl_block read_sample(const struct sample *sample, uintptr_t address) {
    uint64_t word = atomic_load_explicit(&sample->size_and_kind, memory_order_relaxed);
    return (struct outl_block){
        .address = address, .size = word & ((UINT64_C(1) << kind_shift) - 1), .kind = word >> kind_shift,
        .stack = (uint32_t)atomic_load_explicit(&sample->stack, memory_order_relaxed)};
}

static struct sample *find(uintptr_t block) {
    struct sample *bucket = bucket_of(block);
    for (int slot = 0; slot < bucket_slots; slot++) {
        if (atomic_load_explicit(&bucket[slot].address, memory_order_acquire) == block) { return &bucket[slot]; }
    }
    return NULL;
}

bool outl_sample_take(uintptr_t block, struct outl_block *taken) {
    if (block <= claimed) { return false; }
    struct sample *sample = find(block);
    if (!sample) { return false; }
    *taken = read_sample(sample, block);
    // The type is kept where the samples have no use for a cycle.
    bool is_known = taken->kind == OUTL_BLOCK_OBJECT && taken->size >= sizeof(uintptr_t);
    uintptr_t metadata = is_known ? __atomic_load_n((const uintptr_t *)block, __ATOMIC_RELAXED) : 0;
    taken->birth = metadata ? type_number(metadata) : taken->kind == OUTL_BLOCK_OBJECT ? type_unknown : type_raw;
    atomic_store_explicit(&sample->address, 0, memory_order_release);
    atomic_fetch_sub_explicit(&live_samples, 1, memory_order_relaxed);
    add_to_filter(block, -1);
    return true;
}

void outl_sample_count_freed(const struct outl_block *taken) {
    struct outl_heap_thread *thread = &outl_heap_thread;
    bool is_temporary = thread->sampled == taken->address && thread->countdown == thread->sampled_countdown;
    count_freed(taken->size, taken->stack, taken->birth, is_temporary);
}

void outl_sample_restore(const struct outl_block *taken) {
    uint64_t size_and_kind = (uint64_t)taken->size | (uint64_t)taken->kind << kind_shift;
    if (!insert(taken->address, size_and_kind, taken->stack)) { drop(size_and_kind, taken->stack); }
}

void outl_sample_remove(uintptr_t block) {
    struct outl_block taken;
    if (outl_sample_take(block, &taken)) { outl_sample_count_freed(&taken); }
}

// MARK: Sampling

static uint64_t draw(struct outl_heap_thread *thread) {
    return outl_sample_distance(&thread->random, outl_heap_settings.rate);
}

static void seed(struct outl_heap_thread *thread) {
    uint64_t number = atomic_fetch_add_explicit(&seeds, 1, memory_order_relaxed);
    thread->random = (mix(outl_now(CLOCK_MONOTONIC)) ^ mix(number)) | 1;
}

void outl_sample_add(uintptr_t block, size_t size, enum outl_block_kind kind, const uintptr_t *slot, const void *frame) {
    struct outl_heap_thread *thread = &outl_heap_thread;
    if (thread->busy != OUTL_THREAD_NEW) {
        // Within the tier, which is no part of the program.
        thread->countdown = outl_heap_settings.rate;
        return;
    }
    int saved = errno;
    thread->busy++;
    OUTL_SIGNAL_FENCE();
    bool is_new = thread->random == 0;
    if (is_new) { seed(thread); }
    uint64_t distance = is_new ? draw(thread) : 0;
    if (distance <= size) {
        uint64_t size_and_kind = (uint64_t)size | (uint64_t)kind << kind_shift;
        uint32_t stack = outl_heap_capture_sampled(slot, frame);
        if (insert(block, size_and_kind, stack)) { thread->sampled = block; } else { drop(size_and_kind, stack); }
        // The process has no memory of what came before, so the rest of this block does not count.
        distance = draw(thread) + size;
    }
    OUTL_SIGNAL_FENCE();
    thread->countdown = distance - size;
    thread->sampled_countdown = thread->countdown;
    thread->busy--;
    errno = saved;
}

void outl_sample_force(void) {
    if (outl_heap_thread.random == 0) { seed(&outl_heap_thread); }
    outl_heap_thread.countdown = 1;
}

void outl_sample_reset(void) {
    for (size_t index = 0; index < OUTL_COUNT(tables->freed); index++) {
        struct total *total = &tables->freed[index];
        if (atomic_load(&total->samples) == 0) { continue; }
        atomic_store(&total->samples, 0);
        atomic_store(&total->weight, 0);
        atomic_store(&total->bytes, 0);
        atomic_store(&total->temporary_weight, 0);
        atomic_store(&total->temporary_bytes, 0);
    }
}

// MARK: Reading

void outl_sample_each(void (*visit)(const struct outl_block *block, void *context), void *context) {
    for (size_t bucket = 0; tables && bucket < OUTL_COUNT(tables->live); bucket++) {
        for (int slot = 0; slot < bucket_slots; slot++) {
            const struct sample *sample = &tables->live[bucket][slot];
            uintptr_t address = atomic_load_explicit(&sample->address, memory_order_acquire);
            if (address <= claimed) { continue; }
            struct outl_block block = read_sample(sample, address);
            // Otherwise the slot was reused meanwhile.
            atomic_thread_fence(memory_order_acquire);
            if (atomic_load_explicit(&sample->address, memory_order_relaxed) == address) { visit(&block, context); }
        }
    }
}

void outl_sample_each_freed(void (*visit)(const struct outl_freed_blocks *freed, void *context), void *context) {
    for (size_t index = 0; tables && index < OUTL_COUNT(tables->freed); index++) {
        struct total *total = &tables->freed[index];
        // Acquires the frames of the stack, which is complete before a total names it.
        uint64_t key = atomic_load_explicit(&total->key, memory_order_acquire);
        uint32_t type = (uint32_t)(key & ((1 << stack_shift) - 1));
        struct outl_freed_blocks freed = {
            .metadata = type >= type_first
                ? atomic_load_explicit(&tables->types[type - type_first], memory_order_relaxed) : 0,
            .kind = type == type_raw ? OUTL_BLOCK_RAW : OUTL_BLOCK_OBJECT,
            .stack = (uint32_t)(key >> stack_shift),
            .samples = atomic_load_explicit(&total->samples, memory_order_relaxed),
            .weight = atomic_load_explicit(&total->weight, memory_order_relaxed),
            .bytes = atomic_load_explicit(&total->bytes, memory_order_relaxed),
            .temporary_weight = atomic_load_explicit(&total->temporary_weight, memory_order_relaxed),
            .temporary_bytes = atomic_load_explicit(&total->temporary_bytes, memory_order_relaxed),
        };
        if (freed.samples > 0) { visit(&freed, context); }
    }
}

bool outl_sample_find(uintptr_t address, struct outl_block *found) {
    const struct sample *sample = find(address);
    if (sample) { *found = read_sample(sample, address); }
    return sample != NULL;
}

static void add_samples(const struct outl_freed_blocks *freed, void *sum) { *(uint64_t *)sum += freed->samples; }

void outl_sample_count(uint64_t *live, uint64_t *freed, uint64_t *none) {
    *live = atomic_load_explicit(&live_samples, memory_order_relaxed);
    *none = atomic_load_explicit(&dropped, memory_order_relaxed);
    *freed = 0;
    outl_sample_each_freed(add_samples, freed);
    // Dropped samples are among the totals.
    *freed -= *none < *freed ? *none : *freed;
}

size_t outl_sample_memory(void) {
    // A page for each live sample at most.
    size_t pages = atomic_load_explicit(&live_samples, memory_order_relaxed) * 4096;
    return pages < sizeof *tables ? pages : sizeof *tables;
}

#endif
