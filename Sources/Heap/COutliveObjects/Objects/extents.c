// The standard library's string storage has at +16 its capacity, and in the highest bit there a flag for a reference to
// the offsets of UTF-16 characters, which follows the capacity. The text begins at +32.
#include "Objects/extents.h"

#if OUTL_HEAP_SERVED

#include "Memory/maps.h"
#include "Objects/tasks.h"
#include "Types/mangled.h"

enum { header = 16, text_begin = 32, first_element = 32, error_begin = 32 };

// The memory of a type's objects that can contain references.
enum form {
    form_whole,
    form_array, // `stride` bytes for each of the elements from `at` on, whose number is in the third word.
    form_text,
    form_fixed, // Up to `at`.
};

struct limit {
    enum form form;
    uint64_t at, stride;
};

static struct outl_array limits; // By the number of the type.
static struct outl_table slabs;  // The ends of the used parts of blocks of frames, by node.

// MARK: Types

// Returns the end of the captures, or 0 if the mangled names do not determine it.
static uint64_t end_of_captures(uintptr_t metadata) {
    struct outl_captures captures = outl_captures_of(metadata);
    uint64_t end = captures.offset;
    for (uint32_t index = 0; index < captures.count; index++) {
        uint32_t size = outl_mangled_place(captures.first + 4 * (uintptr_t)index, &end);
        if (size == 0) { return 0; }
        end += size;
    }
    return end;
}

static uint64_t end_of_value(uintptr_t metadata, uint64_t begin) {
    struct outl_value_layout value;
    return outl_metadata_value_layout(metadata, &value) ? outl_aligned(begin, value.alignment) + value.size : 0;
}

static struct limit limit_of_class(uintptr_t metadata) {
    struct outl_value_layout entries[2];
    struct limit limit = {.form = form_whole};
    if (outl_metadata_storage(metadata) == OUTL_STORAGE_ARRAY && outl_metadata_entries(metadata, entries) > 0) {
        limit = (struct limit){form_array, outl_aligned(first_element, entries[0].alignment), entries[0].stride};
    } else if (outl_metadata_is_text(metadata)) {
        limit.form = form_text;
    }
    return limit;
}

static struct limit read_limit(const struct outl_type_key *key) {
    struct limit limit = {.form = form_fixed};
    switch ((enum outl_type_kind)key->kind) {
    case OUTL_TYPE_CLASS: return limit_of_class(key->metadata);
    case OUTL_TYPE_CLOSURE: limit.at = end_of_captures(key->metadata); break;
    case OUTL_TYPE_BOX: limit.at = end_of_value(key->metadata, header); break;
    case OUTL_TYPE_ERROR: limit.at = end_of_value(key->metadata, error_begin); break;
    default: break;
    }
    if (limit.at == 0) { limit.form = form_whole; }
    return limit;
}

// MARK: Blocks of frames

static bool add_slabs(const struct outl_nodes *nodes, uint32_t task) {
    enum { maximum_slabs = 4096 };
    uintptr_t slab = outl_task_slab(&nodes->items[task]);
    for (int count = 0; slab && count < maximum_slabs; count++) {
        uint32_t end = outl_slab_end(slab), node = end > 0 ? outl_nodes_at(slab) : OUTL_NOTHING;
        if (node == OUTL_NOTHING) { break; }
        // The first one is often part of the task.
        if (nodes->items[node].address == slab && nodes->flags[node] & OUTL_NODE_RAW) {
            if (!outl_table_put(&slabs, node, 0, end, &end)) { return false; }
            nodes->flags[node] |= OUTL_NODE_SLAB;
        }
        slab = outl_word(slab + 8);
    }
    return true;
}

// MARK: Results of task groups
//
// A task group is in the frames of its task. It stores the children that have completed, until their results are taken,
// in a queue of libstdc++: blocks of items, and a map with the addresses of the blocks. A new map or block is not
// erased, and often was one of another group, to whose children its words outside of the queue still lead.

