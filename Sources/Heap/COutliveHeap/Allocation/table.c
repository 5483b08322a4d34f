// Concurrency contract: records that are neither with a slot nor a thread's spares are in batches, on one stack. A
// batch is a list linked through `stack`; the `birth` of its first record is the first record of the next batch. The
// top of the stack contains a tag that changes with each push and pop, so that a pop fails if another thread came
// first. Records are never unmapped: a late pop reads stale words, and discards them. Fresh records are taken from the
// end by one compare-and-swap, after their memory was made writable, which any thread may repeat. A region is published
// by one compare-and-swap. A thread's spares are its own; `busy` keeps signal handlers on it away from them.
#include "Allocation/table.h"

#if OUTL_HEAP_SERVED

#include "Allocation/ledger.h"
#include "Allocation/limited.h"
#include "Allocation/next.h"
#include "Base/own_memory.h"
#include "Base/room.h"
#include "Memory/system.h"

#include <errno.h>
#include <string.h>

struct outl_blocks_table outl_blocks_table;

static const size_t step = (size_t)1 << 20; // The number of bytes of records made writable at once.
static size_t records_size;                 // The reserved bytes. Constant after `outl_blocks_prepare`.
static _Atomic size_t records_end;          // The used bytes.
static _Atomic size_t records_writable;
static _Atomic uint64_t batches; // The first record of the first batch, and a tag in the upper half.
static _Atomic uint64_t lost;
static bool is_usable_size;                 // With limited slots: another allocator's usable size determines the layer.

// The `kind` of records without a slot.
enum { spare = 0xFF };
// Masks for `fast_slots`: all slots but the first of each page, or none.
static const uintptr_t maximum_slots = 4096 - sizeof(uint32_t), no_slots = 0;

// Returns the size of all records ever used, in bytes.
static size_t records_used(void) {
    if (outl_room_is_limited()) { return outl_limited_records_size(); }
    return atomic_load_explicit(&records_end, memory_order_acquire);
}

// Maps memory without huge pages, which would use 2 MiB each for a few slots.
static void *map_sparse(size_t size) {
    void *memory = outl_pages(size, PROT_READ | PROT_WRITE, MAP_PRIVATE);
    if (memory) { madvise(memory, size, MADV_NOHUGEPAGE); }
    return memory;
}

static uint32_t take_limited(size_t size) {
    uintptr_t first = outl_limited_take(size);
    return first ? (uint32_t)((first - (uintptr_t)outl_blocks_table.records) / 8) : 0;
}

// Takes `count` unused records, and returns the first, or 0.
static uint32_t take_fresh(uint32_t count) {
    size_t size = count * sizeof(struct outl_block);
    if (outl_room_is_limited()) { return take_limited(size); }
    size_t start = atomic_load_explicit(&records_end, memory_order_relaxed);
    do {
        size_t end = start + size;
        if (end > records_size) { return 0; }
        size_t writable = atomic_load_explicit(&records_writable, memory_order_acquire);
        while (end > writable) {
            size_t wanted = (end + step - 1) / step * step;
            char *place = (char *)outl_blocks_table.records + writable;
            if (mprotect(place, wanted - writable, PROT_READ | PROT_WRITE) != 0) { return 0; }
            if (atomic_compare_exchange_weak_explicit(
                    &records_writable, &writable, wanted, memory_order_acq_rel, memory_order_acquire)) {
                break;
            }
        }
    } while (!atomic_compare_exchange_weak_explicit(
        &records_end, &start, start + size, memory_order_relaxed, memory_order_relaxed));
    return (uint32_t)(start / 8);
}

