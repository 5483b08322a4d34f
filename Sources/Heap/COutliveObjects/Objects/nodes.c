// Nodes lie in a few dense stretches of memory. Each stretch has an array with the first node that begins in or after
// each page; a binary search within one page finds the node.
#include "Objects/nodes.h"

#if OUTL_HEAP_SERVED

#include "Memory/maps.h"

#include <errno.h>

// MARK: Nodes

struct entry {
    uint64_t address;
    const struct outl_block *block;
};

static void collect(const struct outl_block *block, void *entries) {
    struct entry entry = {block->address, block};
    outl_array_add(entries, &entry, sizeof entry);
}

// A radix sort by 11 bits, lowest first, up to the highest bit of any address: blocks begin at multiples of 8.
static struct entry *sort(struct entry *entries, struct entry *spare, size_t count) {
    enum { digit_bits = 11, first_bit = 3, digits = 1 << digit_bits };
    static size_t starts[digits];
    uintptr_t bits = 0;
    for (size_t index = 0; index < count; index++) { bits |= entries[index].address; }
    for (int bit = first_bit; bit < OUTL_ADDRESS_BITS && bits >> bit; bit += digit_bits) {
        for (size_t digit = 0; digit < digits; digit++) { starts[digit] = 0; }
        for (size_t index = 0; index < count; index++) { starts[entries[index].address >> bit & (digits - 1)]++; }
        size_t start = 0;
        for (size_t digit = 0; digit < digits; digit++) {
            size_t size = starts[digit];
            starts[digit] = start;
            start += size;
        }
        for (size_t index = 0; index < count; index++) {
            spare[starts[entries[index].address >> bit & (digits - 1)]++] = entries[index];
        }
        struct entry *sorted = spare;
        spare = entries;
        entries = sorted;
    }
    return entries;
}

static uint32_t elements_of(const struct outl_block *block) {
    bool is_readable = block->size >= 24 && outl_maps_readable(block->address, 24);
    return is_readable ? (uint32_t)outl_word(block->address + 16) : 0;
}

static void add_node(struct outl_nodes *nodes, const struct outl_block *block) {
    struct outl_walk_block found = outl_walk_classify(nodes->walk, block);
    bool is_raw = found.kind == OUTL_TYPE_RAW;
    // The memory of a task also contains contexts of its functions, to which words point.
    bool is_inside = is_raw || found.kind == OUTL_TYPE_TASK;
    nodes->flags[nodes->count] = (is_raw ? OUTL_NODE_RAW : 0) | (is_inside ? OUTL_NODE_INSIDE : 0);
    nodes->items[nodes->count++] = (struct outl_node){
        .address = block->address, .bytes = block->size, .type = found.type, .stack = found.stack,
        .birth = block->birth, .state = found.state, .elements = is_raw ? 0 : elements_of(block)};
}

static bool add_nodes(struct outl_nodes *nodes) {
    struct outl_array blocks = {0};
    outl_subject.each_block(collect, &blocks);
    size_t count = blocks.count, size = count * sizeof(struct entry) + 1;
    struct entry *spare = outl_memory_map(size);
    nodes->items = outl_memory_map(count * sizeof *nodes->items + 1);
    nodes->flags = outl_memory_map(count + 1);
    if (blocks.failed || !spare || !nodes->items || !nodes->flags || count >= OUTL_NOTHING) { return false; }
    const struct entry *entries = sort((struct entry *)blocks.items, spare, count);
    for (size_t index = 0; index < count; index++) {
        if (index + OUTL_AHEAD < count) {
            outl_fetch_ahead(entries[index + OUTL_AHEAD].address);
            __builtin_prefetch(entries[index + OUTL_AHEAD].block);
        }
        // Ignores a second record of the same address.
        bool is_new = index == 0 || entries[index].address != entries[index - 1].address;
        if (is_new) { add_node(nodes, entries[index].block); }
    }
    outl_memory_unmap(spare, size);
    outl_array_free(&blocks);
    return true;
}