enum { results_in_block = 512, minimum_words = 8, maximum_words = 1 << 20 };

struct queue_end {
    uintptr_t item, first, last; // The item, and the limits of its block.
    uintptr_t word;              // The word of the map that contains the address of the block.
};

struct queue {
    uintptr_t map;
    uint64_t words;
    struct queue_end start, finish; // The first item, and behind the last one.
};
_Static_assert(sizeof(struct queue) == 80, "as in libstdc++");

// The part of a map or block that is in use.
struct part_in_use {
    uint32_t node;
    struct outl_extent part;
};

static struct outl_keyed parts_in_use; // By node.

// Returns the number of the block that is no object and begins at an address, or OUTL_NOTHING.
static uint32_t raw_block(const struct outl_nodes *nodes, uintptr_t address, uint64_t bytes) {
    uint32_t node = outl_nodes_at(address);
    if (node == OUTL_NOTHING || nodes->items[node].address != address) { return OUTL_NOTHING; }
    return nodes->flags[node] & OUTL_NODE_RAW && nodes->items[node].bytes >= bytes ? node : OUTL_NOTHING;
}

static bool is_end(const struct queue *queue, const struct queue_end *end) {
    uint64_t offset = end->word - queue->map;
    return offset % 8 == 0 && offset / 8 < queue->words && outl_word(end->word) == end->first
        && end->last == end->first + results_in_block && end->item >= end->first && end->item < end->last
        && end->item % 8 == 0;
}

// Widens the part in use: a queue that no longer exists may be found as well.
static bool use(const struct outl_nodes *nodes, uint32_t node, uint64_t first, uint64_t end) {
    bool is_new;
    uint32_t index = outl_keyed_find(&parts_in_use, sizeof(struct part_in_use), node, 0, &is_new);
    if (index == OUTL_NOTHING) { return false; }
    struct part_in_use *used = (struct part_in_use *)parts_in_use.array.items + index;
    if (is_new) { *used = (struct part_in_use){node, {first, end}}; }
    if (first < used->part.first) { used->part.first = first; }
    if (end > used->part.end) { used->part.end = end; }
    nodes->flags[node] |= OUTL_NODE_QUEUE;
    return true;
}

static bool add_queue(const struct outl_nodes *nodes, const struct queue *queue) {
    if (queue->words < minimum_words || queue->words > maximum_words) { return true; }
    uint32_t map = raw_block(nodes, queue->map, queue->words * 8);
    if (map == OUTL_NOTHING || !outl_maps_readable(queue->map, queue->words * 8)) { return true; }
    if (!is_end(queue, &queue->start) || !is_end(queue, &queue->finish)) { return true; }
    if (queue->start.word > queue->finish.word) { return true; }
    for (uintptr_t word = queue->start.word; word <= queue->finish.word; word += 8) {
        uint32_t block = raw_block(nodes, outl_word(word), results_in_block);
        if (block == OUTL_NOTHING) { return true; }
        uint64_t first = word == queue->start.word ? queue->start.item - queue->start.first : 0;
        bool is_last = word == queue->finish.word;
        uint64_t end = is_last ? queue->finish.item - queue->finish.first : results_in_block;
        if (!use(nodes, block, first, end)) { return false; }
    }
    return use(nodes, map, queue->start.word - queue->map, queue->finish.word + 8 - queue->map);
}

static bool add_queues(const struct outl_nodes *nodes, uintptr_t first, uintptr_t end) {
    if (end <= first || !outl_maps_readable(first, end - first)) { return true; }
    for (uintptr_t at = first; at + sizeof(struct queue) <= end; at += 8) {
        if (!add_queue(nodes, (const struct queue *)OUTL_AT(at))) { return false; }
    }
    return true;
}