bool outl_blocks_prepare(bool is_wide) {
    atomic_store_explicit(&outl_blocks_table.fast_slots, maximum_slots, memory_order_relaxed);
    if (outl_room_is_limited()) {
        is_usable_size = is_wide;
        outl_blocks_table.records = (uint64_t *)outl_limited_prepare();
        return outl_blocks_table.records != NULL;
    }
    // Reserves address space only.
    size_t size = (size_t)4 << 30;
    while (size >= step && !(outl_blocks_table.records = outl_pages(size, PROT_NONE, MAP_PRIVATE))) {
        size = size / 2 / step * step;
    }
    const size_t directory_size = OUTL_REGION_COUNT * sizeof(uint32_t *);
    records_size = size;
    outl_blocks_table.regions = map_sparse(directory_size);
    if (!outl_blocks_table.records || !outl_blocks_table.regions) { return false; }
    outl_own_add(outl_blocks_table.records, size);
    outl_own_add(outl_blocks_table.regions, directory_size);
    if (is_wide) {
        outl_blocks_table.wide_regions = map_sparse(directory_size);
        if (!outl_blocks_table.wide_regions) { return false; }
        outl_own_add(outl_blocks_table.wide_regions, directory_size);
    }
    // The number of the first record, 0, means none in a slot.
    return take_fresh(1) == 0 && atomic_load_explicit(&records_writable, memory_order_relaxed) > 0;
}

// MARK: Batches

static void push_batch(uint32_t first) {
    uint64_t top = atomic_load_explicit(&batches, memory_order_relaxed);
    uint64_t fresh;
    do {
        __atomic_store_n(&outl_record_at(first)->birth, (uint32_t)top, __ATOMIC_RELAXED);
        fresh = ((top >> 32) + 1) << 32 | first;
    } while (!atomic_compare_exchange_weak_explicit(
        &batches, &top, fresh, memory_order_release, memory_order_relaxed));
}

static uint32_t pop_batch(void) {
    uint64_t top = atomic_load_explicit(&batches, memory_order_acquire);
    uint64_t rest;
    do {
        if ((uint32_t)top == 0) { return 0; }
        uint32_t next = __atomic_load_n(&outl_record_at((uint32_t)top)->birth, __ATOMIC_RELAXED);
        rest = ((top >> 32) + 1) << 32 | next;
    } while (!atomic_compare_exchange_weak_explicit(
        &batches, &top, rest, memory_order_acquire, memory_order_acquire));
    return (uint32_t)top;
}

// Links spare records to a batch.
static uint32_t chain(const uint32_t *records, uint32_t count) {
    uint32_t first = 0;
    for (uint32_t index = 0; index < count; index++) {
        outl_record_at(records[index])->kind = spare;
        __atomic_store_n(&outl_record_at(records[index])->stack, first, __ATOMIC_RELAXED);
        first = records[index];
    }
    return first;
}

// MARK: Adding

static uint32_t count_lost(void) {
    atomic_fetch_add_explicit(&lost, 1, memory_order_relaxed);
    return 0;
}

// Refills the thread's spares and returns one more record, or 0 if there is no memory.
static uint32_t refill(void) {
    struct outl_heap_thread *thread = &outl_heap_thread;
    uint32_t number = pop_batch();
    if (number) {
        // There is room for at most one batch.
        uint32_t next;
        while ((next = __atomic_load_n(&outl_record_at(number)->stack, __ATOMIC_RELAXED)) != 0) {
            thread->spares[thread->spare_count++] = number;
            number = next;
        }
        return number;
    }
    number = take_fresh(OUTL_SPARES_BATCH);
    if (!number) { return count_lost(); }
    for (uint32_t index = OUTL_SPARES_BATCH - 1; index > 0; index--) {
        thread->spares[thread->spare_count++] = number + index * OUTL_RECORD_UNITS;
    }
    return number;
}

// Returns the new slots of a region, or null if there is no memory.
static uint32_t *make_region(_Atomic(uint32_t *) *place, size_t size) {
    uint32_t *fresh = map_sparse(size);
    uint32_t *region = NULL;
    if (!fresh) {
        region = atomic_load_explicit(place, memory_order_acquire);
        if (!region) { count_lost(); }
        return region;
    }
    if (atomic_compare_exchange_strong_explicit(place, &region, fresh, memory_order_acq_rel, memory_order_acquire)) {
        outl_own_add(fresh, size);
        return fresh;
    }
    munmap(fresh, size);
    return region;
}

