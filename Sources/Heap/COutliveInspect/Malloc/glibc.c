#include "Malloc/glibc.h"

#if OUTL_HEAP_SERVED

#include "Memory/maps.h"

enum { in_use = 1, size_mask = 7, is_not_contiguous = 2 };

static uint64_t size_at(uintptr_t chunk) { return outl_word(chunk + 8) & ~(uint64_t)size_mask; }

// Adds the block of a chunk if that is in use, or passes the chunk to the visitor.
static void add_chunk(struct outl_glibc *glibc, uintptr_t chunk, uint64_t size) {
    bool is_used = outl_word(chunk + size + 8) & in_use;
    if (glibc->visitor) {
        glibc->visitor->chunk(glibc->visitor->context, chunk, size, is_used);
        return;
    }
    if (!is_used) { return; }
    struct outl_block block = {.address = chunk + OUTL_CHUNK_HEADER, .size = size - 8};
    outl_array_add(&glibc->blocks, &block, sizeof block);
}

// MARK: Chunks

// Returns `true` if chunks follow each other from one chunk to another.
static bool leads_to(uintptr_t chunk, uintptr_t last) {
    while (chunk < last) {
        uint64_t size = size_at(chunk);
        if (size < OUTL_CHUNK_HEADER || size % 16 != 0 || size > last - chunk) { return false; }
        chunk += size;
    }
    return chunk == last;
}

// Walks the chunks from the first one of a heap to `top`, or to the end of the heap if that is 0.
//
// A heap that was full ends with a fence: a header of 16 bytes, or a chunk of 32 if that was left, then a size of 0. In
// the main heap it consists of two headers of 16 bytes. Behind it lies memory that others took from the break, and then
// the heap continues.
static bool walk_chunks(struct outl_glibc *glibc, uintptr_t chunk, uintptr_t end, uintptr_t top) {
    size_t first = glibc->blocks.count;
    for (int fences = 0; chunk != top;) {
        if (end - chunk < OUTL_CHUNK_HEADER || end < chunk) {
            return outl_glibc_fail(glibc, "a chunk leaves its heap", chunk);
        }
        uint64_t size = size_at(chunk);
        if (size == 0 && top == 0) {
            const struct outl_block *last = outl_glibc_block(glibc, glibc->blocks.count - 1);
            bool is_fence = glibc->blocks.count > first && last->size == OUTL_CHUNK_SMALLEST - 8
                && last->address + last->size + 8 - OUTL_CHUNK_HEADER == chunk;
            if (is_fence && !glibc->visitor) { glibc->blocks.count--; }
            return true;
        }
        if (size == OUTL_CHUNK_HEADER) {
            chunk += size;
            if (++fences < 2 || top == 0) { continue; }
            while (chunk < top && !leads_to(chunk, top)) { chunk += 16; }
            fences = 0;
            continue;
        }
        fences = 0;
        if (size < OUTL_CHUNK_SMALLEST || size % 16 != 0 || size > end - chunk - OUTL_CHUNK_HEADER) {
            return outl_glibc_fail(glibc, "a chunk has an impossible size", chunk);
        }
        add_chunk(glibc, chunk, size);
        chunk += size;
    }
    if (glibc->visitor) { glibc->visitor->top(glibc->visitor->context, top, size_at(top)); }
    return true;
}

// MARK: Arenas

static bool add_heap(struct outl_glibc *glibc, uintptr_t start, uintptr_t end) {
    struct outl_range range = {start, end};
    if (glibc->visitor) {
        glibc->visitor->heap(glibc->visitor->context, glibc->arenas, range);
        return true;
    }
    outl_array_add(&glibc->heaps, &range, sizeof range);
    return outl_maps_readable(start, end - start) || outl_glibc_fail(glibc, "a heap is not mapped", start);
}

// Walks a main heap with a part outside of the break, where the end is unknown: up to the fence.
static bool walk_first_part(struct outl_glibc *glibc, uintptr_t chunk) {
    const struct outl_map *map = outl_maps_find(chunk);
    uintptr_t end = map ? map->range.end : chunk, base = outl_word(glibc->parameters + glibc->layout->break_base);
    glibc->is_partial = true;
    if (!add_heap(glibc, base, end)) { return false; }
    while (end - chunk >= OUTL_CHUNK_SMALLEST + OUTL_CHUNK_HEADER) {
        uint64_t size = size_at(chunk);
        if (size < OUTL_CHUNK_SMALLEST || size % 16 != 0 || size > end - chunk - OUTL_CHUNK_HEADER) { break; }
        add_chunk(glibc, chunk, size);
        chunk += size;
    }
    return true;
}

static bool walk_main(struct outl_glibc *glibc) {
    uintptr_t top = outl_word(glibc->arena + OUTL_ARENA_TOP);
    uintptr_t base = outl_word(glibc->parameters + glibc->layout->break_base);
    // Not a block was ever allocated in it.
    if (base == 0) { return true; }
    uintptr_t first = outl_aligned(base, 16);
    bool is_whole = base <= top && outl_maps_readable(base, top + OUTL_CHUNK_HEADER - base);
    if (outl_half(glibc->arena + OUTL_ARENA_FLAGS) & is_not_contiguous && !is_whole) {
        return walk_first_part(glibc, first);
    }
    if (!is_whole || !outl_maps_readable(top, size_at(top))) {
        return outl_glibc_fail(glibc, "the end of the main heap is not mapped", top);
    }
    return add_heap(glibc, base, top + size_at(top)) && walk_chunks(glibc, first, top + OUTL_CHUNK_HEADER, top);
}

