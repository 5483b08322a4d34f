// Heaps of glibc made by hand, intact and broken, and the result of a walk over each of them: one line for each, with
// the live blocks by their distance from the start of their heap, or the check that failed.
#include "Malloc/glibc.h"
#include "Memory/maps.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { page = 4096, heap_size = 1 << 26, main_size = 16 * page, other_size = 4 * page, mapped_size = 8 * page };

// The memory: variables of the C library, the main heap, two heaps of another arena, and mappings.
static struct {
    const struct outl_glibc_layout *layout;
    char *library, *main, *first, *second, *mapped;
    uintptr_t arena, other, parameters;
} heap;

static void put(uintptr_t address, uint64_t word) { *(uint64_t *)address = word; }
static void put_half(uintptr_t address, uint32_t half) { *(uint32_t *)address = half; }
static uintptr_t at(const char *memory) { return (uintptr_t)memory; }
static uint64_t link_at(uintptr_t place, uintptr_t next) {
    return heap.layout->protects_links ? next ^ place >> 12 : next;
}

// MARK: An intact heap

static void make_arena(uintptr_t arena, uintptr_t top, uintptr_t next) {
    put(arena + OUTL_ARENA_TOP, top);
    put(arena + OUTL_ARENA_NEXT, next);
    for (uintptr_t bin = arena + OUTL_ARENA_BINS - 16, count = 0; count < OUTL_ARENA_BIN_COUNT; bin += 16, count++) {
        put(bin + 16, bin);
        put(bin + 24, bin);
    }
}

// Puts a chunk, of which the previous one is in use unless `flags` is 0, and returns its end.
static uintptr_t chunk(uintptr_t address, uint64_t size, uint64_t flags) {
    put(address + 8, size | flags);
    return address + size;
}

// The main heap: five chunks in use, of which the second is a thread's cache, then one free, one in use, and the top.
static void make_main(void) {
    uintptr_t next = chunk(at(heap.main), 0x20, 1);
    next = chunk(next, OUTL_CACHE_SIZE + 16, 1);
    next = chunk(next, 0x30, 1);
    next = chunk(next, 0x20, 1);
    next = chunk(next, 0x40, 1);
    next = chunk(next, 0x500, 1);
    next = chunk(next, 0x110, 0);
    put(heap.arena + OUTL_ARENA_TOP, next);
    chunk(next, at(heap.main) + main_size - next, 1);
}

enum { cache = 0x20 + 16, in_cache = 0x20 + OUTL_CACHE_SIZE + 16 + 16, in_list = in_cache + 0x30 };

// The third block is in the cache, the fourth in a fast list.
static void make_freed(void) {
    uintptr_t block = at(heap.main) + in_cache, list = at(heap.main) + in_list;
    *(uint16_t *)(at(heap.main) + cache + 2) = 1;
    put(at(heap.main) + cache + OUTL_CACHE_HEADS + 8, block);
    put(block, link_at(block, 0));
    put(heap.arena + OUTL_ARENA_FAST, list - 16);
    put(list, link_at(list, 0));
}

// The other arena: one block in its first heap, which is full and ends with a fence, and one in its second.
static void make_other(void) {
    uintptr_t header = heap.layout->heap_header, first = at(heap.first), second = at(heap.second);
    put(first, heap.other);
    put(first + 16, other_size);
    put(second, heap.other);
    put(second + 8, first);
    put(second + 16, other_size);
    uintptr_t next = chunk(outl_aligned(heap.other + OUTL_ARENA_SIZE, 16), 0x40, 5);
    next = chunk(next, first + other_size - 0x20 - next, 5);
    chunk(next, 16, 0);
    put(first + other_size - 8, 1);
    next = chunk(outl_aligned(second + header, 16), 0x50, 5);
    make_arena(heap.other, next, heap.arena);
    chunk(next, second + other_size - next, 1);
}