// Returns the slot in its region of a block of another allocator.
static size_t wide_slot_in_region(uintptr_t block) {
    size_t usable = outl_heap_next.malloc_usable_size((void *)block);
    int layer = 63 - __builtin_clzl(usable | (size_t)1 << OUTL_LAYER_WIDE);
    return outl_slot_in_region(block, layer < OUTL_REGION_BITS ? layer : OUTL_REGION_BITS);
}

// Returns the slot of a block of another allocator, or null if there is none. Makes its region if that is missing.
static uint32_t *wide_slot_of(uintptr_t block, bool is_making) {
    _Atomic(uint32_t *) *place = &outl_blocks_table.wide_regions[block >> OUTL_REGION_BITS];
    uint32_t *region = atomic_load_explicit(place, memory_order_acquire);
    if (!region) { region = is_making ? make_region(place, OUTL_WIDE_REGION_SLOTS * sizeof(uint32_t)) : NULL; }
    if (!region) { return NULL; }
    return &region[wide_slot_in_region(block)];
}

// Returns the slot in its region of a block, as `outl_slot_of` or `wide_slot_of`.
static size_t slot_in_region(uintptr_t block) {
    if (is_usable_size) { return wide_slot_in_region(block); }
    size_t size = outl_chunk_size(block);
    int small = size < OUTL_CHUNK_MEDIUM ? OUTL_LAYER_SMALL : OUTL_LAYER_MEDIUM;
    return outl_slot_in_region(block, size < OUTL_CHUNK_LARGE ? small : outl_layer_of_large(size));
}

static uint32_t *limited_slot_of(uintptr_t block, bool is_making) {
    uint32_t *slot = outl_limited_slot(block >> OUTL_REGION_BITS, slot_in_region(block), is_making);
    if (!slot && is_making) { count_lost(); }
    return slot;
}

// Returns the slot of a block, or null if its region is missing, and cannot or should not be made.
static uint32_t *slot_of(uintptr_t block, bool is_making) {
    if (outl_room_is_limited()) { return limited_slot_of(block, is_making); }
    if (outl_blocks_table.wide_regions) { return wide_slot_of(block, is_making); }
    uint32_t *region = outl_region_of(block);
    if (!region && is_making) {
        region = make_region(
            &outl_blocks_table.regions[block >> OUTL_REGION_BITS], OUTL_REGION_SLOTS * sizeof(uint32_t));
    }
    return region ? outl_slot_of(region, block) : NULL;
}

uint32_t outl_blocks_stack(uintptr_t block) {
    // Also an address that is no block: what lies before it is not read, and no other block has its address.
    const struct outl_block *record = outl_room_is_limited() ? NULL : outl_blocks_find(block);
    return record ? record->stack : 0;
}

bool outl_blocks_contain(uintptr_t block) { return outl_blocks_find(block) != NULL; }

void outl_blocks_add_slow(uintptr_t block, size_t size, enum outl_block_kind kind, uint32_t stack) {
    outl_blocks_add_born(block, size, kind, stack, outl_birth());
}

void outl_blocks_add_born(uintptr_t block, size_t size, enum outl_block_kind kind, uint32_t stack, uint32_t birth) {
    // Once the tier has withdrawn, a system call may end the program.
    if (!atomic_load_explicit(&outl_heap_on, memory_order_relaxed)) { return; }
    int saved = errno;
    outl_heap_thread.busy = 1;
    OUTL_SIGNAL_FENCE();
    uint32_t *slot = slot_of(block, true);
    if (slot) {
        uint32_t number = __atomic_load_n(slot, __ATOMIC_RELAXED);
        if (!number && outl_heap_thread.spare_count > 0) {
            number = outl_heap_thread.spares[--outl_heap_thread.spare_count];
        }
        if (!number) { number = refill(); }
        if (number) {
            __atomic_store_n(slot, number, __ATOMIC_RELAXED);
            outl_record_write(outl_record_at(number), block, size, kind, stack, birth);
        }
    }
    OUTL_SIGNAL_FENCE();
    outl_heap_thread.busy = outl_heap_idle;
    errno = saved;
}

