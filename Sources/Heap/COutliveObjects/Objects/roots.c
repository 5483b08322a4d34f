#include "Objects/roots.h"

#if OUTL_HEAP_SERVED

#include "Memory/architecture.h"
#include "Memory/maps.h"
#include "Objects/continuations.h"
#include "Objects/functions.h"
#include "Objects/inside.h"
#include "Types/modules.h"

#include <errno.h>
#include <string.h>

enum { page_size = 4096 };
enum root_kind { root_global = 1, root_stack = 2, root_thread_local = 3, root_mapping = 4 };

struct root {
    uint32_t node, kind, index, reserved;
    uint64_t address;
};
_Static_assert(sizeof(struct root) == 24, "as docs/heap-snapshot.md says");

// An item of the section of counts.
struct count {
    uint32_t node, owners;
};
_Static_assert(sizeof(struct count) == 8, "as docs/heap-snapshot.md says");

// MARK: Excluded memory

// Malloc's memory, whose free parts contain stale pointers, and the interposer's memory, which points to every block,
// in the order of their starts; they may overlap. Not the caches of threads, see `search_part`.
static struct outl_array excluded;

static void exclude(uintptr_t start, uintptr_t end) {
    struct outl_range range = {start, end};
    outl_array_add(&excluded, &range, sizeof range);
}

static void exclude_range(uintptr_t start, uintptr_t end, void *unused) {
    (void)unused;
    exclude(start, end);
}

// glibc stores flags with the size in front of a block. Each arena except the main one begins at a multiple of 64 MiB.
enum { chunk_is_mapped = 2, chunk_in_other_arena = 4 };
static const uintptr_t arena_size = (uintptr_t)64 << 20;

