// Concurrency contract: in a frozen copy only.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "outl_heap_state.h"

#if OUTL_HEAP_SERVED

#include "outl_heap_excluded.h"

#include "outl_heap_maps.h"
#include "outl_heap_scratch.h"
#include "outl_heap_table.h"

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

// MARK: What malloc manages, and what the tier does

// glibc keeps flags in the size in front of a block, and an arena beside the main one in memory that begins at a
// multiple of 64 MiB.
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

static bool exclude_own(const struct outl_nodes *nodes) {
    if (!exclude_map_of(outl_record_at(OUTL_RECORD_UNITS))) { return false; }
    const uintptr_t regions = (uintptr_t)outl_blocks_table.regions;
    if (!exclude(regions, regions + OUTL_REGION_COUNT * sizeof(uint32_t *))) { return false; }
    uintptr_t known = UINTPTR_MAX;
    for (uint32_t number = 0; number < nodes->count; number++) {
        uintptr_t region = nodes->items[number].address >> OUTL_REGION_BITS;
        if (region == known || region >= OUTL_REGION_COUNT) { continue; }
        known = region;
        uintptr_t slots = (uintptr_t)outl_region_of(nodes->items[number].address);
        if (slots && !exclude(slots, slots + OUTL_REGION_SLOTS * sizeof(uint32_t))) { return false; }
    }
    return true;
}

// Few ranges, and mostly in order already.
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
    if (!exclude_own(nodes) || !exclude_blocks(nodes)) { return false; }
    sort();
    return true;
}

#endif
