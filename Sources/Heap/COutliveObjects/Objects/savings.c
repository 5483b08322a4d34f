// Contents are grouped by a hash, and each is compared with the first of its group, so that a collision can hide a copy
// but never invents one.
#include "Objects/savings.h"

#if OUTL_HEAP_SERVED

#include "Memory/maps.h"
#include "Objects/containers.h"

#include <errno.h>
#include <string.h>

enum kind { kind_equal = 1, kind_capacity, kind_slack, kind_not_compared };

// An item of the section: the savings of a kind among the blocks of a type and stack.
struct saving {
    uint32_t kind, type, stack; // No type for raw blocks.
    uint32_t different;         // The number of different contents.
    uint64_t blocks, bytes;
    uint64_t saved; // The bytes of them that could be saved.
};
_Static_assert(sizeof(struct saving) == 40, "as docs/heap-snapshot.md says");

// A content.
struct group {
    uintptr_t address; // Of the first one.
    uint32_t first;    // Its node.
    uint32_t copies;
};

struct copy {
    uint32_t node, group;
    uint64_t bytes; // What releasing it would save, without what counts as capacity or slack.
};

struct savings {
    const struct outl_nodes *nodes;
    bool *are_contents;       // By node, `true` for the buffer of data.
    uint64_t rest;            // The number of bytes that may still be compared.
    struct outl_keyed sites;  // By kind, type and stack.
    struct outl_keyed groups; // By hash, type and size.
    struct outl_array copies;
    struct outl_table pairs;  // The groups and sites that were counted as different.
};

enum { smallest_content = 16, largest_raw = 64 << 10, largest_content = 1 << 20, smallest_buffer = 64 };
static const uint64_t most_bytes = UINT64_C(1) << 30;

// Adds to a site. Returns its number, or OUTL_NOTHING if there is no memory.
static uint32_t add(struct savings *savings, enum kind kind, uint32_t number, struct saving amounts) {
    const struct outl_node *node = &savings->nodes->items[number];
    uint32_t type = savings->nodes->flags[number] & OUTL_NODE_RAW ? OUTL_NOTHING : node->type, stack = node->stack;
    if (kind == kind_not_compared) { type = stack = OUTL_NOTHING; }
    bool is_new;
    uint32_t site = outl_keyed_find(&savings->sites, sizeof amounts, (uint64_t)kind << 32 | type, stack, &is_new);
    if (site == OUTL_NOTHING) { return site; }
    struct saving *saving = (struct saving *)savings->sites.array.items + site;
    saving->kind = kind;
    saving->type = type;
    saving->stack = stack;
    saving->blocks += amounts.blocks;
    saving->bytes += amounts.bytes;
    saving->saved += amounts.saved;
    return site;
}

// MARK: Contents

