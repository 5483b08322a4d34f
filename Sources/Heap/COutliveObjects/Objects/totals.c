#include "Objects/walk.h"

#if OUTL_HEAP_SERVED

#include <errno.h>

// The item of the section of sampling.
struct sampling_item {
    uint64_t rate, samples, freed_samples, dropped;
};
_Static_assert(sizeof(struct sampling_item) == 32, "as docs/heap-snapshot.md says");

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
    uint64_t blocks, bytes; // All that was allocated, by another count than the items of allocations.
    struct outl_ledger_figures figures;
};
_Static_assert(sizeof(struct ledger_item) == 64 + 8 * (OUTL_LEDGER_SIZES + OUTL_LEDGER_AGES),
               "as docs/heap-snapshot.md says");

// The blocks of samples are in units of 1 / OUTL_SAMPLE_UNIT until they are written.
static struct outl_keyed allocations;

static void add(struct outl_walk *walk, const struct allocation_item *added) {
    bool is_new;
    uint32_t number = outl_keyed_find(&allocations, sizeof *added, added->type, added->stack, &is_new);
    if (number == OUTL_NOTHING) {
        walk->error = ENOMEM;
        return;
    }
    struct allocation_item *item = (struct allocation_item *)allocations.array.items + number;
    item->type = added->type;
    item->stack = added->stack;
    item->blocks += added->blocks;
    item->bytes += added->bytes;
    item->temporary_blocks += added->temporary_blocks;
    item->temporary_bytes += added->temporary_bytes;
}

static void add_live(const struct outl_block *block, void *context) {
    struct outl_walk *walk = context;
    if (block->birth > walk->order->cycle) { return; }
    struct outl_walk_block found = outl_walk_classify(walk, block);
    uint64_t weight = outl_subject.sampling ? outl_subject.sampling->weight_of(block) : 1;
    uint64_t unit = outl_subject.sampling ? OUTL_SAMPLE_UNIT : 1;
    add(walk, &(struct allocation_item){
        .type = found.kind == OUTL_TYPE_RAW ? OUTL_NOTHING : found.type, .stack = found.stack, .blocks = weight,
        .bytes = block->size * weight / unit});
}

// Returns the number of the type of released objects. The type of a value in a box is known by its metadata, an error's
// was in the object.
static uint32_t type_of(struct outl_walk *walk, uintptr_t metadata) {
    enum outl_type_kind kind = metadata ? outl_metadata_kind(metadata) : OUTL_TYPE_OTHER;
    return outl_walk_type(walk, outl_metadata_key(0, metadata, kind));
}

// MARK: Samples

static void add_freed(const struct outl_freed_blocks *freed, void *context) {
    struct outl_walk *walk = context;
    add(walk, &(struct allocation_item){
        .type = freed->kind == OUTL_BLOCK_OBJECT ? type_of(walk, freed->metadata) : OUTL_NOTHING,
        .stack = outl_walk_stack(walk, freed->stack), .blocks = freed->weight, .bytes = freed->bytes,
        .temporary_blocks = freed->temporary_weight, .temporary_bytes = freed->temporary_bytes});
}

static void write_samples(struct outl_walk *walk) {
    const struct outl_sampling *sampling = outl_subject.sampling;
    struct outl_sections *sections = &walk->result->sections;
    sampling->each_freed(add_freed, walk);
    struct allocation_item *items = (struct allocation_item *)allocations.array.items;
    for (size_t index = 0; index < allocations.array.count; index++) {
        items[index].blocks = outl_sample_rounded(items[index].blocks);
        items[index].temporary_blocks = outl_sample_rounded(items[index].temporary_blocks);
    }
    struct sampling_item item = {.rate = sampling->rate};
    sampling->count(&item.samples, &item.freed_samples, &item.dropped);
    outl_output_section(sections, OUTL_SECTION_SAMPLING, &item, 1, sizeof item);
}

// MARK: The ledger

static struct outl_array peaks;
static struct ledger_item sums;
static uint64_t released; // The number of blocks that were released.

static void add_site(const struct outl_ledger_site *site, void *context) {
    struct outl_walk *walk = context;
    uint32_t stack = outl_walk_stack(walk, site->stack);
    sums.blocks += site->amounts[OUTL_LEDGER_BLOCKS];
    sums.bytes += site->amounts[OUTL_LEDGER_BYTES];
    released += site->amounts[OUTL_LEDGER_FREED_BLOCKS];
    if (site->peak_blocks > 0) {
        struct peak_item peak = {.stack = stack, .blocks = site->peak_blocks, .bytes = site->peak_bytes};
        outl_array_add(&peaks, &peak, sizeof peak);
    }
    if (site->amounts[OUTL_LEDGER_FREED_BLOCKS] == 0) { return; }
    add(walk, &(struct allocation_item){
        .type = site->metadata ? type_of(walk, site->metadata) : OUTL_NOTHING, .stack = stack,
        .blocks = site->amounts[OUTL_LEDGER_FREED_BLOCKS], .bytes = site->amounts[OUTL_LEDGER_FREED_BYTES],
        .temporary_blocks = site->amounts[OUTL_LEDGER_TEMPORARY_BLOCKS],
        .temporary_bytes = site->amounts[OUTL_LEDGER_TEMPORARY_BYTES]});
}

static void write_ledger(struct outl_walk *walk) {
    struct outl_sections *sections = &walk->result->sections;
    outl_subject.ledger->each(add_site, walk);
    sums.figures = outl_subject.ledger->figures();
    // Only older blocks are counted by their age.
    sums.figures.ages[0] = released;
    for (int age = 1; age < OUTL_LEDGER_AGES; age++) {
        // A thread may have been between two counts when the copy was made.
        uint64_t older = sums.figures.ages[age];
        sums.figures.ages[0] -= older < sums.figures.ages[0] ? older : sums.figures.ages[0];
    }
    if (peaks.failed) { walk->error = ENOMEM; }
    outl_output_array(sections, OUTL_SECTION_PEAK, &peaks, sizeof(struct peak_item));
    outl_output_section(sections, OUTL_SECTION_LEDGER, &sums, 1, sizeof sums);
}

int outl_totals_write(struct outl_walk *walk) {
    outl_subject.each_block(add_live, walk);
    if (outl_subject.sampling) { write_samples(walk); } else { write_ledger(walk); }
    outl_output_array(
        &walk->result->sections, OUTL_SECTION_ALLOCATIONS, &allocations.array, sizeof(struct allocation_item));
    return walk->error;
}

#endif
