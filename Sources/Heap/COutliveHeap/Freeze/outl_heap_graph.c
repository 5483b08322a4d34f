// Nodes and edges.
//
// Concurrency contract: in a frozen copy only.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "outl_heap_state.h"

#if OUTL_HEAP_SERVED

#include "outl_heap_graph.h"

#include "outl_heap_existentials.h"
#include "outl_heap_functions.h"
#include "outl_heap_hash_tables.h"
#include "outl_heap_maps.h"
#include "outl_heap_scratch.h"
#include "outl_heap_tasks.h"
#include "outl_heap_table.h"

#include <errno.h>

// MARK: Nodes

struct place {
    uint64_t address;
    const struct outl_block *block;
};

struct collection {
    struct outl_array places;
    bool failed;
};

static void collect(const struct outl_block *block, void *context) {
    struct collection *collection = context;
    struct place *place = outl_array_append(&collection->places, 1, sizeof *place);
    if (place) { *place = (struct place){block->address, block}; } else { collection->failed = true; }
}

// A radix sort by 11 bits, lowest first: blocks begin at multiples of 16, below 2^47.
static struct place *sort(struct place *places, struct place *spare, size_t count) {
    enum { digit_bits = 11, first_bit = 4, last_bit = 47 };
    static size_t starts[1 << digit_bits];
    for (int bit = first_bit; bit < last_bit; bit += digit_bits) {
        const uint64_t mask = (1 << digit_bits) - 1;
        for (size_t digit = 0; digit <= mask; digit++) { starts[digit] = 0; }
        for (size_t index = 0; index < count; index++) { starts[places[index].address >> bit & mask]++; }
        size_t start = 0;
        for (size_t digit = 0; digit <= mask; digit++) {
            size_t size = starts[digit];
            starts[digit] = start;
            start += size;
        }
        for (size_t index = 0; index < count; index++) {
            spare[starts[places[index].address >> bit & mask]++] = places[index];
        }
        struct place *sorted = spare;
        spare = places;
        places = sorted;
    }
    return places;
}

static uint32_t elements_of(const struct outl_block *block) {
    return block->size >= 24 && outl_maps_readable(block->address, 24) ? (uint32_t)((const uint64_t *)block->address)[2]
                                                                      : 0;
}

static int make_nodes(struct outl_walk *walk, struct outl_nodes *nodes) {
    struct collection collection = {0};
    outl_blocks_each(collect, &collection);
    size_t count = collection.places.count;
    size_t size = count * sizeof(struct place);
    struct place *spare = outl_scratch_map(size + 1);
    nodes->items = outl_scratch_map(count * sizeof *nodes->items + 1);
    nodes->flags = outl_scratch_map(count + 1);
    if (collection.failed || !spare || !nodes->items || !nodes->flags || count >= OUTL_NOTHING) { return ENOMEM; }
    const struct place *places = sort((struct place *)collection.places.items, spare, count);
    for (size_t index = 0; index < count; index++) {
        const struct outl_block *block = places[index].block;
        // Ignores a second record of the same address.
        if (index > 0 && places[index].address == places[index - 1].address) { continue; }
        struct outl_walk_block found = outl_walk_classify(walk, block);
        bool object = found.kind != OUTL_TYPE_RAW;
        nodes->items[nodes->count] = (struct outl_node){
            .address = block->address, .bytes = block->size, .type = found.type, .stack = found.stack,
            .birth = block->birth, .state = found.state, .elements = object ? elements_of(block) : 0};
        // The memory of a task also contains contexts of its functions, to which words point.
        nodes->flags[nodes->count++] = (object ? 0 : OUTL_NODE_RAW)
            | (!object || found.kind == OUTL_TYPE_TASK ? OUTL_NODE_INSIDE : 0);
    }
    outl_scratch_unmap(spare, size + 1);
    outl_array_free(&collection.places);
    return walk->error;
}

// MARK: Edges

// Marks the runtime's blocks of generic metadata as leaves, because their stale words are never overwritten. Their
// owners are known from the objects with such metadata.
static void mark_metadata(const struct outl_walk *walk, const struct outl_nodes *nodes) {
    const struct outl_type_key *keys = (const struct outl_type_key *)walk->keys.items;
    for (size_t index = 0; index < walk->keys.count; index++) {
        uint32_t node = keys[index].metadata ? outl_index_at(keys[index].metadata) : OUTL_NOTHING;
        if (node != OUTL_NOTHING && nodes->flags[node] & OUTL_NODE_RAW) { nodes->flags[node] |= OUTL_NODE_LEAF; }
    }
}

static bool is_side_table(const struct outl_nodes *nodes, const struct outl_node *node) {
    uintptr_t object;
    if (!outl_metadata_side_table(node->address, node->bytes, &object)) { return false; }
    uint32_t owner = outl_index_at(object);
    return owner != OUTL_NOTHING && nodes->items[owner].address == object && !(nodes->flags[owner] & OUTL_NODE_RAW);
}

// Returns `true` if a word that points into its own block is part of its layout.
//
// In an object, the object's own address is a reference, such as that of a closure property which captured it. In a
// task, which contains its contexts, only a word after a function counts, which will continue with that context.
static bool is_own(const struct outl_nodes *nodes, uint32_t number, uint64_t offset, uintptr_t word) {
    const struct outl_node *node = &nodes->items[number];
    if (nodes->flags[number] & OUTL_NODE_RAW) { return true; }
    if (!(nodes->flags[number] & OUTL_NODE_INSIDE)) { return outl_index_address(word) != node->address; }
    return offset < 24 || !outl_functions_has(*(const uintptr_t *)(node->address + offset - 8));
}