static uint64_t mixed(uint64_t one, uint64_t other) {
    unsigned __int128 product = (unsigned __int128)one * other;
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

// Returns the hash of at least 16 bytes, or 0 if all of them are 0.
static uint64_t hash_of(const char *bytes, uint64_t size) {
    const uint64_t odd = UINT64_C(0x9E3779B97F4A7C15), other = UINT64_C(0xC4CEB9FE1A85EC53);
    uint64_t hash = size * odd, any = 0, words[2];
    for (uint64_t at = 0; at < size; at += sizeof words) {
        // The last words may overlap the ones before.
        memcpy(words, bytes + (at + sizeof words <= size ? at : size - sizeof words), sizeof words);
        any |= words[0] | words[1];
        hash = mixed(words[0] ^ odd ^ hash, words[1] ^ other);
    }
    return any ? hash | 1 : 0;
}

// Adds a content to its group. `bytes` are what releasing it would save.
static bool add_content(struct savings *savings, uint32_t number, uintptr_t address, uint64_t size, uint64_t bytes) {
    if (size < smallest_content) { return true; }
    if (size > largest_content || size > savings->rest) {
        return add(savings, kind_not_compared, number, (struct saving){.blocks = 1, .bytes = size}) != OUTL_NOTHING;
    }
    savings->rest -= size;
    const char *content = OUTL_AT(address);
    uint64_t hash = hash_of(content, size), key = (uint64_t)savings->nodes->items[number].type << 32 | size;
    if (hash == 0) { return true; }
    bool is_new;
    uint32_t index = outl_keyed_find(&savings->groups, sizeof(struct group), hash, key, &is_new);
    if (index == OUTL_NOTHING) { return false; }
    struct group *group = (struct group *)savings->groups.array.items + index;
    if (is_new) { *group = (struct group){.address = address, .first = number}; }
    if (!is_new && memcmp(OUTL_AT(group->address), content, size) != 0) { return true; }
    group->copies++;
    struct copy copy = {.node = number, .group = index, .bytes = bytes};
    outl_array_add(&savings->copies, &copy, sizeof copy);
    return !savings->copies.failed;
}

// MARK: Blocks

static bool add_slack(struct savings *savings, uint32_t number) {
    const struct outl_node *node = &savings->nodes->items[number];
    uint64_t slack = outl_walk_usable(node->address, node->bytes) - node->bytes;
    if (slack == 0) { return true; }
    struct saving amounts = {.blocks = 1, .bytes = node->bytes, .saved = slack};
    return add(savings, kind_slack, number, amounts) != OUTL_NOTHING;
}

static bool add_object(struct savings *savings, uint32_t number) {
    const struct outl_node *node = &savings->nodes->items[number];
    struct outl_elements elements;
    if (node->state != 0 || !outl_container_elements(savings->nodes, number, &elements)) {
        return add_slack(savings, number);
    }
    bool is_apart = elements.block != number;
    if (is_apart) { savings->are_contents[elements.block] = true; }
    if (elements.usable > elements.needed) {
        struct saving amounts = {
            .blocks = 1, .bytes = elements.usable, .saved = elements.usable - elements.needed};
        if (add(savings, kind_capacity, number, amounts) == OUTL_NOTHING) { return false; }
    }
    uint64_t bytes = elements.needed < elements.usable ? elements.needed : elements.usable;
    if (is_apart) { bytes += node->bytes; }
    bool is_sound = !is_apart || add_slack(savings, number);
    return is_sound
        && (elements.address == 0 || add_content(savings, number, elements.address, elements.used, bytes));
}

// Returns the size of a C string with its zero, or 0 if a block contains none without control characters.
static uint64_t size_of_text(const char *bytes, uint64_t size) {
    const char *end = memchr(bytes, 0, size);
    for (const char *at = bytes; end && at < end; at++) {
        unsigned char byte = (unsigned char)*at;
        bool is_text = (byte >= ' ' && byte != 0x7F) || byte == '\t' || byte == '\n' || byte == '\r';
        if (!is_text) { return 0; }
    }
    return end && end - bytes >= smallest_content ? (uint64_t)(end - bytes) + 1 : 0;
}

// Returns `true` if a block seems to be a buffer: it has no references, and at most half of its words are 0.
static bool is_buffer(const struct outl_nodes *nodes, uint32_t number, const char *bytes) {
    const struct outl_node *node = &nodes->items[number];
    enum { runtimes = OUTL_NODE_LEAF | OUTL_NODE_SLAB | OUTL_NODE_QUEUE | OUTL_NODE_UNUSED };
    if (node->bytes < smallest_buffer || node->edges > 0 || nodes->flags[number] & runtimes) { return false; }
    uint64_t zeros = 0, words = node->bytes / 8;
    for (uint64_t index = 0; index < words; index++) {
        uint64_t word;
        memcpy(&word, bytes + 8 * index, 8);
        zeros += word == 0;
    }
    return zeros <= words / 2;
}

static bool add_raw(struct savings *savings, uint32_t number) {
    const struct outl_node *node = &savings->nodes->items[number];
    if (savings->are_contents[number]) { return true; }
    if (!add_slack(savings, number)) { return false; }
    bool is_small = node->bytes >= smallest_content && node->bytes <= largest_raw;
    if (!is_small || !outl_maps_readable(node->address, node->bytes)) { return true; }
    const char *bytes = OUTL_AT(node->address);
    uint64_t size = size_of_text(bytes, node->bytes);
    // The end of a block whose requested size is unknown was never written.
    bool is_whole = size == 0 && !(outl_subject.flags & OUTL_FLAG_USABLE);
    if (is_whole && is_buffer(savings->nodes, number, bytes)) { size = node->bytes; }
    return add_content(savings, number, node->address, size, node->bytes);
}

static bool add_blocks(struct savings *savings, bool are_raw, bool (*add_block)(struct savings *, uint32_t)) {
    const struct outl_nodes *nodes = savings->nodes;
    for (uint32_t number = 0; number < nodes->count; number++) {
        if (number + OUTL_AHEAD < nodes->count) { outl_fetch_ahead(nodes->items[number + OUTL_AHEAD].address); }
        bool is_raw = nodes->flags[number] & OUTL_NODE_RAW;
        if (is_raw == are_raw && !add_block(savings, number)) { return false; }
    }
    return true;
}

// MARK: Sites

static bool count_copies(struct savings *savings) {
    const struct group *groups = (const struct group *)savings->groups.array.items;
    const struct copy *copies = (const struct copy *)savings->copies.items;
    for (size_t index = 0; index < savings->copies.count; index++) {
        struct copy copy = copies[index];
        if (groups[copy.group].copies < 2) { continue; }
        struct saving amounts = {.blocks = 1, .bytes = copy.bytes};
        if (groups[copy.group].first != copy.node) { amounts.saved = copy.bytes; }
        uint32_t site = add(savings, kind_equal, copy.node, amounts), value;
        size_t before = savings->pairs.count;
        if (site == OUTL_NOTHING || !outl_table_put(&savings->pairs, copy.group, site, 0, &value)) { return false; }
        if (savings->pairs.count > before) { ((struct saving *)savings->sites.array.items)[site].different++; }
    }
    return true;
}

int outl_savings_write(const struct outl_nodes *nodes) {
    struct savings savings = {.nodes = nodes, .rest = most_bytes};
    savings.are_contents = outl_memory_map(nodes->count + 1);
    // Objects first, because they determine which raw blocks are contents of data.
    bool is_complete = savings.are_contents && add_blocks(&savings, false, add_object)
        && add_blocks(&savings, true, add_raw) && count_copies(&savings);
    outl_output_array(
        &nodes->walk->result->sections, OUTL_SECTION_SAVINGS, &savings.sites.array, sizeof(struct saving));
    outl_memory_unmap(savings.are_contents, nodes->count + 1);
    outl_keyed_free(&savings.sites);
    outl_keyed_free(&savings.groups);
    outl_array_free(&savings.copies);
    outl_memory_unmap(savings.pairs.slots, savings.pairs.capacity * sizeof *savings.pairs.slots);
    return is_complete ? 0 : ENOMEM;
}

#endif