// MARK: Removing

enum { sample_size = 128, removals_per_sample = 32, removals_per_sample_if_idle = 8192, few_records = 4096 };

static const struct outl_block *sample_record(uint32_t random, uint64_t count) {
    if (outl_room_is_limited()) { return (const struct outl_block *)outl_limited_record_at(random); }
    return outl_record_at((uint32_t)(((random * count) >> 32) * OUTL_RECORD_UNITS));
}

// Returns the number of records in a random sample that have a slot but no block.
static uint32_t count_idle(uint32_t seed) {
    uint64_t count = records_used() / sizeof(struct outl_block);
    uint32_t idle = 0;
    for (uint64_t random = seed | 1, index = 0; index < sample_size; index++) {
        random = random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        const struct outl_block *record = sample_record((uint32_t)(random >> 32), count);
        const uint64_t *words = (const uint64_t *)record;
        bool is_spare = __atomic_load_n(&words[1], __ATOMIC_RELAXED) >> 56 == spare;
        idle += __atomic_load_n(&record->address, __ATOMIC_RELAXED) == 0 && !is_spare;
    }
    return idle;
}

// Sends all removals to the slow path if many records are idle, and most to the fast path if few are.
static void choose_path(uint32_t seed) {
    if (records_used() < few_records * sizeof(struct outl_block)) { return; }
    uint32_t idle = count_idle(seed);
    if (idle >= sample_size / 8 && idle <= sample_size / 4) { return; }
    uintptr_t slots = idle > sample_size / 4 ? no_slots : maximum_slots;
    atomic_store_explicit(&outl_blocks_table.fast_slots, slots, memory_order_relaxed);
}

// Adds a record to the thread's spares, and first returns a batch if they are full.
static void add_spare(uint32_t number) {
    struct outl_heap_thread *thread = &outl_heap_thread;
    if (thread->spare_count == OUTL_SPARES_MAX) {
        push_batch(chain(thread->spares, OUTL_SPARES_BATCH));
        thread->spare_count = OUTL_SPARES_MAX - OUTL_SPARES_BATCH;
        memmove(thread->spares, thread->spares + OUTL_SPARES_BATCH, thread->spare_count * sizeof(uint32_t));
    }
    thread->spares[thread->spare_count++] = number;
}

// Removes a block without the fast path. Returns its slot if its record has to be collected, otherwise null.
static uint32_t *remove_at_slot(uintptr_t block) {
    uint32_t *slot = slot_of(block, false);
    uint32_t number = slot ? __atomic_load_n(slot, __ATOMIC_RELAXED) : 0;
    // The record of another block may be there if that was released by a function that is not interposed.
    struct outl_block *record = outl_record_at(number);
    if (!number || record->address != block) { return NULL; }
    outl_ledger_free(outl_heap_thread.ledger, block, (const void *)block, record);
    __atomic_store_n(&record->address, 0, __ATOMIC_RELEASE);
    uintptr_t fast_slots = atomic_load_explicit(&outl_blocks_table.fast_slots, memory_order_relaxed);
    return (uintptr_t)slot & fast_slots ? NULL : slot;
}

