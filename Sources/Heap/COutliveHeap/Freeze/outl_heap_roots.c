// Roots: words outside of blocks that point to one.
//
// Not searched are memory that points to everything or contains stale pointers (that of the tier, the C library, the
// runtime, the unwinder and malloc) and stacks with an unknown pointer. Thread-locals lie at the end of a thread's
// stack, next to the C library's record of the thread, which begins with its own address.
//
// Concurrency contract: in a frozen copy only. The list of threads is shared with the program, which reads it when the
// copy has ended.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "outl_heap_state.h"

#if OUTL_HEAP_SERVED

#include "outl_heap_capture.h"
#include "outl_heap_excluded.h"
#include "outl_heap_functions.h"
#include "outl_heap_graph.h"

#include "outl_heap_maps.h"
#include "outl_heap_modules.h"
#include "outl_heap_threads.h"

#include <errno.h>
#include <sched.h>
#include <string.h>

enum root_kind { root_global = 1, root_stack = 2, root_thread_local = 3, root_mapping = 4 };

struct root {
    uint32_t node;
    uint32_t kind;
    uint32_t index;
    uint32_t reserved;
    uint64_t address;
};
_Static_assert(sizeof(struct root) == 24, "as docs/heap-snapshot.md says");

static uint32_t written; // The number of roots so far.

static void search(uintptr_t start, uintptr_t end, enum root_kind kind, uint32_t index) {
    if (start >= end || !outl_maps_readable(start, end - start)) { return; }
    const uintptr_t first = (start + 7) & ~(uintptr_t)7;
    for (uintptr_t at = first; at + 8 <= end; at += 8) {
        uint32_t node = outl_index_target(*(const uintptr_t *)at);
        if (node == OUTL_NOTHING) { continue; }
        struct root root = {.node = node, .kind = kind, .index = index, .address = at};
        outl_output_write(&root, sizeof root);
        if (at > first) {
            uintptr_t before = *(const uintptr_t *)(at - 8);
            if (kind == root_stack) {
                outl_functions_note_on_stack(OUTL_REFERENCE_ROOT, written, before);
            } else {
                outl_functions_note(OUTL_REFERENCE_ROOT, written, before);
            }
        }
        written++;
    }
}

// MARK: Globals

// Returns the index of the module that contains the start of a mapping.
static uint32_t module_at(uintptr_t address) {
    const struct outl_module *module = outl_heap_module_at(address);
    return module ? (uint32_t)(module - outl_heap_module(0)) : OUTL_NOTHING;
}

static const char own; // An address in the tier's own module.

static bool is_left_out(const struct outl_module *module) {
    static const char *const names[] = {"libc.so", "libswiftCore.so", "ld-linux", "libunwind.so"};
    // The tier's own module, unless it is linked into the executable, the first module in the loader's list.
    if (module != outl_heap_module(0) && module == outl_heap_module_at((uintptr_t)&own)) { return true; }
    const char *path = module->path ? module->path : "";
    const char *slash = strrchr(path, '/');
    for (size_t index = 0; index < sizeof names / sizeof names[0]; index++) {
        if (strncmp(slash ? slash + 1 : path, names[index], strlen(names[index])) == 0) { return true; }
    }
    return false;
}

// MARK: Threads

// The first and third words of the C library's record of a thread are its own address.
enum { record_size = 2304 };

static bool is_record(uintptr_t address) {
    const uintptr_t *words = (const uintptr_t *)address;
    return outl_maps_readable(address, record_size) && words[0] == address && words[2] == address;
}

static void search_thread(uintptr_t record, uintptr_t lowest, struct outl_thread *threads, size_t count) {
    uintptr_t locals = record - outl_threads_locals_size();
    if (locals < lowest || locals > record) { locals = lowest; }
    uint32_t id = *(const uint32_t *)(record + OUTL_RECORD_ID_OFFSET), index = OUTL_NOTHING;
    for (size_t at = 0; at < count; at++) {
        if (threads[at].id == id) { index = (uint32_t)at; }
    }
    search(locals, record + record_size, root_thread_local, index);
    if (index == OUTL_NOTHING) { return; }
    struct outl_thread *thread = &threads[index];
    if (thread->known && thread->stack >= lowest && thread->stack < locals) {
        thread->low = (thread->stack - OUTL_RED_ZONE) & ~(uintptr_t)7;
        thread->high = locals;
        search(thread->low, thread->high, root_stack, index);
    }
}

