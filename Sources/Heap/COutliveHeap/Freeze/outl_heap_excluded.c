// Concurrency contract: in a frozen copy only.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "outl_heap_state.h"

#if OUTL_HEAP_SERVED

#include "outl_heap_excluded.h"

#include "outl_heap_blocks.h"
#include "outl_heap_capture.h"
#include "outl_heap_maps.h"
#include "outl_heap_table.h"
#include "outl_stack_table.h"

static struct outl_array excluded;

const struct outl_range *outl_excluded_all(size_t *count) {
    *count = excluded.count;
    return (const struct outl_range *)excluded.items;
}

static bool exclude(uintptr_t start, uintptr_t end) {
    struct outl_range *range = outl_array_append(&excluded, 1, sizeof *range);
    if (range) { *range = (struct outl_range){start, end}; }
    return range != NULL;
}

// MARK: The memory of malloc and of the tier

// glibc stores flags with the size in front of a block. Each arena except the main one begins at a multiple of 64 MiB.
enum { chunk_is_mapped = 2, chunk_in_other_arena = 4 };
static const uintptr_t arena_size = (uintptr_t)64 << 20;

static bool exclude_blocks(const struct outl_nodes *nodes) {
    uintptr_t known_end = 0;
    for (uint32_t number = 0; number < nodes->count; number++) {
        uintptr_t start = nodes->items[number].address, end = start + nodes->items[number].bytes;
        if (end <= known_end) { continue; }
        const struct outl_map *map = outl_maps_find(start - 8);
        if (!map || !(map->flags & OUTL_MAP_READ)) { continue; }
        uintptr_t flags = *(const uintptr_t *)(start - 8);
        if (flags & chunk_in_other_arena) {
            start = start / arena_size * arena_size;
            end = start + arena_size;
        } else if (!(flags & chunk_is_mapped)) {
            start = map->start;
            end = map->end;
        }
        if (!exclude(start, end)) { return false; }
        known_end = end;
    }
    return true;
}

static bool exclude_map_of(const void *address) {
    const struct outl_map *map = outl_maps_find((uintptr_t)address);
    return !map || exclude(map->start, map->end);
}

static void exclude_range(uintptr_t start, uintptr_t end, void *failed) {
    if (!exclude(start, end)) { *(bool *)failed = true; }
}

// Returns `true` if an arena of malloc begins at an address. The tier's thread may have one without any recorded block.
//
// An arena begins with the C library's heap header: the address of the arena's description, at +16 the size in use,
// then the writable size.
static bool is_arena(uintptr_t at, const struct outl_map *map) {
    enum { page = 4096, largest_description = 128 };
    const uintptr_t *words = (const uintptr_t *)at;
    uintptr_t behind = words[0] % arena_size;
    return words[0] != 0 && behind >= 32 && behind <= largest_description && words[2] > 0 && words[2] <= words[3]
        && words[3] <= arena_size && words[3] % page == 0 && words[2] % page == 0 && at + words[2] <= map->end;
}

static bool exclude_arenas(void) {
    size_t count;
    const struct outl_map *maps = outl_maps_all(&count);
    for (size_t index = 0; index < count; index++) {
        const struct outl_map *map = &maps[index];
        const uint32_t wanted = OUTL_MAP_READ | OUTL_MAP_WRITE | OUTL_MAP_ANONYMOUS;
        if ((map->flags & wanted) != wanted) { continue; }
        for (uintptr_t at = (map->start + arena_size - 1) / arena_size * arena_size; at < map->end; at += arena_size) {
            if (is_arena(at, map) && !exclude(at, at + arena_size)) { return false; }
        }
    }
    return true;
}

static bool exclude_own(void) {
    bool failed = !exclude_map_of(outl_record_at(OUTL_RECORD_UNITS));
    const uintptr_t regions = (uintptr_t)outl_blocks_table.regions;
    exclude_range(regions, regions + OUTL_REGION_COUNT * sizeof(uint32_t *), &failed);
    outl_blocks_each_region(exclude_range, &failed);
    outl_stack_table_each_range(outl_heap_stacks, exclude_range, &failed);
    // `exclude` may map more memory.
    size_t count;
    outl_scratch_all(&count);
    for (size_t index = 0; index < count; index++) {
        struct outl_range range = outl_scratch_all(&(size_t){0})[index];
        exclude_range(range.start, range.end, &failed);
    }
    return !failed;
}

// An insertion sort, because there are few ranges, mostly in order.
static void sort(void) {
    struct outl_range *ranges = (struct outl_range *)excluded.items;
    for (size_t index = 1; index < excluded.count; index++) {
        struct outl_range range = ranges[index];
        size_t at = index;
        for (; at > 0 && ranges[at - 1].start > range.start; at--) { ranges[at] = ranges[at - 1]; }
        ranges[at] = range;
    }
}

bool outl_excluded_find(const struct outl_nodes *nodes) {
    if (!exclude_own() || !exclude_arenas() || !exclude_blocks(nodes)) { return false; }
    sort();
    return true;
}

#endif