// Walks the heaps of another arena, beginning with the last one, which contains its top.
static bool walk_heaps(struct outl_glibc *glibc, uintptr_t arena) {
    uintptr_t top = outl_word(arena + OUTL_ARENA_TOP), heap = top & ~(uintptr_t)(OUTL_HEAP_SIZE_MAX - 1);
    uintptr_t before = 0; // One of the previous heaps, a later one each time that their number doubles.
    for (int count = 0; heap; count++) {
        enum { header = 24, maximum_heaps = 1 << 20 };
        if (heap == before) { return outl_glibc_fail(glibc, "the heaps of an arena form a ring", heap); }
        if ((count & (count - 1)) == 0) { before = heap; }
        if (!outl_maps_readable(heap, header) || outl_word(heap) != arena || count == maximum_heaps) {
            return outl_glibc_fail(glibc, "a heap does not belong to its arena", heap);
        }
        uint64_t size = outl_word(heap + 16);
        uintptr_t first = heap + glibc->layout->heap_header;
        // The first heap contains the arena itself.
        if ((arena & ~(uintptr_t)(OUTL_HEAP_SIZE_MAX - 1)) == heap) { first = arena + OUTL_ARENA_SIZE; }
        bool has_top = count == 0;
        if (size > OUTL_HEAP_SIZE_MAX || (has_top && (top < first || top + OUTL_CHUNK_HEADER > heap + size))) {
            return outl_glibc_fail(glibc, "a heap has an impossible size", heap);
        }
        uintptr_t end = has_top ? top + OUTL_CHUNK_HEADER : heap + size;
        if (!add_heap(glibc, heap, heap + size)) { return false; }
        if (!walk_chunks(glibc, outl_aligned(first, 16), end, has_top ? top : 0)) { return false; }
        heap = outl_word(heap + 8);
    }
    return true;
}

static bool walk_arenas(struct outl_glibc *glibc) {
    glibc->arenas = 0;
    if (!walk_main(glibc)) { return false; }
    uintptr_t arena = glibc->arena;
    for (glibc->arenas = 1; (arena = outl_word(arena + OUTL_ARENA_NEXT)) != glibc->arena; glibc->arenas++) {
        if (!walk_heaps(glibc, arena)) { return false; }
    }
    return true;
}

// MARK: Live blocks

// Returns the index of the first freed block that is not below an address.
static size_t freed_from(const struct outl_glibc *glibc, uintptr_t address) {
    const uintptr_t *freed = (const void *)glibc->freed.items;
    size_t low = 0, high = glibc->freed.count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (freed[middle] < address) { low = middle + 1; } else { high = middle; }
    }
    return low;
}

// Removes the freed blocks. Blocks ascend within a heap, so that most steps continue where the last one ended.
static bool remove_freed(struct outl_glibc *glibc) {
    const uintptr_t *freed = (const void *)glibc->freed.items;
    size_t kept = 0, removed = 0, next = 0;
    uintptr_t before = 0;
    for (size_t index = 0; index < glibc->blocks.count; index++) {
        const struct outl_block *block = outl_glibc_block(glibc, index);
        if (block->address < before) { next = freed_from(glibc, block->address); }
        while (next < glibc->freed.count && freed[next] < block->address) { next++; }
        before = block->address;
        bool is_freed = next < glibc->freed.count && freed[next] == block->address;
        if (is_freed) { removed++; } else { *outl_glibc_block(glibc, kept++) = *block; }
    }
    glibc->blocks.count = kept;
    return removed == glibc->freed.count || glibc->is_partial
        || outl_glibc_fail(glibc, "a cached block is not a chunk, or is cached twice", glibc->arena);
}

bool outl_glibc_walk(struct outl_glibc *glibc) {
    bool is_walked = outl_glibc_find(glibc) && walk_arenas(glibc) && outl_glibc_list_freed(glibc) && remove_freed(glibc)
        && outl_glibc_add_mapped(glibc);
    if (glibc->blocks.failed || glibc->freed.failed || glibc->heaps.failed) {
        return outl_glibc_fail(glibc, "there is no memory for the list of blocks", 0);
    }
    return is_walked;
}

bool outl_glibc_visit(struct outl_glibc *glibc, const struct outl_glibc_visitor *visitor) {
    glibc->visitor = visitor;
    bool is_walked = walk_arenas(glibc);
    glibc->visitor = NULL;
    return is_walked;
}

void outl_glibc_free(struct outl_glibc *glibc) {
    outl_array_free(&glibc->fast);
    outl_array_free(&glibc->mappings);
    outl_array_free(&glibc->blocks);
    outl_array_free(&glibc->freed);
    outl_array_free(&glibc->heaps);
}

#endif