// Returns the end of the references in a node. Array storage uses all the memory that malloc provided, which may be
// some bytes more than requested.
static uint64_t end_of(const struct outl_walk *walk, const struct outl_node *node) {
    const struct outl_type_key *key = (const struct outl_type_key *)walk->keys.items + node->type;
    if (key->kind != OUTL_TYPE_CLASS || outl_metadata_storage(key->metadata) != OUTL_STORAGE_ARRAY) {
        return node->bytes;
    }
    // A chunk with a mapping of its own ends at a page boundary, beyond the block.
    const size_t header = 8, is_mapped = 2;
    size_t chunk = outl_chunk_size(node->address);
    if (*((const size_t *)node->address - 1) & is_mapped) { return node->bytes; }
    return chunk > node->bytes + header && chunk <= node->bytes + 4 * header ? chunk - header : node->bytes;
}

// Returns the node of an object's side table, which lives as long as the object and its weak references.
static uint32_t side_table_of(const struct outl_node *node) {
    uintptr_t table = outl_metadata_side_table_of(node->address);
    return table ? outl_index_at(table) : OUTL_NOTHING;
}

// Writes the edges of a node. `written` counts the edges of all nodes.
static void write_edges_of(
    struct outl_walk *walk, const struct outl_nodes *nodes, uint32_t number, uint32_t *written
) {
    struct outl_node *node = &nodes->items[number];
    bool raw = nodes->flags[number] & OUTL_NODE_RAW;
    if (nodes->flags[number] & OUTL_NODE_LEAF || !outl_maps_readable(node->address, node->bytes)) { return; }
    if (raw && is_side_table(nodes, node)) { return; }
    // The first two words of an object are its metadata and its reference counts.
    uint64_t first = raw ? 0 : 16;
    uint64_t end = raw ? node->bytes : end_of(walk, node);
    end = end < OUTL_NOTHING ? end : OUTL_NOTHING;
    struct outl_hash_table table;
    bool is_table = outl_hash_table_find(node, number, &table);
    bool is_task = !raw && nodes->flags[number] & OUTL_NODE_INSIDE;
    uint32_t side_table = raw || is_task || node->bytes < first ? OUTL_NOTHING : side_table_of(node);
    if (side_table != OUTL_NOTHING) {
        const uint32_t edge[2] = {side_table, 8};
        outl_output_write(edge, sizeof edge);
        node->edges++;
        ++*written;
    }
    for (uint64_t offset = first; offset + 8 <= end; offset += 8) {
        uintptr_t word = *(const uintptr_t *)(node->address + offset);
        uint32_t target = outl_index_target(word);
        if (target == OUTL_NOTHING || (target == number && is_own(nodes, number, offset, word))) { continue; }
        if (is_task && !outl_task_has(node, offset)) { continue; }
        if (is_table && !outl_hash_table_has(&table, node, offset)) { continue; }
        if (!raw && outl_existentials_unwritten(nodes, node, is_table ? &table : NULL, offset)) { continue; }
        uint32_t edge[2] = {target, (uint32_t)offset};
        outl_output_write(edge, sizeof edge);
        node->edges++;
        if (offset >= first + 8) {
            outl_functions_note(OUTL_REFERENCE_EDGE, *written, *(const uintptr_t *)(node->address + offset - 8));
        }
        if (!raw) { outl_existentials_note(walk, nodes, node, is_table ? &table : NULL, offset, *written); }
        ++*written;
    }
}

int outl_graph_write(struct outl_walk *walk) {
    static struct outl_nodes nodes;
    struct outl_sections *sections = &walk->result->sections;
    int error = make_nodes(walk, &nodes);
    if (error) { return error; }
    if (!outl_index_make(&nodes) || !outl_functions_prepare() || !outl_hash_tables_prepare(walk)
        || !outl_existentials_prepare(walk, &nodes)) {
        return ENOMEM;
    }
    outl_tasks_prepare();
    mark_metadata(walk, &nodes);
    uint32_t written = 0;
    outl_output_begin(sections, OUTL_SECTION_EDGES, 8);
    for (uint32_t number = 0; number < nodes.count; number++) { write_edges_of(walk, &nodes, number, &written); }
    outl_output_end(sections, OUTL_SECTION_EDGES);
    // After the edges, because the memory beyond the requested size contains no references.
    for (uint32_t number = 0; number < nodes.count; number++) {
        struct outl_node *node = &nodes.items[number];
        if (nodes.flags[number] & OUTL_NODE_RAW) { node->bytes = outl_walk_usable(node->address, node->bytes); }
    }
    outl_output_begin(sections, OUTL_SECTION_NODES, sizeof(struct outl_node));
    outl_output_write(nodes.items, nodes.count * sizeof *nodes.items);
    outl_output_end(sections, OUTL_SECTION_NODES);
    error = outl_hash_tables_write(sections);
    if (error == 0) { error = outl_tasks_write(&nodes, sections); }
    if (error == 0) { error = outl_existentials_write(sections); }
    if (error == 0) { error = outl_roots_write(walk, &nodes); }
    return error ? error : outl_functions_write(sections);
}

#endif