// MARK: The index

enum { page_bits = 12 };
static const uint64_t widest_gap = (uint64_t)1 << 20;

struct stretch {
    struct outl_range range; // Begins at a page boundary.
    uint32_t *pages;         // One entry more than there are pages: each is the end of the page before it.
};

// In mapped memory, as everything with addresses of blocks: static memory is searched for roots if this is linked into
// the subject.
static struct {
    const struct outl_nodes *nodes;
    struct outl_array stretches;
    size_t last_found;
    struct outl_range range; // From the first to the last stretch.
} *found;

static uint64_t end_of(const struct outl_node *node) { return node->address + node->bytes; }

static bool add_stretch(uint32_t first, uint32_t end, uint64_t end_address) {
    const struct outl_node *nodes = found->nodes->items;
    struct stretch *stretch = outl_array_append(&found->stretches, 1, sizeof *stretch);
    if (!stretch) { return false; }
    stretch->range = (struct outl_range){nodes[first].address >> page_bits << page_bits, end_address};
    uint64_t pages = ((end_address - stretch->range.start) >> page_bits) + 2;
    stretch->pages = outl_memory_map(pages * sizeof *stretch->pages);
    if (!stretch->pages) { return false; }
    uint32_t node = first;
    for (uint64_t page = 0; page < pages; page++) {
        while (node < end && nodes[node].address < stretch->range.start + (page << page_bits)) { node++; }
        stretch->pages[page] = node;
    }
    return true;
}

static bool make_index(const struct outl_nodes *nodes) {
    const struct outl_node *items = nodes->items;
    found = outl_memory_map(sizeof *found);
    if (!found) { return false; }
    found->nodes = nodes;
    if (nodes->count == 0) { return true; }
    uint32_t first = 0;
    uint64_t end = end_of(&items[0]);
    for (uint32_t node = 1; node < nodes->count; node++) {
        if (items[node].address > end + widest_gap) {
            if (!add_stretch(first, node, end)) { return false; }
            first = node;
        }
        if (end_of(&items[node]) > end) { end = end_of(&items[node]); }
    }
    found->range = (struct outl_range){items[0].address, end};
    return add_stretch(first, nodes->count, end);
}

int outl_nodes_make(struct outl_walk *walk, struct outl_nodes *nodes) {
    *nodes = (struct outl_nodes){.walk = walk};
    if (!add_nodes(nodes)) { return ENOMEM; }
    return walk->error ? walk->error : make_index(nodes) ? 0 : ENOMEM;
}

uint32_t outl_nodes_at(uintptr_t address) {
    if (address < found->range.start || address >= found->range.end) { return OUTL_NOTHING; }
    const struct outl_node *nodes = found->nodes->items;
    const struct stretch *stretch = outl_range_find(
        found->stretches.items, found->stretches.count, sizeof *stretch, address, &found->last_found);
    if (!stretch) { return OUTL_NOTHING; }
    uint64_t page = (address - stretch->range.start) >> page_bits;
    // The last node that begins at or before the address: in this page or before it.
    uint32_t low = stretch->pages[page], high = stretch->pages[page + 1];
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (nodes[middle].address <= address) { low = middle + 1; } else { high = middle; }
    }
    if (low == 0) { return OUTL_NOTHING; }
    const struct outl_node *node = &nodes[low - 1];
    // A block of 0 bytes contains its own address.
    return address < end_of(node) || address == node->address ? low - 1 : OUTL_NOTHING;
}

uint64_t outl_nodes_address(uint32_t number) { return found->nodes->items[number].address; }

uint32_t outl_nodes_target(uintptr_t word) {
    uintptr_t address = outl_reference_address(word);
    uint32_t number = outl_nodes_at(address);
    if (number == OUTL_NOTHING || address == found->nodes->items[number].address) { return number; }
    return found->nodes->flags[number] & OUTL_NODE_INSIDE ? number : OUTL_NOTHING;
}

#endif
