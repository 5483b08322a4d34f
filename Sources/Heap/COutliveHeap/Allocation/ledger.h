#pragma once

/// The ledger of allocations: how many blocks and bytes were allocated and released, by stack and type, and what was
/// alive at the peak.
///
/// Each thread counts in a page of its own, whose entries are found by stack and type. An entry that gives way to
/// another is added to the sites, which all threads share; a census adds up both. A block is temporary if its thread
/// releases it before it allocates or releases another, as heaptrack defines it. Allocations are counted by stack
/// alone, because the runtime writes the type of an object after malloc has returned; releases of objects also by type.
///
/// The bytes that are alive are known up to a step for each thread, of 1/1024 of the last mark, or less if there are
/// many threads. When they exceed the mark by 1/256, or more if there are many sites, the thread at hand notes what is
/// alive by stack, and sets the next mark.
///
/// Concurrency: all functions may be called on any thread at any time, also in a signal handler that interrupted one of
/// them on the same thread. They take no lock and call nothing that allocates; memory is mapped once, and never
/// unmapped. A thread's page is written by that thread alone; others read its counters, each of which is a whole word.
/// A site is claimed by one compare-and-swap, and its amounts are only added to. A signal handler that allocates may
/// lose or misplace the one count that it interrupted; if it interrupted the tier itself, its own blocks are neither
/// recorded nor counted. `outl_ledger_each` and the like are for a frozen copy, in which no other thread runs.

#include "Allocation/clock.h"
#include "Base/state.h"
#include "Objects/subject.h"

#include <stdatomic.h>

enum { OUTL_LEDGER_ENTRY_BITS = 8, OUTL_LEDGER_ENTRIES = 1 << OUTL_LEDGER_ENTRY_BITS };

/// The amounts of a stack and type that are not yet added to their site.
struct outl_ledger_entry {
    uintptr_t metadata; ///< The first word of the released objects; 0 for raw blocks and for allocations.
    uint32_t stack;
    uint32_t site;      ///< The number of the site, from 1; 0 if the entry is empty or being changed.
    uint64_t amounts[OUTL_LEDGER_AMOUNTS];
};
_Static_assert(sizeof(struct outl_ledger_entry) == 64, "one line of the cache");

/// The counters of a thread.
struct outl_ledger_page {
    uintptr_t last;   ///< The last block that the thread allocated, or 0 if it released one since.
    uint64_t change;  ///< The bytes allocated less those released, and half of `limit`.
    uint64_t limit;   ///< The highest value of `change` that is not yet added to the sum of all threads.
    uint64_t sizes[OUTL_LEDGER_SIZES], ages[OUTL_LEDGER_AGES];
    uint32_t next;    ///< The next unused page, as a number from 1, or 0.
    _Alignas(64) struct outl_ledger_entry entries[OUTL_LEDGER_ENTRIES];
};

/// Creates the tables. Returns `false` if there is no memory. Called once, before `outl_heap_on` becomes `true`.
bool outl_ledger_prepare(void);

/// Gives a page to the calling thread, and takes it back. Called with `busy` set.
void outl_ledger_thread_begins(void);
void outl_ledger_thread_ends(void);

/// Returns `true` if allocations are counted.
static inline bool outl_ledger_is_on(void) { return outl_heap_settings.counts; }

/// Adds the change of a thread to the sum of all threads, and notes the peak.
void outl_ledger_settle(struct outl_ledger_page *page);

/// Counts without a page: on a thread for which there is none, and in a signal handler that interrupted the tier.
void outl_ledger_add_shared(uint32_t stack, size_t size);
void outl_ledger_free_shared(const void *content, const struct outl_block *record);

/// Counts an allocation before the tier was on.
void outl_ledger_add_early(size_t size);

/// Forgets what was counted so far, but for the allocations before. Called at the start, after the check of the tier.
void outl_ledger_reset(void);

// One instruction on x86_64, which no signal divides.
static inline void outl_ledger_count(uint64_t *counter, uint64_t number) {
    __atomic_store_n(counter, __atomic_load_n(counter, __ATOMIC_RELAXED) + number, __ATOMIC_RELAXED);
}

/// Returns the place of the entry of a stack and type.
static inline struct outl_ledger_entry *outl_ledger_place(
    struct outl_ledger_page *page, uint32_t stack, uintptr_t metadata
) {
    uint32_t key = stack ^ (uint32_t)(metadata >> 3);
    return &page->entries[key * UINT32_C(0x9E3779B1) >> (32 - OUTL_LEDGER_ENTRY_BITS)];
}

