// Contents are equal if their 128-bit hashes are. Objects are read directly after their edges were found, because they
// are in the caches then. The memory is 32 bytes for each content, and some for equal ones.
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

struct hash {
    uint64_t first, second;
};

struct content {
    struct hash hash;
    uint32_t node, group;
    uint32_t bytes; // What releasing it would save, without what counts as capacity or slack.
};

// Equal contents.
struct group {
    uint32_t first; // The content that is needed.
    uint32_t copies;
};

// Most contents are unique, and need no entry in a table. Two bits by hash, of which the second is set if the first was
// set before, show it for most of them.
struct seen {
    uint64_t *words;
    uint64_t mask; // The number of words, less 1.
};

static struct {
    const struct outl_nodes *nodes;
    bool *are_contents;       // By node, `true` for the buffer of data.
    uint64_t rest;            // The number of bytes that may still be compared.
    struct outl_keyed sites;  // By kind, type and stack.
    struct outl_array contents;
    struct seen seen;
    struct outl_keyed groups; // By hash.
    struct outl_table pairs;  // The groups and sites that were counted as different.
    bool failed;              // There was no memory.
} savings;

enum { smallest_content = 16, largest_raw = 64 << 10, largest_content = 1 << 20, smallest_buffer = 64 };
static const uint64_t most_bytes = UINT64_C(1) << 30;