// Two blocks with mappings of their own, the second aligned to 256 bytes, and memory of the program.
static void make_mapped(void) {
    put(at(heap.mapped) + 8, (2 * page) | 2);
    uintptr_t second = at(heap.mapped) + 3 * page;
    put(second + 8, (3 * page) | 2);
    put(second + 0xf0, 0xf0);
    put(second + 0xf8, (3 * page - 0xf0) | 2);
    put_half(heap.parameters + heap.layout->mapped_count, 2);
    put(heap.parameters + heap.layout->mapped_bytes, 5 * page);
}

static void make(uint32_t minor) {
    heap.layout = outl_glibc_layout(minor);
    memset(heap.library, 0, 4 * page);
    memset(heap.main, 0, main_size);
    memset(heap.first, 0, other_size);
    memset(heap.second, 0, other_size);
    memset(heap.mapped, 0, mapped_size);
    heap.arena = at(heap.library) + 0x840;
    heap.parameters = at(heap.library) + 0x60;
    heap.other = at(heap.first) + outl_aligned(heap.layout->heap_header, 16);
    put_half(heap.parameters + heap.layout->mapped_count + 4, 65536);
    put_half(heap.parameters + heap.layout->mapped_count + 8, 65536);
    put(heap.parameters + heap.layout->mapped_bytes + 8, 100 * page);
    put(heap.parameters + heap.layout->break_base, at(heap.main));
    put(heap.parameters + heap.layout->cache_bins, 64);
    put(heap.parameters + heap.layout->cache_bins + 8, 1032);
    make_arena(heap.arena, 0, heap.other);
    make_main();
    make_freed();
    make_other();
    make_mapped();
}

// MARK: The walk

static void add_map(const char *memory, size_t size, uint32_t flags) {
    uint32_t all = flags | OUTL_MAP_READ | OUTL_MAP_WRITE;
    if (!outl_maps_add((struct outl_map){{at(memory), at(memory) + size}, all})) { abort(); }
}

static void report(const char *name) {
    outl_maps_clear();
    add_map(heap.library, 4 * page, 0);
    add_map(heap.main, main_size, OUTL_MAP_ANONYMOUS | OUTL_MAP_HEAP);
    add_map(heap.first, other_size, OUTL_MAP_ANONYMOUS);
    add_map(heap.second, other_size, OUTL_MAP_ANONYMOUS);
    add_map(heap.mapped, mapped_size, OUTL_MAP_ANONYMOUS);
    outl_modules[0] = (struct outl_module){
        .start = at(heap.library), .end = at(heap.library) + 4 * page, .epoch_to = UINT32_MAX,
        .path = "/lib/libc.so.6", .build_id = ""};
    outl_module_count = 1;
    struct outl_range parts[] = {
        {at(heap.main), at(heap.main) + main_size}, {at(heap.first), at(heap.first) + other_size},
        {at(heap.second), at(heap.second) + other_size}, {at(heap.mapped), at(heap.mapped) + mapped_size},
    };
    struct outl_glibc glibc = {
        .layout = heap.layout, .parts = parts, .part_count = OUTL_COUNT(parts), .maximum_caches = 2};
    bool is_walked = outl_glibc_walk(&glibc);
    printf("%s:", name);
    if (!is_walked) { printf(" %s", glibc.problem); }
    for (size_t index = 0; is_walked && index < glibc.blocks.count; index++) {
        const struct outl_block *block = outl_glibc_block(&glibc, index);
        for (size_t part = 0; part < OUTL_COUNT(parts); part++) {
            if (block->address < parts[part].start || block->address >= parts[part].end) { continue; }
            printf(" %c%lx+%lx", "mabx"[part], block->address - parts[part].start, (unsigned long)block->size);
        }
    }
    printf("%s\n", is_walked && glibc.is_partial ? " partial" : "");
    outl_glibc_free(&glibc);
}

// MARK: Broken heaps

static uintptr_t block_of_other(void) { return outl_aligned(heap.other + OUTL_ARENA_SIZE, 16); }