// The first thread's record is not on its stack.
static void search_first_thread(struct outl_thread *threads, size_t count) {
    for (size_t index = 0; index < count; index++) {
        struct outl_thread *thread = &threads[index];
        const struct outl_map *map = outl_maps_find(thread->stack);
        if (!thread->known || thread->id != (uint32_t)outl_heap_settings.process || !map) { continue; }
        thread->low = (thread->stack - OUTL_RED_ZONE) & ~(uintptr_t)7;
        thread->high = map->end;
        search(thread->low, thread->high, root_stack, (uint32_t)index);
    }
}

// MARK: Other memory

// Searches a mapping of the program, except for the excluded ranges, the stacks of threads, and the caches of the tier.
//
// The caches are recognised by their content instead of a list, so that threads begin and end without a lock.
static void search_mapping(const struct outl_map *map, size_t *next, struct outl_thread *threads, size_t count) {
    size_t range_count;
    const struct outl_range *ranges = outl_excluded_all(&range_count);
    uintptr_t at = map->start;
    // All records have the same offset in a page, because stacks end at a page boundary.
    uintptr_t in_page = outl_threads_record_in_page(), first = outl_threads_first_record();
    while (*next < range_count && ranges[*next].end <= at) { ++*next; }
    for (size_t index = *next; at < map->end;) {
        while (index < range_count && ranges[index].end <= at) { index++; }
        uintptr_t end = index < range_count && ranges[index].start < map->end ? ranges[index].start : map->end;
        for (uintptr_t page = at & ~(uintptr_t)4095; page < end; page += 4096) {
            if (page >= at && page + sizeof(struct outl_stack_cache) <= end && outl_heap_capture_is_cache(page)) {
                search(at, page, root_mapping, OUTL_NOTHING);
                at = page + sizeof(struct outl_stack_cache);
            }
            uintptr_t record = first >= page && first < page + 4096 ? first : page + in_page;
            if (record < at || record >= end || !is_record(record)) { continue; }
            search_thread(record, at, threads, count);
            at = (record + record_size + 4095) & ~(uintptr_t)4095;
        }
        if (at < end) { search(at, end, root_mapping, OUTL_NOTHING); }
        at = index < range_count && end < map->end ? ranges[index].end : map->end;
    }
}

int outl_roots_write(struct outl_walk *walk, const struct outl_nodes *nodes) {
    struct outl_sections *sections = &walk->result->sections;
    // The program only reads the positions of its threads meanwhile.
    for (int tries = 0; !atomic_load(&walk->result->threads_known) && tries < 1000000; tries++) { sched_yield(); }
    size_t thread_count, map_count, next = 0;
    struct outl_thread *threads = outl_threads_all(&thread_count);
    if (!atomic_load(&walk->result->threads_known)) { thread_count = 0; }
    if (!outl_excluded_find(nodes)) { return ENOMEM; }
    outl_output_begin(sections, OUTL_SECTION_ROOTS, sizeof(struct root));
    const struct outl_map *maps = outl_maps_all(&map_count);
    search_first_thread(threads, thread_count);
    for (size_t index = 0; index < map_count; index++) {
        const struct outl_map *map = &maps[index];
        if ((map->flags & (OUTL_MAP_READ | OUTL_MAP_WRITE)) != (OUTL_MAP_READ | OUTL_MAP_WRITE)) { continue; }
        uint32_t module = module_at(map->start);
        if (module != OUTL_NOTHING) {
            if (!is_left_out(outl_heap_module(module))) { search(map->start, map->end, root_global, module); }
        } else if (map->flags & OUTL_MAP_ANONYMOUS && !(map->flags & OUTL_MAP_HEAP)) {
            search_mapping(map, &next, threads, thread_count);
        }
    }
    outl_output_end(sections, OUTL_SECTION_ROOTS);
    return 0;
}

#endif