// Adds to a site. Returns its number, or OUTL_NOTHING if there is no memory.
static uint32_t add(enum kind kind, uint32_t number, struct saving amounts) {
    const struct outl_node *node = &savings.nodes->items[number];
    uint32_t type = savings.nodes->flags[number] & OUTL_NODE_RAW ? OUTL_NOTHING : node->type, stack = node->stack;
    if (kind == kind_not_compared) { type = stack = OUTL_NOTHING; }
    bool is_new;
    uint32_t site = outl_keyed_find(&savings.sites, sizeof amounts, (uint64_t)kind << 32 | type, stack, &is_new);
    if (site == OUTL_NOTHING) { return site; }
    struct saving *saving = (struct saving *)savings.sites.array.items + site;
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

// Returns the hash of at least 16 bytes, which is 0 if all of them are 0.
//
// - type: Contents of different types are different.
static struct hash hash_of(const char *bytes, uint64_t size, uint32_t type) {
    const uint64_t odd = UINT64_C(0x9E3779B97F4A7C15), other = UINT64_C(0xC4CEB9FE1A85EC53);
    struct hash hash = {size * odd ^ type, size ^ type * other};
    uint64_t any = 0, words[2];
    for (uint64_t at = 0; at < size; at += sizeof words) {
        // The last words may overlap the ones before.
        memcpy(words, bytes + (at + sizeof words <= size ? at : size - sizeof words), sizeof words);
        any |= words[0] | words[1];
        hash.first = mixed(words[0] ^ odd ^ hash.first, words[1] ^ other);
        hash.second = mixed(words[0] ^ other, words[1] ^ odd ^ hash.second);
    }
    return any ? hash : (struct hash){0, 0};
}

static uint64_t seen_bytes(const struct seen *seen) { return (seen->mask + 1) * sizeof *seen->words; }

static bool prepare_seen(struct seen *seen, size_t count) {
    enum { contents_in_word = 8 };
    uint64_t words = 1;
    while (words * contents_in_word < count) { words *= 2; }
    seen->mask = words - 1;
    seen->words = outl_memory_map(seen_bytes(seen));
    return seen->words != NULL;
}

static uint64_t *seen_word(const struct seen *seen, uint64_t hash) { return &seen->words[hash >> 8 & seen->mask]; }

static void see(const struct seen *seen, uint64_t hash) {
    uint64_t *word = seen_word(seen, hash), once = UINT64_C(1) << hash % 32;
    *word |= *word & once ? once << 32 : once;
}

static bool may_be_equal(const struct seen *seen, uint64_t hash) {
    return *seen_word(seen, hash) >> (32 + hash % 32) & 1;
}

static void see_content(uint32_t index) {
    see(&savings.seen, ((const struct content *)savings.contents.items)[index].hash.first);
}

// Visits all contents. Their words are fetched ahead, because they are all over the memory.
static void for_each_content(void (*visit)(uint32_t)) {
    enum { ahead = 16 };
    const struct content *contents = (const struct content *)savings.contents.items;
    for (uint32_t index = 0; index < savings.contents.count; index++) {
        bool is_fetched = index + ahead < savings.contents.count;
        if (is_fetched) { __builtin_prefetch(seen_word(&savings.seen, contents[index + ahead].hash.first)); }
        visit(index);
    }
}

// Adds a content. `bytes` are what releasing it would save.
static void add_content(uint32_t number, uintptr_t address, uint64_t size, uint64_t bytes) {
    if (size < smallest_content) { return; }
    if (size > largest_content || size > savings.rest) {
        add(kind_not_compared, number, (struct saving){.blocks = 1, .bytes = size});
        return;
    }
    savings.rest -= size;
    struct hash hash = hash_of(OUTL_AT(address), size, savings.nodes->items[number].type);
    if (hash.first == 0 && hash.second == 0) { return; }
    struct content content = {.hash = hash, .node = number, .group = OUTL_NOTHING, .bytes = (uint32_t)bytes};
    outl_array_add(&savings.contents, &content, sizeof content);
}

// Finds the group of a content, unless it is certainly unique.
static void find_group(uint32_t index) {
    struct content *content = (struct content *)savings.contents.items + index;
    if (!may_be_equal(&savings.seen, content->hash.first)) { return; }
    bool is_new;
    uint32_t number = outl_keyed_find(
        &savings.groups, sizeof(struct group), content->hash.first, content->hash.second, &is_new);
    if (number == OUTL_NOTHING) { return; }
    struct group *group = (struct group *)savings.groups.array.items + number;
    if (is_new) { group->first = index; }
    group->copies++;
    content->group = number;
}

// MARK: Blocks

static void add_slack(uint32_t number) {
    const struct outl_node *node = &savings.nodes->items[number];
    uint64_t slack = outl_walk_usable(node->address, node->bytes) - node->bytes;
    if (slack > 0) { add(kind_slack, number, (struct saving){.blocks = 1, .bytes = node->bytes, .saved = slack}); }
}

static void add_object(uint32_t number) {
    const struct outl_node *node = &savings.nodes->items[number];
    struct outl_elements elements;
    if (node->state != 0 || !outl_container_elements(savings.nodes, number, &elements)) {
        add_slack(number);
        return;
    }
    bool is_apart = elements.block != number;
    if (elements.usable > elements.needed) {
        uint64_t saved = elements.usable - elements.needed;
        add(kind_capacity, number, (struct saving){.blocks = 1, .bytes = elements.usable, .saved = saved});
    }
    uint64_t bytes = elements.needed < elements.usable ? elements.needed : elements.usable;
    if (is_apart) {
        savings.are_contents[elements.block] = true;
        add_slack(number);
        bytes += node->bytes;
    }
    if (elements.address != 0) { add_content(number, elements.address, elements.used, bytes); }
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

static void add_raw(uint32_t number) {
    const struct outl_node *node = &savings.nodes->items[number];
    if (savings.are_contents[number]) { return; }
    add_slack(number);
    bool is_small = node->bytes >= smallest_content && node->bytes <= largest_raw;
    if (!is_small || node->bytes > savings.rest || !outl_maps_readable(node->address, node->bytes)) { return; }
    const char *bytes = OUTL_AT(node->address);
    uint64_t size = size_of_text(bytes, node->bytes);
    // The end of a block whose requested size is unknown was never written.
    bool is_whole = size == 0 && !(outl_subject.flags & OUTL_FLAG_USABLE);
    if (is_whole && is_buffer(savings.nodes, number, bytes)) { size = node->bytes; }
    add_content(number, node->address, size, node->bytes);
}

static void add_raw_blocks(void) {
    const struct outl_nodes *nodes = savings.nodes;
    for (uint32_t number = 0; number < nodes->count; number++) {
        if (nodes->flags[number] & OUTL_NODE_RAW) { add_raw(number); }
    }
}

// MARK: Sites

static void count_copy(uint32_t index) {
    const struct content *content = (const struct content *)savings.contents.items + index;
    if (content->group == OUTL_NOTHING) { return; }
    const struct group *group = (const struct group *)savings.groups.array.items + content->group;
    if (group->copies < 2) { return; }
    struct saving amounts = {.blocks = 1, .bytes = content->bytes};
    if (group->first != index) { amounts.saved = content->bytes; }
    uint32_t site = add(kind_equal, content->node, amounts), value;
    if (site == OUTL_NOTHING) { return; }
    size_t before = savings.pairs.count;
    savings.failed |= !outl_table_put(&savings.pairs, content->group, site, 0, &value);
    if (savings.pairs.count > before) { ((struct saving *)savings.sites.array.items)[site].different++; }
}

bool outl_savings_begin(const struct outl_nodes *nodes) {
    savings.nodes = nodes;
    savings.rest = most_bytes;
    savings.are_contents = outl_memory_map(nodes->count + 1);
    return savings.are_contents != NULL;
}

void outl_savings_add(uint32_t number) {
    // Raw blocks come last, because objects determine which of them are contents of data.
    if (!(savings.nodes->flags[number] & OUTL_NODE_RAW)) { add_object(number); }
}

int outl_savings_write(void) {
    add_raw_blocks();
    savings.failed |= !prepare_seen(&savings.seen, savings.contents.count);
    if (!savings.failed) {
        for_each_content(see_content);
        for_each_content(find_group);
        for_each_content(count_copy);
    }
    bool failed = savings.failed || savings.contents.failed;
    failed |= savings.sites.array.failed || savings.groups.array.failed;
    outl_output_array(
        &savings.nodes->walk->result->sections, OUTL_SECTION_SAVINGS, &savings.sites.array, sizeof(struct saving));
    outl_memory_unmap(savings.are_contents, savings.nodes->count + 1);
    outl_memory_unmap(savings.seen.words, seen_bytes(&savings.seen));
    outl_keyed_free(&savings.sites);
    outl_array_free(&savings.contents);
    outl_keyed_free(&savings.groups);
    outl_memory_unmap(savings.pairs.slots, savings.pairs.capacity * sizeof *savings.pairs.slots);
    return failed ? ENOMEM : 0;
}

#endif
