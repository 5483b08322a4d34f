#include "Malloc/account.h"

#if OUTL_HEAP_SERVED

#include "Memory/maps.h"

#include <string.h>

enum { page = 4096 };

// The state of a walk over the heaps.
struct counting {
    struct outl_glibc *glibc;
    struct outl_account *account;
    const struct outl_range *resident;
    size_t resident_count, last; // The number of resident ranges, and the index of the one used last.
    uint32_t arena;
    struct outl_range heap;
    uint64_t known;              // The bytes of the arena's earlier heaps.
    size_t next;                 // The index of the next live block.
    uint64_t bytes[OUTL_USE_COUNT], counts[OUTL_USE_COUNT];
    // The current page.
    uintptr_t page;
    uint32_t live, kept;         // Bytes in it.
    uint32_t kept_of[OUTL_USE_COUNT]; // The bytes of `kept` by the use that they have otherwise.
    size_t first_block, blocks;  // Live blocks in it.
    // The free chunks before the current one, which malloc joins before it returns memory.
    struct outl_range run;
};

static struct outl_block_use *use_at(struct counting *counting, size_t block) {
    return (struct outl_block_use *)counting->account->blocks.items + block;
}

// MARK: Resident memory

// Returns the number of bytes of a range that are resident. The end of an interrupted heap may lie before its start: a
// thread that replaces the top first sets its size to 0.
static uint64_t resident_bytes(struct counting *counting, uintptr_t start, uintptr_t end) {
    if (end <= start) { return 0; }
    const struct outl_range *ranges = counting->resident;
    size_t at = counting->last, count = counting->resident_count;
    if (at >= count || ranges[at].start > start || ranges[at].end <= start) {
        size_t high = count;
        for (at = 0; at < high;) {
            size_t middle = (at + high) / 2;
            if (ranges[middle].end <= start) { at = middle + 1; } else { high = middle; }
        }
        counting->last = at;
    }
    uint64_t bytes = 0;
    for (; at < count && ranges[at].start < end; at++) {
        uintptr_t from = ranges[at].start > start ? ranges[at].start : start;
        uintptr_t to = ranges[at].end < end ? ranges[at].end : end;
        bytes += to - from;
    }
    return bytes;
}

// MARK: Pages

// Ends the current page: free memory in it is kept by its live blocks.
static void end_page(struct counting *counting) {
    if (counting->live > 0 && counting->kept > 0 && resident_bytes(counting, counting->page, counting->page + 1) > 0) {
        counting->bytes[OUTL_USE_KEPT] += counting->kept;
        counting->counts[OUTL_USE_KEPT]++;
        for (int use = OUTL_USE_CACHES; use <= OUTL_USE_BINS; use++) {
            counting->bytes[use + OUTL_USE_KEPT_CACHES - OUTL_USE_CACHES] += counting->kept_of[use];
        }
        size_t share = counting->kept >= page / 2 && counting->blocks > 0 ? counting->kept / counting->blocks : 0;
        for (size_t index = 0; share > 0 && index < counting->blocks; index++) {
            use_at(counting, counting->first_block + index)->kept += share;
        }
    }
    counting->live = counting->kept = 0;
    memset(counting->kept_of, 0, sizeof counting->kept_of);
    counting->blocks = 0;
}

// Adds a part of a live block or of free memory to the page that contains it.
static void add_to_page(
    struct counting *counting, uintptr_t start, uintptr_t end, enum outl_account_use use, size_t block
) {
    if (start / page != counting->page / page) {
        end_page(counting);
        counting->page = start / page * page;
    }
    if (use != OUTL_USE_LIVE) {
        counting->kept += (uint32_t)(end - start);
        counting->kept_of[use] += (uint32_t)(end - start);
        return;
    }
    counting->live += (uint32_t)(end - start);
    if (counting->blocks++ == 0) { counting->first_block = block; }
}

// Adds a live block or free memory to the pages at its ends. Those between them contain nothing else.
static void add_to_pages(
    struct counting *counting, uintptr_t start, uintptr_t end, enum outl_account_use use, size_t block
) {
    uintptr_t next = outl_aligned(start + 1, page), last = (end - 1) / page * page;
    add_to_page(counting, start, next < end ? next : end, use, block);
    if (last >= next) { add_to_page(counting, last, end, use, block); }
}

// MARK: What malloc_trim returns

static void trim(struct counting *counting, uintptr_t start, uintptr_t end) {
    counting->bytes[OUTL_USE_TRIM] += resident_bytes(counting, start, end);
    counting->counts[OUTL_USE_TRIM]++;
}

// Ends free chunks that follow each other. Their whole pages are returned, except for the first words.
static void end_run(struct counting *counting) {
    enum { chunk_fields = 48 };
    struct outl_range run = counting->run;
    counting->run = (struct outl_range){0, 0};
    uintptr_t start = outl_aligned(run.start + chunk_fields, page), end = run.end / page * page;
    if (run.end > run.start && start < end) { trim(counting, start, end); }
}

// MARK: Visits

// Returns `true` if a sorted list of blocks contains one.
static bool contains(const struct outl_array *blocks, uintptr_t block) {
    const uintptr_t *items = (const void *)blocks->items;
    size_t low = 0, high = blocks->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (items[middle] < block) { low = middle + 1; } else { high = middle; }
    }
    return low < blocks->count && items[low] == block;
}

static void add(struct counting *counting, enum outl_account_use use, uintptr_t start, uintptr_t end) {
    counting->bytes[use] += resident_bytes(counting, start, end);
    counting->counts[use]++;
}

