// Neither the main arena nor the parameters have exported symbols. Both are found by their content, which is so strict
// that there is one match: the arena by its circular lists, the parameters by the heap to which they belong.
#include "Malloc/glibc_state.h"

#if OUTL_HEAP_SERVED

#include "Memory/maps.h"

enum { maximum_arenas = 4096, arena_flags = 3 };

// MARK: The main arena

// Returns `true` if a list of free chunks is intact at the arena.
static bool is_circle(uintptr_t bin) {
    uintptr_t first = outl_word(bin + 16), last = outl_word(bin + 24);
    if (first == bin || last == bin) { return first == last; }
    return first % 16 == 0 && last % 16 == 0 && outl_maps_readable(first, 32) && outl_maps_readable(last, 32)
        && outl_word(first + 24) == bin && outl_word(last + 16) == bin;
}

static bool is_ring(uintptr_t arena) {
    uintptr_t next = arena;
    for (int count = 0; count < maximum_arenas; count++) {
        next = outl_word(next + OUTL_ARENA_NEXT);
        if (next == arena) { return true; }
        if (next % 16 != 0 || !outl_maps_readable(next, OUTL_ARENA_SIZE)) { return false; }
    }
    return false;
}

static bool is_arena(uintptr_t address) {
    enum { maximum_lock = 2 };
    uintptr_t top = outl_word(address + OUTL_ARENA_TOP);
    bool may_be = outl_half(address) <= maximum_lock && outl_half(address + OUTL_ARENA_FLAGS) <= arena_flags && top != 0
        && top % 16 == 0 && outl_maps_readable(top, OUTL_CHUNK_HEADER);
    for (int bin = 0; may_be && bin < OUTL_ARENA_BIN_COUNT; bin++) {
        may_be = is_circle(address + OUTL_ARENA_BINS - 16 + 16 * (uintptr_t)bin);
    }
    return may_be && is_ring(address);
}

// MARK: The parameters

static bool is_parameters(const struct outl_glibc *glibc, uintptr_t address) {
    const struct outl_glibc_layout *layout = glibc->layout;
    enum { counts = 2 * sizeof(uint32_t), largest = 2 * sizeof(uint64_t), largest_cached = 16 * OUTL_CACHE_BINS + 8 };
    uint64_t bins = outl_word(address + layout->cache_bins), bytes = outl_word(address + layout->cache_bins + 8);
    uint32_t mapped = outl_half(address + layout->mapped_count);
    uint32_t maximum = outl_half(address + layout->mapped_count + counts);
    uint64_t size = outl_word(address + layout->mapped_bytes);
    uint64_t largest_size = outl_word(address + layout->mapped_bytes + largest / 2);
    // The last of `bins` lists is for the largest block, which the tunable tcache_max may set to any size.
    uint64_t chunk = outl_aligned(bytes + 8, 16);
    bool has_cache = bins >= 1 && bins <= OUTL_CACHE_BINS && bytes <= largest_cached
        && bins - 1 == (chunk < OUTL_CHUNK_SMALLEST ? 0 : (chunk - OUTL_CHUNK_SMALLEST) / 16);
    bool has_mapped = mapped <= maximum && size <= largest_size && size % 4096 == 0 && (mapped == 0) == (size == 0);
    if (!has_cache || !has_mapped) { return false; }
    uintptr_t base = outl_word(address + layout->break_base);
    uintptr_t top = outl_word(glibc->arena + OUTL_ARENA_TOP);
    // Without a first heap, the arena is its own top.
    if (top >= glibc->arena && top < glibc->arena + OUTL_ARENA_SIZE) { return base == 0; }
    const struct outl_map *map = outl_maps_find(base);
    bool is_extended = outl_half(glibc->arena + OUTL_ARENA_FLAGS) & 2;
    return map && map->flags & OUTL_MAP_WRITE && (is_extended || (base <= top && outl_maps_readable(base, top - base)));
}

// MARK: Search

// Calls `visit` with each part of the memory in which the C library keeps its variables.
static void each_segment(
    struct outl_glibc *glibc, void (*visit)(struct outl_glibc *glibc, uintptr_t start, uintptr_t end)
) {
    const struct outl_module *library = outl_glibc_module();
    for (size_t index = 0; library && index < outl_map_count; index++) {
        const struct outl_map *map = &outl_maps[index];
        enum { needed = OUTL_MAP_READ | OUTL_MAP_WRITE };
        uintptr_t start = map->range.start < library->start ? library->start : map->range.start;
        uintptr_t end = map->range.end > library->end ? library->end : map->range.end;
        if ((map->flags & needed) == needed && start < end) { visit(glibc, outl_aligned(start, 8), end); }
    }
}

static void search_arena(struct outl_glibc *glibc, uintptr_t start, uintptr_t end) {
    for (uintptr_t address = start; address + OUTL_ARENA_SIZE <= end; address += 8) {
        if (!is_arena(address)) { continue; }
        if (glibc->arena) { outl_glibc_fail(glibc, "there is more than one main arena", address); }
        glibc->arena = address;
        address += OUTL_ARENA_SIZE - 8;
    }
}

static void search_parameters(struct outl_glibc *glibc, uintptr_t start, uintptr_t end) {
    enum { size = 136 };
    for (uintptr_t address = start; address + size <= end; address += 8) {
        if (!is_parameters(glibc, address)) { continue; }
        if (glibc->parameters) { outl_glibc_fail(glibc, "there are two sets of malloc's parameters", address); }
        glibc->parameters = address;
    }
}

bool outl_glibc_find(struct outl_glibc *glibc) {
    each_segment(glibc, search_arena);
    if (!glibc->arena) { return outl_glibc_fail(glibc, "the C library has no main arena", 0); }
    each_segment(glibc, search_parameters);
    if (!glibc->parameters) {
        return outl_glibc_fail(glibc, "the C library has no parameters of malloc", glibc->arena);
    }
    uint32_t huge_page = glibc->layout->huge_page;
    glibc->has_huge_pages = huge_page && outl_word(glibc->parameters + huge_page) != 0;
    if (glibc->has_huge_pages) {
        return outl_glibc_fail(glibc, "malloc uses huge pages, which is not supported", glibc->parameters);
    }
    return glibc->problem == NULL;
}

#endif
