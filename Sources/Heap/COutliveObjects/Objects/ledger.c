#include "Objects/walk.h"

#if OUTL_HEAP_SERVED

#include <errno.h>

// An item of the section of allocations: the blocks of a type and stack that were ever allocated.
struct allocation_item {
    uint32_t type, stack; // No type for raw blocks.
    uint64_t blocks, bytes, temporary_blocks, temporary_bytes;
};
_Static_assert(sizeof(struct allocation_item) == 40, "as docs/heap-snapshot.md says");

// An item of the section of the peak: the blocks of a stack that were alive then.
struct peak_item {
    uint32_t stack, reserved;
    uint64_t blocks, bytes;
};
_Static_assert(sizeof(struct peak_item) == 24, "as docs/heap-snapshot.md says");

// The item of the section of the ledger.
struct ledger_item {
    uint64_t blocks, bytes; // All that was allocated, by another count than the items above.
    struct outl_ledger_figures figures;
};
_Static_assert(sizeof(struct ledger_item) == 64 + 8 * (OUTL_LEDGER_SIZES + OUTL_LEDGER_AGES),
               "as docs/heap-snapshot.md says");

static struct outl_keyed allocations;
static struct outl_array peaks;
static struct ledger_item sums;
static uint64_t sums_freed; // The number of blocks that were released.

static struct allocation_item *item_of(struct outl_walk *walk, uint32_t type, uint32_t stack) {
    bool is_new;
    uint32_t number = outl_keyed_find(&allocations, sizeof(struct allocation_item), type, stack, &is_new);
    if (number == OUTL_NOTHING) {
        walk->error = ENOMEM;
        return NULL;
    }
    struct allocation_item *item = (struct allocation_item *)allocations.array.items + number;
    item->type = type;
    item->stack = stack;
    return item;
}

static void add_live(const struct outl_block *block, void *context) {
    struct outl_walk *walk = context;
    if (block->birth > walk->order->cycle) { return; }
    struct outl_walk_block found = outl_walk_classify(walk, block);
    struct allocation_item *item = item_of(walk, found.kind == OUTL_TYPE_RAW ? OUTL_NOTHING : found.type, found.stack);
    if (!item) { return; }
    item->blocks++;
    item->bytes += block->size;
}

static void add_site(const struct outl_ledger_site *site, void *context) {
    struct outl_walk *walk = context;
    uint32_t stack = outl_walk_stack(walk, site->stack), type = OUTL_NOTHING;
    sums.blocks += site->amounts[OUTL_LEDGER_BLOCKS];
    sums.bytes += site->amounts[OUTL_LEDGER_BYTES];
    sums_freed += site->amounts[OUTL_LEDGER_FREED_BLOCKS];
    if (site->peak_blocks > 0) {
        struct peak_item peak = {.stack = stack, .blocks = site->peak_blocks, .bytes = site->peak_bytes};
        outl_array_add(&peaks, &peak, sizeof peak);
    }
    if (site->amounts[OUTL_LEDGER_FREED_BLOCKS] == 0) { return; }
    if (site->metadata) {
        // The type of a value in a box is known by its metadata, an error's was in the object.
        type = outl_walk_type(walk, outl_metadata_key(0, site->metadata, outl_metadata_kind(site->metadata)));
    }
    struct allocation_item *item = item_of(walk, type, stack);
    if (!item) { return; }
    item->blocks += site->amounts[OUTL_LEDGER_FREED_BLOCKS];
    item->bytes += site->amounts[OUTL_LEDGER_FREED_BYTES];
    item->temporary_blocks += site->amounts[OUTL_LEDGER_TEMPORARY_BLOCKS];
    item->temporary_bytes += site->amounts[OUTL_LEDGER_TEMPORARY_BYTES];
}

int outl_ledger_write(struct outl_walk *walk) {
    struct outl_sections *sections = &walk->result->sections;
    outl_subject.each_block(add_live, walk);
    outl_subject.ledger->each(add_site, walk);
    sums.figures = outl_subject.ledger->figures();
    // Only older blocks are counted by their age.
    sums.figures.ages[0] = sums_freed;
    for (int age = 1; age < OUTL_LEDGER_AGES; age++) { sums.figures.ages[0] -= sums.figures.ages[age]; }
    if (peaks.failed) { walk->error = ENOMEM; }
    outl_output_array(sections, OUTL_SECTION_ALLOCATIONS, &allocations.array, sizeof(struct allocation_item));
    outl_output_array(sections, OUTL_SECTION_PEAK, &peaks, sizeof(struct peak_item));
    outl_output_section(sections, OUTL_SECTION_LEDGER, &sums, 1, sizeof sums);
    return walk->error;
}

#endif