static void add_live(struct counting *counting, uintptr_t chunk, uint64_t size) {
    size_t index = counting->next++;
    uintptr_t start = chunk + OUTL_CHUNK_HEADER, end = chunk + size + 8;
    use_at(counting, index)->resident = resident_bytes(counting, start, end);
    counting->bytes[OUTL_USE_LIVE] += use_at(counting, index)->resident;
    counting->counts[OUTL_USE_LIVE]++;
    add(counting, OUTL_USE_HEADERS, chunk + 8, start);
    add_to_pages(counting, start, end, OUTL_USE_LIVE, index);
    end_run(counting);
}

static void visit_chunk(void *context, uintptr_t chunk, uint64_t size, bool is_used) {
    struct counting *counting = context;
    uintptr_t start = chunk + 8, end = start + size, block = chunk + OUTL_CHUNK_HEADER;
    bool is_live = is_used && counting->next < counting->glibc->blocks.count
        && outl_glibc_block(counting->glibc, counting->next)->address == block;
    if (is_live) {
        add_live(counting, chunk, size);
        return;
    }
    bool is_fast = is_used && contains(&counting->glibc->fast, block);
    bool is_cached = is_used && !is_fast && contains(&counting->glibc->freed, block);
    // A fence is part of the management, and so is the rest of a heap.
    if (is_used && !is_fast && !is_cached) {
        end_run(counting);
        return;
    }
    enum outl_account_use use = is_fast ? OUTL_USE_FAST : is_cached ? OUTL_USE_CACHES : OUTL_USE_BINS;
    add(counting, use, start, end);
    add_to_pages(counting, start, end, use, 0);
    if (is_cached) {
        end_run(counting);
    } else {
        if (counting->run.end != chunk) { end_run(counting); }
        if (counting->run.start == counting->run.end) { counting->run.start = chunk; }
        counting->run.end = chunk + size;
    }
}

static void visit_top(void *context, uintptr_t chunk, uint64_t size) {
    enum { smallest = 32 };
    struct counting *counting = context;
    uintptr_t end = chunk + size;
    add(counting, OUTL_USE_TOP, chunk + 8, end);
    // Chunks of fast lists in front of it become part of it.
    bool is_joined = counting->run.start < counting->run.end && counting->run.end == chunk;
    uint64_t whole = is_joined ? end - counting->run.start : size;
    // Only the main arena's is returned, from its end.
    if (is_joined) { counting->run = (struct outl_range){0, 0}; } else { end_run(counting); }
    uint64_t returned = whole > smallest + 1 ? (whole - smallest - 1) / page * page : 0;
    if (counting->arena == 0 && returned > 0) { trim(counting, end - returned, end); }
}

// Adds the sums of an arena to the rows.
static void end_arena(struct counting *counting) {
    for (uint32_t use = OUTL_USE_LIVE; use < OUTL_USE_COUNT; use++) {
        struct outl_account_row row = {use, counting->arena, counting->bytes[use], counting->counts[use]};
        if (row.bytes > 0) { outl_array_add(&counting->account->rows, &row, sizeof row); }
        counting->bytes[use] = counting->counts[use] = 0;
    }
}

// Ends a heap: whatever is not in its chunks manages them.
static void end_heap(struct counting *counting) {
    end_page(counting);
    end_run(counting);
    uint64_t all = resident_bytes(counting, counting->heap.start, counting->heap.end), used = 0;
    for (int use = OUTL_USE_LIVE; use < OUTL_USE_MANAGEMENT; use++) { used += counting->bytes[use]; }
    used -= counting->known;
    if (all > used) { counting->bytes[OUTL_USE_MANAGEMENT] += all - used; }
    counting->counts[OUTL_USE_MANAGEMENT]++;
    counting->heap = (struct outl_range){0, 0};
}

static void visit_heap(void *context, uint32_t arena, struct outl_range range) {
    struct counting *counting = context;
    end_heap(counting);
    if (arena != counting->arena) {
        end_arena(counting);
        counting->arena = arena;
    }
    counting->known = 0;
    for (int use = OUTL_USE_LIVE; use < OUTL_USE_MANAGEMENT; use++) { counting->known += counting->bytes[use]; }
    counting->heap = range;
}

// MARK: All

// Adds the blocks with mappings of their own, which are the last ones.
static void add_mapped(struct counting *counting) {
    const struct outl_range *mappings = (const void *)counting->glibc->mappings.items;
    size_t count = counting->glibc->mappings.count, first = counting->glibc->blocks.count - count;
    counting->arena = OUTL_NOTHING;
    for (size_t index = 0; index < count; index++) {
        const struct outl_block *block = outl_glibc_block(counting->glibc, first + index);
        uint64_t bytes = resident_bytes(counting, block->address, mappings[index].end);
        use_at(counting, first + index)->resident = bytes;
        counting->bytes[OUTL_USE_LIVE] += bytes;
        counting->counts[OUTL_USE_LIVE]++;
        counting->bytes[OUTL_USE_HEADERS]
            += resident_bytes(counting, mappings[index].start, mappings[index].end) - bytes;
    }
    end_arena(counting);
}

bool outl_account_make(
    struct outl_glibc *glibc, const struct outl_array *resident, struct outl_account *account
) {
    static struct counting counting;
    counting = (struct counting){
        .glibc = glibc, .account = account, .resident = (const void *)resident->items,
        .resident_count = resident->count};
    size_t count = glibc->blocks.count;
    if (glibc->mappings.count > count) { return false; }
    if (count > 0 && !outl_array_append(&account->blocks, count, sizeof(struct outl_block_use))) { return false; }
    const struct outl_glibc_visitor visitor = {visit_heap, visit_chunk, visit_top, &counting};
    bool is_walked = outl_glibc_visit(glibc, &visitor);
    end_heap(&counting);
    end_arena(&counting);
    add_mapped(&counting);
    return is_walked && !account->rows.failed;
}

#endif