/// Returns `true` if an entry counts for a stack and type. An empty one looks like the entry of stack 0, which is filled
/// when the thread begins.
static inline bool outl_ledger_matches(const struct outl_ledger_entry *entry, uint32_t stack, uintptr_t metadata) {
    return entry->stack == stack && entry->metadata == metadata;
}

/// Returns the base-2 logarithm of a number plus 1, rounded up: 0 for 0, 1 for 1, 2 for 2 and 3, 3 for 4 to 7.
///
/// - number: Less than 2^63.
static inline int outl_ledger_class(uint64_t number) { return 63 - __builtin_clzl(2 * number + 1); }

/// Returns `true` if `outl_ledger_settle` has to be called.
static inline bool outl_ledger_is_due(const struct outl_ledger_page *page) { return page->change > page->limit; }

static inline void outl_ledger_count_added(
    struct outl_ledger_page *page, struct outl_ledger_entry *entry, uintptr_t block, size_t size
) {
    page->last = block;
    outl_ledger_count(&entry->amounts[OUTL_LEDGER_BLOCKS], 1);
    outl_ledger_count(&entry->amounts[OUTL_LEDGER_BYTES], size);
    outl_ledger_count(&page->sizes[outl_ledger_class(size)], 1);
    page->change += size;
}

/// Counts an allocated block of this thread. Returns `false`, and does nothing, if the fast path does not apply: the
/// caller then calls `outl_ledger_add`. Otherwise `outl_ledger_is_due` may be `true` afterwards.
__attribute__((always_inline))
static inline bool outl_ledger_add_fast(struct outl_ledger_page *page, uintptr_t block, size_t size, uint32_t stack) {
    if (!OUTL_LIKELY(page)) { return false; }
    struct outl_ledger_entry *entry = outl_ledger_place(page, stack, 0);
    if (!OUTL_LIKELY(outl_ledger_matches(entry, stack, 0))) { return false; }
    outl_ledger_count_added(page, entry, block, size);
    return true;
}

/// Counts an allocated block of this thread, without a page at the sites. Does nothing if allocations are not counted.
void outl_ledger_add(struct outl_ledger_page *page, uintptr_t block, size_t size, uint32_t stack);

static inline void outl_ledger_count_freed(
    struct outl_ledger_page *page, struct outl_ledger_entry *entry, uintptr_t block, const struct outl_block *record
) {
    uint64_t size = record->size;
    outl_ledger_count(&entry->amounts[OUTL_LEDGER_FREED_BLOCKS], 1);
    outl_ledger_count(&entry->amounts[OUTL_LEDGER_FREED_BYTES], size);
    if (page->last == block) {
        outl_ledger_count(&entry->amounts[OUTL_LEDGER_TEMPORARY_BLOCKS], 1);
        outl_ledger_count(&entry->amounts[OUTL_LEDGER_TEMPORARY_BYTES], size);
    }
    page->last = 0;
    page->change -= size;
}

/// Counts a block of this thread or another that is about to be freed, as `outl_ledger_add_fast` does an allocated one.
__attribute__((always_inline))
static inline bool outl_ledger_free_fast(
    struct outl_ledger_page *page, uintptr_t block, const struct outl_block *record
) {
    if (!OUTL_LIKELY(page)) { return false; }
    // Every object has at least a header of two words.
    bool is_typed = record->kind == OUTL_BLOCK_OBJECT;
    uintptr_t metadata = is_typed ? __atomic_load_n((const uintptr_t *)block, __ATOMIC_RELAXED) : 0;
    struct outl_ledger_entry *entry = outl_ledger_place(page, record->stack, metadata);
    if (!OUTL_LIKELY(outl_ledger_matches(entry, record->stack, metadata))) { return false; }
    if (!OUTL_LIKELY(record->birth == atomic_load_explicit(&outl_heap_cycle, memory_order_relaxed))) { return false; }
    outl_ledger_count_freed(page, entry, block, record);
    return true;
}

/// Counts the release of a block of this thread or another, likewise.
///
/// - content: Where the content of the block is now, or null if that is unknown.
void outl_ledger_free(
    struct outl_ledger_page *page, uintptr_t block, const void *content, const struct outl_block *record);

// MARK: Reading

/// Calls `visit` for each stack and type with all that was counted, and the peak of the stack with the first of them.
/// Only in a frozen copy.
void outl_ledger_each(void (*visit)(const struct outl_ledger_site *site, void *context), void *context);

/// Returns the sums of the process. Only in a frozen copy.
struct outl_ledger_figures outl_ledger_read_figures(void);

/// Calls `visit` for each range of the ledger's memory, which contains addresses of blocks.
void outl_ledger_each_own(void (*visit)(uintptr_t start, uintptr_t end, void *context), void *context);

/// Returns the memory of the tables that is in use, approximately, in bytes.
size_t outl_ledger_memory(void);
