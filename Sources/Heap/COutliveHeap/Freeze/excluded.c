#include "Freeze/excluded.h"

#if OUTL_HEAP_SERVED

#include "Allocation/capture.h"
#include "Allocation/view.h"
#include "Base/maps.h"
#include "outl_stack_table.h"

static struct outl_array excluded;
static bool failed;

const struct outl_range *outl_excluded_all(size_t *count) {
    *count = excluded.count;
    return (const struct outl_range *)excluded.items;
}

static void exclude(uintptr_t start, uintptr_t end) {
    struct outl_range *range = outl_array_append(&excluded, 1, sizeof *range);
    if (range) { *range = (struct outl_range){start, end}; } else { failed = true; }
}

// MARK: The memory of malloc

// glibc stores flags with the size in front of a block. Each arena except the main one begins at a multiple of 64 MiB.
enum { chunk_is_mapped = 2, chunk_in_other_arena = 4 };
static const uintptr_t arena_size = (uintptr_t)64 << 20;

static void exclude_blocks(const struct outl_nodes *nodes) {
    uintptr_t known_end = 0;
    for (uint32_t number = 0; number < nodes->count && !failed; number++) {
        uintptr_t start = nodes->items[number].address, end = start + nodes->items[number].bytes;
        if (end <= known_end) { continue; }
        const struct outl_map *map = outl_maps_find(start - 8);
        if (!map || !(map->flags & OUTL_MAP_READ)) { continue; }
        uintptr_t flags = outl_word(start - 8);
        if (flags & chunk_in_other_arena) {
            start = start / arena_size * arena_size;
            end = start + arena_size;
        } else if (!(flags & chunk_is_mapped)) {
            start = map->range.start;
            end = map->range.end;
        }
        exclude(start, end);
        known_end = end;
    }
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
        && words[3] <= arena_size && words[3] % page == 0 && words[2] % page == 0 && at + words[2] <= map->range.end;
}

static void exclude_arenas(void) {
    const uint32_t wanted = OUTL_MAP_READ | OUTL_MAP_WRITE | OUTL_MAP_ANONYMOUS;
    size_t count;
    const struct outl_map *maps = outl_maps_all(&count);
    for (const struct outl_map *map = maps; map < maps + count; map++) {
        if ((map->flags & wanted) != wanted) { continue; }
        for (uintptr_t at = outl_aligned(map->range.start, arena_size); at < map->range.end; at += arena_size) {
            if (is_arena(at, map)) { exclude(at, at + arena_size); }
        }
    }
}

// MARK: The memory of the tier

static void exclude_range(uintptr_t start, uintptr_t end, void *unused) {
    (void)unused;
    exclude(start, end);
}

static void exclude_own(void) {
    const struct outl_map *records = outl_maps_find((uintptr_t)outl_record_at(OUTL_RECORD_UNITS));
    if (records) { exclude(records->range.start, records->range.end); }
    const uintptr_t regions = (uintptr_t)outl_blocks_table.regions;
    exclude(regions, regions + OUTL_REGION_COUNT * sizeof(uint32_t *));
    outl_blocks_each_region(exclude_range, NULL);
    outl_stack_table_each_range(outl_heap_stacks, exclude_range, NULL);
    // `exclude` may map more memory.
    size_t count;
    const struct outl_range *mapped = outl_memory_all(&count);
    for (size_t index = 0; index < count; index++) { exclude(mapped[index].start, mapped[index].end); }
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
    exclude_own();
    exclude_arenas();
    exclude_blocks(nodes);
    sort();
    return !failed;
}

#endif
