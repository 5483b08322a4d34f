#include "Objects/walk.h"

#if OUTL_HEAP_SERVED

#include "Memory/maps.h"

#include <errno.h>

struct outl_subject outl_subject;

// MARK: Blocks

// Returns the kind of a block. `bindings` receives the number of words before the captures of a closure's context.
static enum outl_type_kind kind_of(
    struct outl_walk *walk, const struct outl_block *block, uintptr_t *metadata, uint32_t *bindings
) {
    if (block->size < 16 || !outl_maps_readable(block->address, 16)) {
        return block->kind == OUTL_BLOCK_OBJECT ? OUTL_TYPE_OTHER : OUTL_TYPE_RAW;
    }
    *metadata = outl_word(block->address);
    if (block->kind != OUTL_BLOCK_OBJECT) {
        // Tasks are allocated by plain malloc. Their first words are not cached, because raw blocks can begin with any
        // number.
        enum { smallest_task = 64 };
        bool is_task = block->size >= smallest_task && outl_metadata_kind(*metadata) == OUTL_TYPE_TASK;
        return is_task ? OUTL_TYPE_TASK : OUTL_TYPE_RAW;
    }
    enum { unseen = 100, kind_bits = 8, kind_mask = (1 << kind_bits) - 1 };
    uint32_t kind;
    if (!outl_table_put(&walk->kinds, *metadata, 0, unseen, &kind)) {
        walk->error = ENOMEM;
        return OUTL_TYPE_OTHER;
    }
    if (kind == unseen) {
        kind = outl_metadata_kind(*metadata);
        if (kind == OUTL_TYPE_CLOSURE) { kind |= outl_captures_of(*metadata).bindings << kind_bits; }
        outl_table_set(&walk->kinds, *metadata, 0, kind);
    }
    *bindings = kind >> kind_bits;
    return (enum outl_type_kind)(kind & kind_mask);
}

uint32_t outl_walk_type(struct outl_walk *walk, struct outl_type_key key) {
    bool is_new;
    uint32_t number = outl_keyed_find(&walk->types, sizeof key, key.metadata, outl_type_key_rest(key), &is_new);
    if (number == OUTL_NOTHING) {
        walk->error = ENOMEM;
        return 0;
    }
    if (is_new) { ((struct outl_type_key *)walk->types.array.items)[number] = key; }
    return number;
}

uint32_t outl_walk_stack(struct outl_walk *walk, uint32_t stack) {
    if (stack == 0 || !outl_subject.frames_of) { return OUTL_NOTHING; }
    bool is_new;
    uint32_t number = outl_keyed_find(&walk->stacks, sizeof stack, stack, 0, &is_new);
    if (number == OUTL_NOTHING) { walk->error = ENOMEM; }
    if (is_new) { ((uint32_t *)walk->stacks.array.items)[number] = stack; }
    return number;
}

struct outl_walk_block outl_walk_classify(struct outl_walk *walk, const struct outl_block *block) {
    uintptr_t metadata = 0;
    uint32_t bindings = 0;
    struct outl_walk_block found = {.kind = kind_of(walk, block, &metadata, &bindings), .type = OUTL_NOTHING};
    found.stack = outl_walk_stack(walk, block->stack);
    if (found.kind == OUTL_TYPE_RAW && !walk->order->with_graph) { return found; }
    struct outl_type_key key = {.kind = found.kind};
    if (found.kind != OUTL_TYPE_RAW) {
        key = outl_metadata_key(block->address, metadata, found.kind);
        outl_metadata_bind(&key, block->address, bindings);
        found.state = outl_metadata_deinitialised(block->address);
    }
    found.type = outl_walk_type(walk, key);
    return found;
}

uint64_t outl_walk_usable(uintptr_t address, uint64_t size) {
    enum { is_mapped = 2, header = 8, mapped_header = 16 };
    // A chunk with a mapping of its own ends at a page boundary, possibly a huge page's.
    const uint64_t maximum_spare = UINT64_C(4) << 20;
    if (outl_subject.usable_of) {
        uint64_t usable = outl_subject.usable_of(address);
        return usable > size && usable - size <= maximum_spare + size / 2 ? usable : size;
    }
    if (!outl_subject.has_chunks || !outl_maps_readable(address - header, header)) { return size; }
    uint64_t chunk = outl_chunk_of(address);
    uint64_t taken = outl_word(address - header) & is_mapped ? mapped_header : header;
    bool is_sound = chunk >= taken + size && chunk - taken - size <= maximum_spare;
    return is_sound ? chunk - taken : size;
}

// MARK: Stacks

// An item of the section of stacks.
struct stack {
    uint32_t first_frame, frames, epoch, reserved;
};
_Static_assert(sizeof(struct stack) == 16, "as docs/heap-snapshot.md says");

void outl_walk_write_stacks(struct outl_walk *walk) {
    struct outl_sections *sections = &walk->result->sections;
    const uint32_t *stacks = (const uint32_t *)walk->stacks.array.items;
    struct stack item = {0};
    outl_output_begin(sections, OUTL_SECTION_FRAMES, sizeof(uint64_t));
    for (size_t index = 0; index < walk->stacks.array.count; index++) {
        const uintptr_t *frames = outl_subject.frames_of(stacks[index], &item.frames, &item.epoch);
        outl_output_write(frames, item.frames * sizeof *frames);
    }
    outl_output_end(sections, OUTL_SECTION_FRAMES);
    outl_output_begin(sections, OUTL_SECTION_STACKS, sizeof item);
    for (size_t index = 0; index < walk->stacks.array.count; index++) {
        outl_subject.frames_of(stacks[index], &item.frames, &item.epoch);
        outl_output_write(&item, sizeof item);
        item.first_frame += item.frames;
    }
    outl_output_end(sections, OUTL_SECTION_STACKS);
}

#endif
