#include "Objects/walk.h"

#if OUTL_HEAP_SERVED

#include <errno.h>

// The item of the section of sampling.
struct sampling_item {
    uint64_t rate, samples, freed_samples, dropped;
};
_Static_assert(sizeof(struct sampling_item) == 32, "as docs/heap-snapshot.md says");

// An item of the section of totals: the blocks of a type and stack that were ever allocated.
struct total_item {
    uint32_t type, stack; // No type for raw blocks.
    uint64_t blocks, bytes;
};
_Static_assert(sizeof(struct total_item) == 24, "as docs/heap-snapshot.md says");

static struct outl_keyed totals; // The blocks are in units of 1 / OUTL_SAMPLE_UNIT until they are written.

static void add(struct outl_walk *walk, uint32_t type, uint32_t stack, uint64_t weight, uint64_t bytes) {
    bool is_new;
    uint32_t number = outl_keyed_find(&totals, sizeof(struct total_item), type, stack, &is_new);
    if (number == OUTL_NOTHING) {
        walk->error = ENOMEM;
        return;
    }
    struct total_item *item = (struct total_item *)totals.array.items + number;
    item->type = type;
    item->stack = stack;
    item->blocks += weight;
    item->bytes += bytes;
}

static void add_live(const struct outl_block *block, void *context) {
    struct outl_walk *walk = context;
    struct outl_walk_block found = outl_walk_classify(walk, block);
    uint64_t weight = outl_subject.sampling->weight_of(block);
    add(walk, found.kind == OUTL_TYPE_RAW ? OUTL_NOTHING : found.type, found.stack, weight,
        block->size * weight / OUTL_SAMPLE_UNIT);
}

static void add_freed(const struct outl_freed_blocks *freed, void *context) {
    struct outl_walk *walk = context;
    uint32_t type = OUTL_NOTHING;
    if (freed->kind == OUTL_BLOCK_OBJECT) {
        // The type of a value in a box is known by its metadata, an error's was in the object.
        enum outl_type_kind kind = freed->metadata ? outl_metadata_kind(freed->metadata) : OUTL_TYPE_OTHER;
        type = outl_walk_type(walk, outl_metadata_key(0, freed->metadata, kind));
    }
    add(walk, type, outl_walk_stack(walk, freed->stack), freed->weight, freed->bytes);
}

int outl_totals_write(struct outl_walk *walk) {
    const struct outl_sampling *sampling = outl_subject.sampling;
    struct outl_sections *sections = &walk->result->sections;
    outl_subject.each_block(add_live, walk);
    sampling->each_freed(add_freed, walk);
    struct total_item *items = (struct total_item *)totals.array.items;
    for (size_t index = 0; index < totals.array.count; index++) {
        items[index].blocks = outl_sample_rounded(items[index].blocks);
    }
    struct sampling_item item = {.rate = sampling->rate};
    sampling->count(&item.samples, &item.freed_samples, &item.dropped);
    outl_output_section(sections, OUTL_SECTION_SAMPLING, &item, 1, sizeof item);
    outl_output_array(sections, OUTL_SECTION_TOTALS, &totals.array, sizeof(struct total_item));
    return walk->error;
}

#endif
