// Freed blocks with the header of chunks in use: those in an arena's fast lists, and in the caches of threads.
//
// A thread's cache is a block itself. It is recognised by its content, because the thread-local variable that leads to
// it has no symbol. A thread that was stopped between its changes to a list and to the list's length leaves one length
// that is wrong by one.
#include "Malloc/glibc_state.h"

#if OUTL_HEAP_SERVED

#include "Memory/maps.h"

enum { size_mask = 7, link_shift = 12 };

// Returns the next element of a list, whose link is stored at `address`.
static uintptr_t next_of(const struct outl_glibc *glibc, uintptr_t address) {
    uintptr_t link = outl_word(address);
    return glibc->layout->protects_links ? link ^ address >> link_shift : link;
}

// MARK: Fast lists

static bool list_fast(struct outl_glibc *glibc, uintptr_t arena) {
    for (int list = 0; list < OUTL_ARENA_FAST_COUNT; list++) {
        uintptr_t chunk = outl_word(arena + OUTL_ARENA_FAST + 8 * (uintptr_t)list);
        while (chunk) {
            bool is_chunk = chunk % 16 == 0 && outl_maps_readable(chunk, OUTL_CHUNK_SMALLEST)
                && (outl_word(chunk + 8) & ~(uintptr_t)size_mask) == OUTL_CHUNK_SMALLEST + 16 * (uintptr_t)list;
            if (!is_chunk || glibc->freed.count > glibc->blocks.count) {
                return outl_glibc_fail(glibc, "a list of free chunks is broken", chunk);
            }
            outl_array_add(&glibc->freed, &(uintptr_t){chunk + OUTL_CHUNK_HEADER}, sizeof chunk);
            chunk = next_of(glibc, chunk + OUTL_CHUNK_HEADER);
        }
    }
    return true;
}

// MARK: Caches of threads

// Returns the length of a list of a cache, and adds its blocks; -1 if it is not one.
static int list_bin(struct outl_glibc *glibc, uintptr_t block, int bin) {
    enum { maximum = 1 << 16 };
    int length = 0;
    for (; block; length++) {
        bool is_block = block % 16 == 0 && outl_maps_readable(block - OUTL_CHUNK_HEADER, OUTL_CHUNK_SMALLEST)
            && (outl_word(block - 8) & ~(uintptr_t)size_mask) == OUTL_CHUNK_SMALLEST + 16 * (uintptr_t)bin;
        if (!is_block || length == maximum) { return -1; }
        outl_array_add(&glibc->freed, &block, sizeof block);
        block = next_of(glibc, block);
    }
    return length;
}

// Returns `true` if a block is a thread's cache, and adds the blocks in it.
static bool list_cache(struct outl_glibc *glibc, uintptr_t cache) {
    size_t before = glibc->freed.count;
    int total = 0, differences = 0;
    for (int bin = 0; bin < OUTL_CACHE_BINS; bin++) {
        int count = outl_small(cache + 2 * (uintptr_t)bin);
        int length = list_bin(glibc, outl_word(cache + OUTL_CACHE_HEADS + 8 * (uintptr_t)bin), bin);
        int difference = length < 0 ? 2 : length > count ? length - count : count - length;
        differences += difference;
        total += length;
        if (differences > 1) {
            glibc->freed.count = before;
            return false;
        }
    }
    return total > 0;
}

static bool list_caches(struct outl_glibc *glibc) {
    for (size_t index = 0; index < glibc->blocks.count; index++) {
        struct outl_block *block = outl_glibc_block(glibc, index);
        if (block->size != OUTL_CACHE_SIZE + 8 || !list_cache(glibc, block->address)) { continue; }
        glibc->caches++;
        block->size = OUTL_CACHE_SIZE; // The word behind it is left over from an earlier block.
    }
    bool are_too_many = glibc->maximum_caches > 0 && glibc->caches > glibc->maximum_caches;
    return !are_too_many || outl_glibc_fail(glibc, "there are more caches than threads", glibc->arena);
}

// MARK: Sorting

static void sink(uintptr_t *items, size_t at, size_t count) {
    for (size_t child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && items[child] < items[child + 1]) { child++; }
        if (items[at] >= items[child]) { return; }
        uintptr_t item = items[at];
        items[at] = items[child];
        items[child] = item;
    }
}

// A heap sort, because the C library's function may allocate.
static void sort(uintptr_t *items, size_t count) {
    for (size_t at = count / 2; at-- > 0;) { sink(items, at, count); }
    for (size_t last = count; last-- > 1;) {
        uintptr_t item = items[0];
        items[0] = items[last];
        items[last] = item;
        sink(items, 0, last);
    }
}

bool outl_glibc_list_freed(struct outl_glibc *glibc) {
    uintptr_t arena = glibc->arena;
    do {
        if (!list_fast(glibc, arena)) { return false; }
        arena = outl_word(arena + OUTL_ARENA_NEXT);
    } while (arena != glibc->arena);
    const uintptr_t *fast = (const void *)glibc->freed.items;
    for (size_t index = 0; index < glibc->freed.count; index++) {
        outl_array_add(&glibc->fast, &fast[index], sizeof *fast);
    }
    sort((uintptr_t *)glibc->fast.items, glibc->fast.count);
    if (!list_caches(glibc)) { return false; }
    sort((uintptr_t *)glibc->freed.items, glibc->freed.count);
    return true;
}

#endif