int main(void) {
    // The heaps of arenas begin at multiples of their largest size.
    char *all = mmap(NULL, 4L * heap_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (all == MAP_FAILED) { return 1; }
    heap.library = all;
    heap.main = all + 16 * page;
    heap.mapped = all + 64 * page;
    heap.first = (char *)outl_aligned(at(all) + heap_size, heap_size);
    heap.second = heap.first + heap_size;

    for (uint32_t minor = 31; minor <= 35; minor += minor == 31 ? 1 : 3) {
        make(minor);
        printf("2.%u ", minor);
        report("intact");
    }
#define TRIAL(name, ...) { make(36); __VA_ARGS__; report(name); }
    TRIAL("a length of a list is late by one", *(uint16_t *)(at(heap.main) + cache + 2) = 2);
    TRIAL("no cache", *(uint16_t *)(at(heap.main) + cache + 2) = 5);
    TRIAL("a list of free chunks", put(heap.arena + OUTL_ARENA_BINS, at(heap.main)));
    TRIAL("two main arenas", memcpy(heap.library + 0x1840, heap.library + 0x840, 112);
          make_arena(at(heap.library) + 0x1840, at(heap.main), at(heap.library) + 0x1840));
    TRIAL("no ring", put(heap.other + OUTL_ARENA_NEXT, heap.other));
    TRIAL("no parameters", put(heap.parameters + heap.layout->cache_bins, 1 << 20));
    TRIAL("huge pages", put(heap.parameters + heap.layout->huge_page, 1 << 21));
    TRIAL("a size that is not a multiple of 16", put(at(heap.main) + 8, 0x29));
    TRIAL("a size that is too large", put(at(heap.main) + 8, 0x100001));
    TRIAL("a size of zero", put(at(heap.main) + 8, 1));
    TRIAL("a top that is not mapped", chunk(*(uintptr_t *)(heap.arena + OUTL_ARENA_TOP), main_size, 1));
    TRIAL("a fast list of another size", put(at(heap.main) + in_list - 8, 0x41));
    TRIAL("a fast list without an end", uintptr_t list = at(heap.main) + in_list; put(list, link_at(list, list - 16)));
    TRIAL("a block that is freed twice", put(heap.arena + OUTL_ARENA_FAST + 8, at(heap.main) + in_cache - 16));
    TRIAL("a heap of another arena", put(at(heap.first), heap.arena));
    TRIAL("a heap that is too large", put(at(heap.second) + 16, 2 * heap_size));
    TRIAL("a heap that follows itself", put(at(heap.first) + 8, at(heap.first)));
    TRIAL("a fence of 32 bytes", uintptr_t fence = at(heap.first) + other_size - 0x30, last = block_of_other() + 0x40;
          chunk(last, fence - last, 5); chunk(fence, 0x20, 5));
    TRIAL("a block that malloc does not count", put_half(heap.parameters + heap.layout->mapped_count, 1));
    TRIAL("bytes that malloc does not count", put(heap.parameters + heap.layout->mapped_bytes, 6 * page));
    TRIAL("no block with a mapping", memset(heap.mapped, 0, mapped_size);
          put_half(heap.parameters + heap.layout->mapped_count, 0);
          put(heap.parameters + heap.layout->mapped_bytes, 0));
    // The program took memory from the break: 64 bytes behind the cache.
    TRIAL("memory of others in the main heap", uintptr_t next = at(heap.main) + 0x20 + OUTL_CACHE_SIZE + 16;
          memset((void *)next, 7, 0x90);
          next = chunk(chunk(next, 16, 1), 16, 1) + 0x30; next = chunk(next, 0x40, 1);
          memset(heap.main + cache, 0, OUTL_CACHE_SIZE); put(heap.arena + OUTL_ARENA_FAST, 0));
    TRIAL("a heap that is not only in the break", put_half(heap.arena + OUTL_ARENA_FLAGS, 2);
          put(heap.arena + OUTL_ARENA_TOP, at(heap.mapped) + 7 * page); put(at(heap.mapped) + 7 * page + 8, page | 1));
    return 0;
}