// Finds the queues in the frames of a task.
static bool add_results(const struct outl_nodes *nodes, uint32_t task) {
    enum { maximum_slabs = 4096 };
    const struct outl_node *node = &nodes->items[task];
    uintptr_t slab = outl_task_slab(node);
    for (int count = 0; slab && count < maximum_slabs; count++) {
        uint32_t end = outl_slab_end(slab);
        if (end == 0) { break; }
        if (!add_queues(nodes, slab, slab + end)) { return false; }
        slab = outl_word(slab + 8);
    }
    return true;
}

bool outl_extents_prepare(const struct outl_nodes *nodes) {
    while (limits.count < nodes->walk->types.array.count) {
        struct limit *limit = outl_array_append(&limits, 1, sizeof *limit);
        if (!limit) { return false; }
        *limit = read_limit(outl_walk_key(nodes->walk, (uint32_t)limits.count - 1));
    }
    for (uint32_t number = 0; number < nodes->count; number++) {
        bool may_be_task = (nodes->flags[number] & (OUTL_NODE_INSIDE | OUTL_NODE_RAW)) == OUTL_NODE_INSIDE;
        if (may_be_task && (!add_slabs(nodes, number) || !add_results(nodes, number))) { return false; }
    }
    return true;
}

// MARK: Nodes

static struct outl_extent extent_of_raw(const struct outl_nodes *nodes, uint32_t number) {
    const struct outl_node *node = &nodes->items[number];
    struct outl_extent extent = {0, node->bytes};
    uint32_t end;
    if (nodes->flags[number] & OUTL_NODE_QUEUE) {
        bool is_new;
        uint32_t index = outl_keyed_find(&parts_in_use, sizeof(struct part_in_use), number, 0, &is_new);
        return index == OUTL_NOTHING ? extent : ((const struct part_in_use *)parts_in_use.array.items)[index].part;
    }
    if (!(nodes->flags[number] & OUTL_NODE_SLAB) || !outl_table_put(&slabs, number, 0, 0, &end)) { return extent; }
    if (end < extent.end) { extent.end = end; }
    return extent;
}

static struct outl_extent extent_of_array(const struct outl_node *node, const struct limit *limit) {
    // Swift uses all the memory that malloc provided, which may be more than requested.
    uint64_t usable = outl_walk_usable(node->address, node->bytes), count = outl_word(node->address + header);
    uint64_t room = usable > limit->at ? (usable - limit->at) / limit->stride : 0;
    uint64_t end = limit->at + count * limit->stride;
    bool is_sound = count <= room && outl_maps_readable(node->address, end);
    return (struct outl_extent){header, is_sound ? end : node->bytes};
}

static struct outl_extent extent_of_text(const struct outl_node *node) {
    const uint64_t is_indexed = UINT64_C(1) << 63, mask = (UINT64_C(1) << 48) - 1;
    uint64_t capacity = outl_word(node->address + header), at = text_begin + (capacity & mask);
    bool is_sound = capacity & is_indexed && at % 8 == 0 && at + 8 <= outl_walk_usable(node->address, node->bytes)
        && outl_maps_readable(node->address, at + 8);
    return is_sound ? (struct outl_extent){at, at + 8} : (struct outl_extent){header, header};
}

struct outl_extent outl_extent_of(const struct outl_nodes *nodes, uint32_t number) {
    enum { spare = 32 }; // Malloc provides less than this beyond the requested size.
    const struct outl_node *node = &nodes->items[number];
    if (nodes->flags[number] & OUTL_NODE_RAW) { return extent_of_raw(nodes, number); }
    struct outl_extent whole = {header, node->bytes};
    if (node->bytes < header + 8) { return whole; }
    if (nodes->flags[number] & OUTL_NODE_INSIDE) { return (struct outl_extent){header, outl_task_end(node)}; }
    const struct limit *limit = (const struct limit *)limits.items + node->type;
    switch (limit->form) {
    case form_array: return extent_of_array(node, limit);
    case form_text: return extent_of_text(node);
    case form_fixed:
        // Another size is a sign of another layout.
        if (limit->at <= node->bytes && node->bytes - limit->at < spare) { whole.end = limit->at; }
        return whole;
    case form_whole: break;
    }
    return whole;
}

#endif
