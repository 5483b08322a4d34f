#include "Allocation/limited.h"

#if OUTL_HEAP_SERVED

#include "Base/own_memory.h"
#include "Base/room.h"
#include "Memory/system.h"
#include "Objects/block.h"

#include <stdatomic.h>

// MARK: Chains of segments

enum { maximum_segments = 256, minimum_segment_bits = 16, maximum_segment_bits = 24 };

struct chain {
    _Atomic(char *) segments[maximum_segments];
    _Atomic uint64_t end; // The number of used bytes, as if segments were contiguous.
};
static struct chain records, pages;

// Constant after `outl_limited_prepare`.
static int segment_bits;
static uintptr_t base; // Numbers of records are relative to it.

static const uintptr_t window = (uintptr_t)UINT32_MAX * 8; // As far as the number of a record leads.

static size_t segment_size(void) { return (size_t)1 << segment_bits; }

static bool is_usable(const struct chain *chain, const char *segment) {
    return chain == &pages || base == 0 || (uintptr_t)segment - base <= window - segment_size();
}

// Returns a segment. The first thread that needs it maps it. Null if there is no room for it.
static char *segment_at(struct chain *chain, size_t index) {
    if (index >= maximum_segments) { return NULL; }
    char *segment = atomic_load_explicit(&chain->segments[index], memory_order_acquire);
    if (segment) { return segment; }
    char *fresh = outl_room_pages(segment_size(), PROT_READ | PROT_WRITE);
    if (!fresh) { return NULL; }
    if (is_usable(chain, fresh) && atomic_compare_exchange_strong_explicit(
            &chain->segments[index], &segment, fresh, memory_order_acq_rel, memory_order_acquire)) {
        outl_own_add(fresh, segment_size());
        return fresh;
    }
    outl_room_release(fresh, segment_size());
    return segment;
}

// Takes zeroed bytes within one segment. Returns null if there is no room.
static char *take(struct chain *chain, size_t size) {
    uint64_t mask = segment_size() - 1, known = atomic_load_explicit(&chain->end, memory_order_relaxed), start;
    char *segment;
    do {
        start = known;
        if ((start & mask) + size > segment_size()) { start = (start + mask) & ~mask; }
        segment = segment_at(chain, start >> segment_bits);
        if (!segment) { return NULL; }
    } while (!atomic_compare_exchange_weak_explicit(
        &chain->end, &known, start + size, memory_order_relaxed, memory_order_relaxed));
    return segment + (start & mask);
}

static uint64_t end_of(const struct chain *chain) { return atomic_load_explicit(&chain->end, memory_order_acquire); }

static void each_segment(
    const struct chain *chain, void (*visit)(uintptr_t start, uintptr_t end, void *context), void *context
) {
    uint64_t end = end_of(chain);
    for (uint64_t start = 0; start < end; start += segment_size()) {
        size_t index = start >> segment_bits, size = end - start < segment_size() ? end - start : segment_size();
        uintptr_t segment = (uintptr_t)atomic_load_explicit(&chain->segments[index], memory_order_acquire);
        visit(segment, segment + size, context);
    }
}

// MARK: Records

uintptr_t outl_limited_take(size_t size) { return (uintptr_t)take(&records, size); }

uintptr_t outl_limited_record_at(uint32_t position) {
    uint64_t end = end_of(&records), per_segment = segment_size() / sizeof(struct outl_block);
    uint64_t in_last = (end & (segment_size() - 1)) / sizeof(struct outl_block);
    uint64_t index = (position * ((end >> segment_bits) * per_segment + in_last)) >> 32;
    char *segment = atomic_load_explicit(&records.segments[index / per_segment], memory_order_acquire);
    return (uintptr_t)segment + index % per_segment * sizeof(struct outl_block);
}

size_t outl_limited_records_size(void) { return end_of(&records); }

void outl_limited_each_records(void (*visit)(uintptr_t start, uintptr_t end, void *context), void *context) {
    each_segment(&records, visit, context);
}

// MARK: Slots

enum { page_size = 4096, page_slots = page_size / sizeof(uint32_t), region_pages_bits = 12 };

struct entry {
    _Atomic uintptr_t key; // The number of the page, plus 1; 0 if the entry is free.
    _Atomic(uint32_t *) slots;
};

static struct entry *entries;
static size_t entry_count; // A power of two, at least twice as many as there can be pages.

// A page that another thread made first stays unused.
static uint32_t *make_page(struct entry *entry) {
    uint32_t *slots = NULL, *fresh = (uint32_t *)(void *)take(&pages, page_size);
    if (!fresh) { return atomic_load_explicit(&entry->slots, memory_order_acquire); }
    bool is_first = atomic_compare_exchange_strong_explicit(
        &entry->slots, &slots, fresh, memory_order_acq_rel, memory_order_acquire);
    return is_first ? fresh : slots;
}

// Returns `true` if a page can be made without a further segment, or with one.
static bool has_room_for_page(void) {
    return end_of(&pages) & (segment_size() - 1) || outl_room_left() >= segment_size();
}

uint32_t *outl_limited_slot(uintptr_t region, size_t index, bool is_making) {
    uintptr_t key = (region << region_pages_bits | index / page_slots) + 1;
    size_t mask = entry_count - 1, at = (key * UINT64_C(0x9E3779B97F4A7C15) >> 20) & mask;
    for (size_t probe = 0; probe < entry_count; probe++, at = (at + 1) & mask) {
        struct entry *entry = &entries[at];
        uintptr_t known = atomic_load_explicit(&entry->key, memory_order_acquire);
        if (known == 0) {
            // Without room for its page, an entry would only fill the table.
            if (!is_making || !has_room_for_page()) { return NULL; }
            if (atomic_compare_exchange_strong_explicit(
                    &entry->key, &known, key, memory_order_acq_rel, memory_order_acquire)) {
                known = key;
            }
        }
        if (known != key) { continue; }
        uint32_t *slots = atomic_load_explicit(&entry->slots, memory_order_acquire);
        if (!slots && is_making) { slots = make_page(entry); }
        return slots ? slots + index % page_slots : NULL;
    }
    return NULL;
}

size_t outl_limited_slots_size(void) { return end_of(&pages); }

void outl_limited_each_slots(void (*visit)(uintptr_t start, uintptr_t end, void *context), void *context) {
    visit((uintptr_t)entries, (uintptr_t)(entries + entry_count), context);
    each_segment(&pages, visit, context);
}

// MARK: Preparation

uintptr_t outl_limited_prepare(void) {
    size_t left = outl_room_left();
    segment_bits = minimum_segment_bits;
    while (segment_bits < maximum_segment_bits && left >> segment_bits >= maximum_segments) { segment_bits++; }
    entry_count = page_size / sizeof(struct entry);
    while (entry_count / 2 < left / page_size && entry_count / 2 < maximum_segments * segment_size() / page_size) {
        entry_count *= 2;
    }
    entries = outl_room_pages(entry_count * sizeof *entries, PROT_READ | PROT_WRITE);
    if (entries) { outl_own_add(entries, entry_count * sizeof *entries); }
    uintptr_t first = (uintptr_t)segment_at(&records, 0);
    if (!entries || !first) { return 0; }
    // The number of the first record is not 0, which means none in a slot.
    base = first > window / 2 ? first - window / 2 / page_size * page_size : page_size;
    return base;
}

#endif