void outl_blocks_remove_slow(uintptr_t block, uint32_t *slot) {
    if (slot == OUTL_NO_REGION) {
        slot = outl_blocks_table.wide_regions || outl_room_is_limited() ? remove_at_slot(block) : NULL;
    }
    if (!slot) { return; }
    struct outl_heap_thread *thread = &outl_heap_thread;
    thread->busy = 1;
    OUTL_SIGNAL_FENCE();
    uint32_t number = __atomic_load_n(slot, __ATOMIC_RELAXED);
    __atomic_store_n(slot, 0, __ATOMIC_RELEASE);
    outl_record_at(number)->kind = spare;
    add_spare(number);
    bool is_idle = atomic_load_explicit(&outl_blocks_table.fast_slots, memory_order_relaxed) == no_slots;
    uint32_t interval = is_idle ? removals_per_sample_if_idle : removals_per_sample;
    if (++thread->slow_removals % interval == 0) { choose_path(thread->slow_removals ^ number); }
    OUTL_SIGNAL_FENCE();
    thread->busy = outl_heap_idle;
}

// Returns the record of a block's slot, or null. It stays with its slot, because this may be a signal handler that
// interrupted its thread at any point.
static struct outl_block *record_of(uintptr_t block) {
    uint32_t *slot = slot_of(block, false);
    uint32_t number = slot ? __atomic_load_n(slot, __ATOMIC_RELAXED) : 0;
    return number ? outl_record_at(number) : NULL;
}

bool outl_blocks_remove(void *block, struct outl_block *removed) {
    struct outl_block *record = record_of((uintptr_t)block);
    if (!record || record->address != (uintptr_t)block) { return false; }
    if (removed) { *removed = *record; }
    __atomic_store_n(&record->address, 0, __ATOMIC_RELEASE);
    return true;
}

bool outl_blocks_restore(uintptr_t block, const struct outl_block *old) {
    struct outl_block *record = record_of(block);
    if (!record) { return false; }
    outl_record_write(record, block, old->size, (enum outl_block_kind)old->kind, old->stack, old->birth);
    return true;
}

void outl_blocks_thread_ends(void) {
    struct outl_heap_thread *thread = &outl_heap_thread;
    while (thread->spare_count > 0) {
        uint32_t count = thread->spare_count < OUTL_SPARES_BATCH ? thread->spare_count : OUTL_SPARES_BATCH;
        thread->spare_count -= count;
        push_batch(chain(thread->spares + thread->spare_count, count));
    }
}

uint64_t outl_blocks_lost(void) { return atomic_load_explicit(&lost, memory_order_relaxed); }

// MARK: Read access

enum { page_size = 4096, pages_at_once = 1024 };
_Static_assert(OUTL_REGION_SLOTS * sizeof(uint32_t) % (pages_at_once * page_size) == 0, "a region is whole steps");
_Static_assert(OUTL_WIDE_REGION_SLOTS * sizeof(uint32_t) % (pages_at_once * page_size) == 0, "so is a wide one");
_Static_assert(OUTL_REGION_COUNT % (pages_at_once * (page_size / sizeof(uint32_t *))) == 0, "so are whole pages");

// Returns the record of a block in one of the layers of limited slots, or null.
static const struct outl_block *find_limited(uintptr_t address) {
    for (int layer = is_usable_size ? OUTL_LAYER_WIDE : OUTL_LAYER_SMALL; layer <= OUTL_REGION_BITS; layer++) {
        size_t index = outl_slot_in_region(address, layer);
        const uint32_t *slot = outl_limited_slot(address >> OUTL_REGION_BITS, index, false);
        if (slot && *slot && outl_record_at(*slot)->address == address) { return outl_record_at(*slot); }
    }
    return NULL;
}

const struct outl_block *outl_blocks_find(uintptr_t address) {
    if (address >> OUTL_OWN_ADDRESS_BITS) { return NULL; }
    if (outl_room_is_limited()) { return find_limited(address); }
    uint32_t *region = outl_region_of(address);
    int layer = OUTL_LAYER_SMALL;
    if (outl_blocks_table.wide_regions) {
        region = atomic_load_explicit(
            &outl_blocks_table.wide_regions[address >> OUTL_REGION_BITS], memory_order_acquire);
        layer = OUTL_LAYER_WIDE;
    }
    for (; region && layer <= OUTL_REGION_BITS; layer++) {
        uint32_t number = region[outl_slot_in_region(address, layer)];
        if (number && outl_record_at(number)->address == address) { return outl_record_at(number); }
    }
    return NULL;
}