static void exclude_blocks(const struct outl_nodes *nodes) {
    uintptr_t known_end = 0;
    for (uint32_t number = 0; number < nodes->count && !excluded.failed; number++) {
        uintptr_t start = nodes->items[number].address, end = start + nodes->items[number].bytes;
        if (end <= known_end) { continue; }
        // Other blocks of an unknown allocator are not nodes, and what they refer to would seem unreachable.
        if (!outl_subject.has_chunks) {
            exclude(start, end);
            continue;
        }
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

// Excludes the memory of an allocator that lists it. What it obtained in a way that it did not list is excluded by the
// mappings of its blocks, each from the first block on: a thread's stack can be at the start of the same mapping.
static void exclude_heap(const struct outl_nodes *nodes) {
    const size_t first = excluded.count;
    outl_subject.each_heap_range(exclude_range, NULL);
    const size_t count = excluded.count - first;
    size_t last = 0;
    uintptr_t known_end = 0;
    for (uint32_t number = 0; number < nodes->count && !excluded.failed; number++) {
        const uintptr_t address = nodes->items[number].address;
        const struct outl_range *ranges = (const struct outl_range *)excluded.items + first;
        if (address < known_end || outl_range_find(ranges, count, sizeof *ranges, address, &last)) { continue; }
        const struct outl_map *map = outl_maps_find(address);
        if (!map) { continue; }
        exclude(address, map->range.end);
        known_end = map->range.end;
    }
}

// Returns `true` if an arena of malloc begins at an address. A thread may have one without any listed block.
//
// An arena begins with the C library's heap header: the address of the arena's description, at +16 the size in use,
// then the writable size.
static bool is_arena(uintptr_t at, const struct outl_map *map) {
    enum { page = 4096, largest_description = 128 };
    const uintptr_t *words = OUTL_AT(at);
    uintptr_t behind = words[0] % arena_size;
    return words[0] != 0 && behind >= 32 && behind <= largest_description && words[2] > 0 && words[2] <= words[3]
        && words[3] <= arena_size && words[3] % page == 0 && words[2] % page == 0 && at + words[2] <= map->range.end;
}

static void exclude_arenas(void) {
    const uint32_t wanted = OUTL_MAP_READ | OUTL_MAP_WRITE | OUTL_MAP_ANONYMOUS;
    for (const struct outl_map *map = outl_maps; map < outl_maps + outl_map_count; map++) {
        if ((map->flags & wanted) != wanted) { continue; }
        for (uintptr_t at = outl_aligned(map->range.start, arena_size); at < map->range.end; at += arena_size) {
            const struct outl_range header = outl_maps_content((struct outl_range){at, at + 1});
            if (header.start < header.end && is_arena(at, map)) { exclude(at, at + arena_size); }
        }
    }
}

// An insertion sort, because there are few ranges, mostly in order.
static void sort_excluded(void) {
    struct outl_range *ranges = (struct outl_range *)excluded.items;
    for (size_t index = 1; index < excluded.count; index++) {
        struct outl_range range = ranges[index];
        size_t at = index;
        for (; at > 0 && ranges[at - 1].start > range.start; at--) { ranges[at] = ranges[at - 1]; }
        ranges[at] = range;
    }
}

// MARK: Search

static size_t thread_count; // 0 if it is not known which stacks are valid.

static uint32_t written; // The number of roots so far.

static const struct outl_nodes *searched; // The nodes to which roots refer.

static void write_root(uint32_t node, enum root_kind kind, uint32_t index, uintptr_t address) {
    struct root root = {.node = node, .kind = kind, .index = index, .address = address};
    outl_output_write(&root, sizeof root);
    written++;
    if (kind == root_stack) { searched->flags[node] |= OUTL_NODE_COUNTED; }
}

static void search_words(uintptr_t first, uintptr_t end, enum root_kind kind, uint32_t index) {
    const uintptr_t *word = OUTL_AT(first);
    for (uintptr_t at = first; at + 8 <= end; at += 8, word++) {
        uint32_t node = outl_nodes_target(*word);
        if (node == OUTL_NOTHING) { continue; }
        if (at > first) { outl_functions_add(OUTL_REFERENCE_ROOT, written, word[-1], kind == root_stack); }
        outl_inside_add(searched, OUTL_REFERENCE_ROOT, written, node, *word);
        write_root(node, kind, index, at);
    }
}

// Searches a range, passing over memory that was never used: programs reserve far more than there is.
static void search(uintptr_t start, uintptr_t end, enum root_kind kind, uint32_t index) {
    const uintptr_t first = outl_aligned(start, 8);
    if (first >= end || !outl_maps_readable(first, end - first)) { return; }
    struct outl_range part = outl_maps_content((struct outl_range){first, end});
    for (; part.start < part.end; part = outl_maps_content((struct outl_range){part.end, end})) {
        search_words(part.start, part.end, kind, index);
    }
}

// MARK: Globals

// Returns `true` if the file of a module has a name that begins in a certain way.
static bool is_named(const struct outl_module *module, const char *name) {
    const char *path = module->path ? module->path : "", *slash = strrchr(path, '/');
    return strncmp(slash ? slash + 1 : path, name, strlen(name)) == 0;
}

static bool is_module_excluded(const struct outl_module *module) {
    static const char *const names[] = {"libc.so", "libswiftCore.so", "ld-linux", "libunwind.so"};
    // The interposer's module and the allocator's, unless that is the executable, the first in the loader's list.
    const uintptr_t codes[] = {outl_subject.own_code, outl_subject.allocator_code};
    for (size_t index = 0; index < OUTL_COUNT(codes); index++) {
        const uintptr_t code = codes[index];
        if (code && module != outl_modules && module == outl_modules_find(code)) { return true; }
    }
    for (size_t index = 0; index < OUTL_COUNT(names); index++) {
        if (is_named(module, names[index])) { return true; }
    }
    return false;
}

// MARK: Threads

static void search_registers(void) {
    for (uint32_t index = 0; index < thread_count; index++) {
        const struct outl_thread *thread = &outl_subject.threads[index];
        for (uint32_t number = 0; number < thread->register_count; number++) {
            uint32_t node = outl_nodes_target(thread->registers[number]);
            if (node == OUTL_NOTHING) { continue; }
            outl_inside_add(searched, OUTL_REFERENCE_ROOT, written, node, thread->registers[number]);
            write_root(node, root_stack, index, 0);
        }
    }
}

// Searches a thread's stack up to an address, except for what still has the words of functions that ended: the array
// to which a system call is yet to write, and what lies below the stack pointer of the C library's own functions while
// they call the kernel. Other code may use that, and call the kernel itself.
static void search_stack(uint32_t index, uintptr_t high) {
    enum { red_zone = 128 }; // The number of bytes below its stack pointer that a function may use without moving it.
    struct outl_thread *thread = &outl_subject.threads[index];
    const struct outl_module *caller = thread->wait.is_in_call ? outl_modules_find(thread->code) : NULL;
    const bool is_in_library = caller && is_named(caller, "libc.so");
    thread->low = (thread->stack - (is_in_library ? 0 : red_zone)) & ~(uintptr_t)7;
    thread->high = high;
    const struct outl_range events = thread->wait.events;
    const bool has_events = events.start < events.end && events.start >= thread->low && events.end <= high;
    search(thread->low, has_events ? events.start : high, root_stack, index);
    if (has_events) { search(events.end, high, root_stack, index); }
}

// Searches the thread-locals of a thread, with its record, and its stack, which ends there. Returns their end.
static uintptr_t search_thread(uintptr_t record, uintptr_t lowest) {
    const size_t size = outl_subject.locals_size, record_size = outl_architecture->record_size;
    uintptr_t locals = record, end = record + record_size;
    if (outl_architecture->locals_follow) {
        const struct outl_map *map = outl_maps_find(record);
        if (size > 0) { end = record + size; }
        if (end > map->range.end) { end = map->range.end; }
    } else {
        locals = record - size;
        if (locals < lowest || locals > record) { locals = lowest; }
    }
    uint32_t id = outl_half(record + outl_architecture->record_id), index = OUTL_NOTHING;
    for (size_t at = 0; at < thread_count; at++) {
        if (outl_subject.threads[at].id == id) { index = (uint32_t)at; }
    }
    search(locals, end, root_thread_local, index);
    outl_continuations_mark(searched, locals, end, id);
    if (index == OUTL_NOTHING) { return end; }
    const struct outl_thread *thread = &outl_subject.threads[index];
    if (thread->known && thread->stack >= lowest && thread->stack < locals) { search_stack(index, locals); }
    return end;
}

// The first thread's record is not on its stack.
static void search_first_thread(void) {
    for (uint32_t index = 0; index < thread_count; index++) {
        const struct outl_thread *thread = &outl_subject.threads[index];
        const struct outl_map *map = outl_maps_find(thread->stack);
        bool is_first = thread->id == outl_subject.process;
        if (is_first && thread->known && map) { search_stack(index, map->range.end); }
    }
}

// MARK: Other memory

// Searches a part of a mapping, except for the stacks of threads and the caches of the interposer.
//
// The caches are recognised by their content instead of a list, so that threads begin and end without a lock.
static void search_part(uintptr_t at, uintptr_t end) {
    const uintptr_t first = outl_subject.first_record;
    const size_t cache_size = outl_subject.own_cache_size;
    for (uintptr_t page = at & ~(uintptr_t)(page_size - 1);; page += page_size) {
        const struct outl_range part = outl_maps_content((struct outl_range){page, end});
        if (part.start >= part.end) { break; }
        page = part.start;
        if (outl_subject.is_own_cache && page >= at && page + cache_size <= end && outl_subject.is_own_cache(page)) {
            search(at, page, root_mapping, OUTL_NOTHING);
            at = page + cache_size;
        }
        bool has_first = first >= page && first < page + page_size;
        uintptr_t record = has_first ? first : page + outl_subject.record_in_page;
        if (record < at || record >= end || !outl_architecture_is_record(record)) { continue; }
        at = outl_aligned(search_thread(record, at), page_size);
    }
    search(at, end, root_mapping, OUTL_NOTHING);
}

// Searches a mapping from an address on, except for the excluded ranges.
static void search_mapping(const struct outl_map *map, uintptr_t at) {
    static size_t next; // The first range that ends after the mappings searched so far.
    const struct outl_range *ranges = (const struct outl_range *)excluded.items;
    const size_t count = excluded.count;
    while (next < count && ranges[next].end <= at) { next++; }
    for (size_t index = next; index < count && ranges[index].start < map->range.end; index++) {
        if (ranges[index].end <= at) { continue; }
        if (ranges[index].start > at) { search_part(at, ranges[index].start); }
        at = ranges[index].end;
    }
    if (at < map->range.end) { search_part(at, map->range.end); }
}

int outl_roots_write(const struct outl_nodes *nodes) {
    struct outl_walk_result *result = nodes->walk->result;
    searched = nodes;
    bool are_known = !outl_subject.await_threads || outl_subject.await_threads();
    thread_count = are_known ? outl_subject.thread_count : 0;
    if (outl_subject.exclude_own) { outl_subject.exclude_own(exclude_range, NULL); }
    if (outl_subject.each_heap_range) {
        exclude_heap(nodes);
    } else {
        exclude_arenas();
        exclude_blocks(nodes);
    }
    if (excluded.failed) { return ENOMEM; }
    sort_excluded();
    const bool is_heap_known = outl_subject.has_chunks || outl_subject.each_heap_range;
    outl_output_begin(&result->sections, OUTL_SECTION_ROOTS, sizeof(struct root));
    search_registers();
    search_first_thread();
    for (const struct outl_map *map = outl_maps; map < outl_maps + outl_map_count; map++) {
        if ((map->flags & (OUTL_MAP_READ | OUTL_MAP_WRITE)) != (OUTL_MAP_READ | OUTL_MAP_WRITE)) { continue; }
        const struct outl_module *module = outl_modules_find(map->range.start);
        uintptr_t at = map->range.start;
        if (module) {
            uint32_t index = (uint32_t)(module - outl_modules);
            // Without a gap, the heap that grows by brk is in one mapping with the globals before it.
            uintptr_t end = outl_aligned(module->end, page_size);
            at = map->range.end < end ? map->range.end : end;
            if (!is_module_excluded(module)) { search(map->range.start, at, root_global, index); }
        }
        bool is_heap = map->flags & OUTL_MAP_HEAP && is_heap_known;
        if (at < map->range.end && map->flags & OUTL_MAP_ANONYMOUS && !is_heap) { search_mapping(map, at); }
    }
    outl_output_end(&result->sections, OUTL_SECTION_ROOTS);
    return 0;
}

void outl_counts_write(const struct outl_nodes *nodes) {
    struct outl_sections *sections = &nodes->walk->result->sections;
    outl_output_begin(sections, OUTL_SECTION_COUNTS, sizeof(struct count));
    for (uint32_t number = 0; number < nodes->count; number++) {
        uint8_t flags = nodes->flags[number];
        // Tasks and raw blocks have other counts, or none.
        if (!(flags & OUTL_NODE_COUNTED) || flags & OUTL_NODE_INSIDE) { continue; }
        struct count count = {number, outl_metadata_owners(nodes->items[number].address)};
        if (count.owners > 0) { outl_output_write(&count, sizeof count); }
    }
    outl_output_end(sections, OUTL_SECTION_COUNTS);
}

#endif
