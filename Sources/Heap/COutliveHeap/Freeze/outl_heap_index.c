// Nodes lie in a few dense stretches of memory. Each stretch has an array with the first node that begins in or after
// each page; a binary search within one page finds the node.
//
// Concurrency contract: in a frozen copy only.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "outl_heap_state.h"

#if OUTL_HEAP_SERVED

#include "outl_heap_index.h"

#include "outl_heap_scratch.h"

#include <string.h>

enum { page_bits = 12 };
static const uint64_t widest_gap = (uint64_t)1 << 20;

struct stretch {
    uint64_t start; // Aligned to a page.
    uint64_t end;
    uint32_t *pages; // One entry more than there are pages: each is the end of the page before it.
};

// In mapped memory, as everything with addresses of blocks: static memory is searched for roots if the tier is linked
// into the program.
struct index {
    const struct outl_nodes *nodes;
    struct outl_array stretches;
    struct stretch *last_found;
    uint64_t lowest;
    uint64_t highest;
};
static struct index *shared;

static uint64_t end_of(const struct outl_nodes *nodes, uint32_t node) {
    return nodes->items[node].address + nodes->items[node].bytes;
}

static bool add_stretch(uint32_t first, uint32_t end, uint64_t end_address) {
    const struct outl_nodes *nodes = shared->nodes;
    struct stretch *stretch = outl_array_append(&shared->stretches, 1, sizeof *stretch);
    if (!stretch) { return false; }
    stretch->start = nodes->items[first].address >> page_bits << page_bits;
    stretch->end = end_address;
    uint64_t pages = ((end_address - stretch->start) >> page_bits) + 2;
    stretch->pages = outl_scratch_map(pages * sizeof *stretch->pages);
    if (!stretch->pages) { return false; }
    uint32_t node = first;
    for (uint64_t page = 0; page < pages; page++) {
        while (node < end && nodes->items[node].address < stretch->start + (page << page_bits)) { node++; }
        stretch->pages[page] = node;
    }
    return true;
}

bool outl_index_make(const struct outl_nodes *all) {
    shared = outl_scratch_map(sizeof *shared);
    if (!shared) { return false; }
    shared->nodes = all;
    if (all->count == 0) { return true; }
    uint32_t first = 0;
    uint64_t end = end_of(all, 0);
    for (uint32_t node = 1; node < all->count; node++) {
        if (all->items[node].address > end + widest_gap) {
            if (!add_stretch(first, node, end)) { return false; }
            first = node;
        }
        if (end_of(all, node) > end) { end = end_of(all, node); }
    }
    if (!add_stretch(first, all->count, end)) { return false; }
    shared->last_found = (struct stretch *)shared->stretches.items;
    shared->lowest = all->items[0].address;
    shared->highest = end;
    return true;
}

static struct stretch *stretch_at(uintptr_t address) {
    if (address >= shared->last_found->start && address < shared->last_found->end) { return shared->last_found; }
    struct stretch *all = (struct stretch *)shared->stretches.items;
    size_t low = 0, high = shared->stretches.count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (all[middle].end <= address) { low = middle + 1; } else { high = middle; }
    }
    if (low == shared->stretches.count || address < all[low].start) { return NULL; }
    shared->last_found = &all[low];
    return shared->last_found;
}

uint32_t outl_index_at(uintptr_t address) {
    if (address < shared->lowest || address >= shared->highest) { return UINT32_MAX; }
    const struct outl_nodes *nodes = shared->nodes;
    const struct stretch *stretch = stretch_at(address);
    if (!stretch) { return UINT32_MAX; }
    uint64_t page = (address - stretch->start) >> page_bits;
    // The last node that begins at or before the address: in this page or before it.
    uint32_t low = stretch->pages[page], high = stretch->pages[page + 1];
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (nodes->items[middle].address <= address) { low = middle + 1; } else { high = middle; }
    }
    if (low == 0) { return UINT32_MAX; }
    uint32_t node = low - 1;
    // A block of 0 bytes contains its own address.
    return address < end_of(nodes, node) || address == nodes->items[node].address ? node : UINT32_MAX;
}

uint32_t outl_index_target(uintptr_t word) {
    uintptr_t address = outl_index_address(word);
    if (address < shared->lowest || address >= shared->highest) { return UINT32_MAX; }
    const struct outl_nodes *nodes = shared->nodes;
    uint32_t node = outl_index_at(address);
    if (node == UINT32_MAX || address == nodes->items[node].address) { return node; }
    return nodes->flags[node] & OUTL_NODE_INSIDE ? node : UINT32_MAX;
}

#endif
