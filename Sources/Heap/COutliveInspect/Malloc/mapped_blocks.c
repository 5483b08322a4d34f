// Large blocks have mappings of their own. Their chunk begins at a page, or behind it if a larger alignment was
// requested: the header at the page then stays, and the moved one has the distance in place of the previous size.
#include "Malloc/glibc_state.h"

#if OUTL_HEAP_SERVED

#include "Memory/maps.h"

enum { page = 4096, flags = 7, is_mapped = 2, smallest_alignment = 32, largest_alignment = 1 << 26 };

// Returns the size of the mapping of the chunk at a page, or 0.
static uint64_t size_of_mapping(uintptr_t chunk) {
    uint64_t before = outl_word(chunk), size = outl_word(chunk + 8);
    if ((size & flags) != is_mapped || before >= page) { return 0; }
    size = (size & ~(uint64_t)flags) + before;
    return size >= page && size % page == 0 && outl_maps_readable(chunk, size) ? size : 0;
}

// Returns the chunk in a mapping, which was moved if the block is aligned.
static uintptr_t chunk_in(uintptr_t first, uint64_t size) {
    for (uint64_t alignment = smallest_alignment; alignment <= largest_alignment; alignment *= 2) {
        uintptr_t chunk = outl_aligned(first + OUTL_CHUNK_HEADER, alignment) - OUTL_CHUNK_HEADER;
        if (chunk - first + OUTL_CHUNK_SMALLEST > size) { break; }
        bool is_moved = chunk > first && outl_word(chunk) == chunk - first
            && outl_word(chunk + 8) == (size - (chunk - first)) + is_mapped;
        if (is_moved) { return chunk; }
    }
    return first;
}

// Returns the end of the heap that contains an address, or 0.
static uintptr_t end_of_heap(const struct outl_glibc *glibc, uintptr_t address) {
    const struct outl_range *heaps = (const void *)glibc->heaps.items;
    for (size_t index = 0; index < glibc->heaps.count; index++) {
        if (address >= heaps[index].start && address < heaps[index].end) { return heaps[index].end; }
    }
    return 0;
}

bool outl_glibc_add_mapped(struct outl_glibc *glibc) {
    uint64_t bytes = 0;
    uintptr_t done = 0; // The end of the last block or heap.
    for (size_t part = 0; part < glibc->part_count; part++) {
        const struct outl_map *map = outl_maps_find(glibc->parts[part].start);
        enum { needed = OUTL_MAP_READ | OUTL_MAP_WRITE | OUTL_MAP_ANONYMOUS };
        if (!map || (map->flags & needed) != needed || map->flags & OUTL_MAP_HEAP) { continue; }
        uintptr_t chunk = glibc->parts[part].start;
        for (; chunk + page <= glibc->parts[part].end; chunk += page) {
            if (chunk < done) { continue; }
            uint64_t size = size_of_mapping(chunk);
            if (size == 0) { continue; }
            uintptr_t end = end_of_heap(glibc, chunk);
            done = end ? end : chunk + size;
            if (end) { continue; }
            uintptr_t moved = chunk_in(chunk, size);
            struct outl_block block = {
                .address = moved + OUTL_CHUNK_HEADER, .size = size - (moved - chunk) - OUTL_CHUNK_HEADER};
            outl_array_add(&glibc->blocks, &block, sizeof block);
            outl_array_add(&glibc->mappings, &(struct outl_range){chunk, chunk + size}, sizeof(struct outl_range));
            glibc->mapped++;
            bytes += size;
        }
    }
    uintptr_t parameters = glibc->parameters;
    bool is_complete = outl_half(parameters + glibc->layout->mapped_count) == glibc->mapped
        && outl_word(parameters + glibc->layout->mapped_bytes) == bytes;
    return is_complete || outl_glibc_fail(glibc, "malloc counts other mapped blocks than there are", parameters);
}

#endif