struct each {
    void (*visit)(const struct outl_block *block, void *context);
    void *context;
};

static void each_between(uintptr_t start, uintptr_t end, void *context) {
    const struct each *each = context;
    for (; end - start >= sizeof(struct outl_block); start += sizeof(struct outl_block)) {
        const struct outl_block *record = (const struct outl_block *)start;
        if (record->address) { each->visit(record, each->context); }
    }
}

// Calls `visit` with the memory of all records ever used; those beyond were never touched.
static void each_range(void (*visit)(uintptr_t start, uintptr_t end, void *context), void *context) {
    if (outl_room_is_limited()) {
        outl_limited_each_records(visit, context);
        return;
    }
    uintptr_t start = (uintptr_t)outl_blocks_table.records;
    if (start) { visit(start, start + records_used(), context); }
}

void outl_blocks_each(void (*visit)(const struct outl_block *block, void *context), void *context) {
    each_range(each_between, &(struct each){visit, context});
}

// Sets `present` for each page that is in memory, and returns their number.
static size_t look_up(const void *start, size_t pages, unsigned char *present) {
    size_t found = 0;
    if (mincore((void *)start, pages * page_size, present) != 0) { return 0; }
    for (size_t page = 0; page < pages; page++) { found += present[page] & 1; }
    return found;
}

// Skips pages of `regions` that were never touched, so that they stay unused.
static void each_region(
    _Atomic(uint32_t *) *regions, size_t size, void (*visit)(uintptr_t start, uintptr_t end, void *context),
    void *context
) {
    const size_t entries = page_size / sizeof(uint32_t *);
    unsigned char present[pages_at_once];
    if (!regions) { return; }
    for (size_t first = 0; first < OUTL_REGION_COUNT; first += pages_at_once * entries) {
        if (look_up(regions + first, pages_at_once, present) == 0) { continue; }
        for (size_t index = first; index < first + pages_at_once * entries; index++) {
            if (!(present[(index - first) / entries] & 1)) { continue; }
            uintptr_t region = (uintptr_t)atomic_load_explicit(&regions[index], memory_order_acquire);
            if (region) { visit(region, region + size, context); }
        }
    }
}

static void each_of_all_regions(void (*visit)(uintptr_t start, uintptr_t end, void *context), void *context) {
    each_region(outl_blocks_table.regions, OUTL_REGION_SLOTS * sizeof(uint32_t), visit, context);
    each_region(outl_blocks_table.wide_regions, OUTL_WIDE_REGION_SLOTS * sizeof(uint32_t), visit, context);
}

void outl_blocks_each_own(void (*visit)(uintptr_t start, uintptr_t end, void *context), void *context) {
    const uintptr_t directories[] = {(uintptr_t)outl_blocks_table.regions, (uintptr_t)outl_blocks_table.wide_regions};
    each_range(visit, context);
    if (outl_room_is_limited()) { outl_limited_each_slots(visit, context); }
    for (size_t index = 0; index < OUTL_COUNT(directories); index++) {
        uintptr_t start = directories[index];
        if (start) { visit(start, start + OUTL_REGION_COUNT * sizeof(uint32_t *), context); }
    }
    each_of_all_regions(visit, context);
}

static void add_pages(uintptr_t start, uintptr_t end, void *pages) {
    unsigned char present[pages_at_once];
    for (; start < end; start += pages_at_once * page_size) {
        *(size_t *)pages += look_up((const void *)start, pages_at_once, present);
    }
}

size_t outl_blocks_memory(void) {
    size_t pages = 0;
    if (outl_room_is_limited()) { return records_used() + outl_limited_slots_size(); }
    each_of_all_regions(add_pages, &pages);
    return records_used() + pages * page_size;
}

#endif
