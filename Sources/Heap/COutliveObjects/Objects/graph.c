#include "Objects/graph.h"

#if OUTL_HEAP_SERVED

#include "Memory/maps.h"
#include "Objects/containers.h"
#include "Objects/contents.h"
#include "Objects/continuations.h"
#include "Objects/existentials.h"
#include "Objects/extents.h"
#include "Objects/functions.h"
#include "Objects/inside.h"
#include "Objects/nodes.h"
#include "Objects/roots.h"
#include "Objects/savings.h"
#include "Objects/tasks.h"

#include <errno.h>

// An item of the section of edges.
struct edge {
    uint32_t target, offset;
};
_Static_assert(sizeof(struct edge) == 8, "as docs/heap-snapshot.md says");

static uint32_t written; // The number of edges so far.

static void write_edge(struct outl_node *node, uint32_t target, uint64_t offset) {
    struct edge edge = {target, (uint32_t)offset};
    outl_output_write(&edge, sizeof edge);
    node->edges++;
    written++;
}

// Marks the runtime's blocks of generic metadata as leaves, because their stale words are never overwritten. Their
// owners are known from the objects with such metadata.
static void mark_metadata(const struct outl_nodes *nodes) {
    for (uint32_t type = 0; type < nodes->walk->types.array.count; type++) {
        uintptr_t metadata = outl_walk_key(nodes->walk, type)->metadata;
        uint32_t node = metadata ? outl_nodes_at(metadata) : OUTL_NOTHING;
        if (node != OUTL_NOTHING && nodes->flags[node] & OUTL_NODE_RAW) { nodes->flags[node] |= OUTL_NODE_LEAF; }
    }
}

static bool is_side_table(const struct outl_nodes *nodes, const struct outl_node *node) {
    uintptr_t object;
    if (outl_metadata_side_table_of_released(node->address, node->bytes)) { return true; }
    if (!outl_metadata_side_table(node->address, node->bytes, &object)) { return false; }
    uint32_t owner = outl_nodes_at(object);
    return owner != OUTL_NOTHING && nodes->items[owner].address == object && !(nodes->flags[owner] & OUTL_NODE_RAW);
}

// Returns `true` if a word that points into its own block is part of its layout.
//
// In an object, the object's own address is a reference, as in a closure property which captured it. In a task, which
// contains its contexts, only a word after a function counts, which will continue with that context.
static bool is_own(const struct outl_nodes *nodes, uint32_t number, uint64_t offset, uintptr_t word) {
    const struct outl_node *node = &nodes->items[number];
    if (nodes->flags[number] & OUTL_NODE_RAW) { return true; }
    if (!(nodes->flags[number] & OUTL_NODE_INSIDE)) { return outl_reference_address(word) != node->address; }
    return offset < 24 || !outl_functions_has(outl_word(node->address + offset - 8));
}

// Returns the node of an object's side table, which lives as long as the object and its weak references.
static uint32_t side_table_of(const struct outl_node *node) {
    uintptr_t table = outl_metadata_side_table_of(node->address);
    return table ? outl_nodes_at(table) : OUTL_NOTHING;
}

static void write_edges(const struct outl_nodes *nodes, uint32_t number) {
    struct outl_node *node = &nodes->items[number];
    const uint8_t flags = nodes->flags[number];
    if (flags & OUTL_NODE_LEAF || !outl_maps_readable(node->address, node->bytes)) { return; }
    bool is_raw = flags & OUTL_NODE_RAW, is_task = !is_raw && flags & OUTL_NODE_INSIDE;
    if (is_raw && is_side_table(nodes, node)) { return; }
    const struct outl_extent part = outl_extent_of(nodes, number);
    struct outl_hash_table found;
    const struct outl_hash_table *table = outl_hash_table_find(nodes, number, &found) ? &found : NULL;
    uint32_t side_table = is_raw || is_task || node->bytes < 16 ? OUTL_NOTHING : side_table_of(node);
    if (side_table != OUTL_NOTHING) { write_edge(node, side_table, 8); }
    const char *bytes = OUTL_AT(node->address);
    for (uint64_t offset = part.first; offset + 8 <= part.end && offset + 8 <= OUTL_NOTHING; offset += 8) {
        uintptr_t word = *(const uintptr_t *)(bytes + offset);
        uint32_t target = outl_nodes_target(word);
        if (target == OUTL_NOTHING || (target == number && is_own(nodes, number, offset, word))) { continue; }
        if (is_task && !outl_task_has(node, offset)) { continue; }
        if (table && !outl_hash_table_has(table, node, offset)) { continue; }
        if (!is_raw && outl_existentials_unwritten(nodes, number, table, offset)) { continue; }
        if (offset >= part.first + 8) {
            outl_functions_add(OUTL_REFERENCE_EDGE, written, outl_word(node->address + offset - 8), false);
        }
        if (!is_raw) { outl_existentials_add(nodes, number, table, offset, written); }
        if (target != number) { outl_inside_add(nodes, OUTL_REFERENCE_EDGE, written, target, word); }
        if (is_task || flags & OUTL_NODE_SLAB) { nodes->flags[target] |= OUTL_NODE_COUNTED; }
        write_edge(node, target, offset);
    }
}

int outl_graph_write(struct outl_walk *walk) {
    static struct outl_nodes nodes;
    struct outl_sections *sections = &walk->result->sections;
    int error = outl_nodes_make(walk, &nodes);
    if (error) { return error; }
    if (!outl_functions_prepare() || !outl_existentials_prepare(&nodes)) { return ENOMEM; }
    outl_tasks_prepare();
    if (!outl_extents_prepare(&nodes)) { return ENOMEM; }
    if (!outl_savings_begin(&nodes)) { return ENOMEM; }
    mark_metadata(&nodes);
    outl_output_begin(sections, OUTL_SECTION_EDGES, sizeof(struct edge));
    for (uint32_t number = 0; number < nodes.count; number++) {
        if (number + OUTL_AHEAD < nodes.count) { outl_fetch_ahead(nodes.items[number + OUTL_AHEAD].address); }
        write_edges(&nodes, number);
        outl_savings_add(number);
    }
    outl_output_end(sections, OUTL_SECTION_EDGES);
    // Before the requested sizes are replaced.
    error = outl_savings_write();
    if (error) { return error; }
    // After the edges, because the memory beyond the requested size contains no references.
    for (uint32_t number = 0; number < nodes.count; number++) {
        struct outl_node *node = &nodes.items[number];
        if (nodes.flags[number] & OUTL_NODE_RAW) { node->bytes = outl_walk_usable(node->address, node->bytes); }
    }
    outl_output_section(sections, OUTL_SECTION_NODES, nodes.items, nodes.count, sizeof(struct outl_node));
    error = outl_hash_tables_write(sections);
    if (error == 0) { error = outl_tasks_write(&nodes); }
    if (error == 0) { error = outl_existentials_write(&nodes); }
    if (error == 0) { error = outl_roots_write(&nodes); }
    if (error == 0) { error = outl_inside_write(sections); }
    // After the roots, which mark the continuations that threads keep.
    outl_continuations_write(&nodes);
    outl_counts_write(&nodes);
    if (error == 0 && walk->order->with_contents) { error = outl_contents_write(&nodes); }
    return error ? error : outl_functions_write(sections);
}

#endif
