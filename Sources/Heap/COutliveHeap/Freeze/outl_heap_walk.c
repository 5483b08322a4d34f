// Concurrency contract: in a frozen copy only. Takes no lock, allocates by mmap alone.

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "outl_heap_state.h"

#if OUTL_HEAP_SERVED

#include "outl_heap_walk.h"

#include "outl_heap_contents.h"
#include "outl_heap_maps.h"
#include "outl_heap_table.h"
#include "outl_stack_table.h"

#include <errno.h>

// Returns the kind of a block. `bindings` receives the number of words before the captures of a closure's context.
static enum outl_type_kind kind_of(
    struct outl_walk *walk, const struct outl_block *block, uintptr_t *metadata, uint32_t *bindings
) {
    if (block->size < 16 || !outl_maps_readable(block->address, 16)) {
        return block->kind == OUTL_BLOCK_OBJECT ? OUTL_TYPE_OTHER : OUTL_TYPE_RAW;
    }
    *metadata = *(const uintptr_t *)block->address;
    if (block->kind != OUTL_BLOCK_OBJECT) {
        // Tasks are allocated by plain malloc. Their first words are not cached, because those of raw blocks can be any
        // number.
        enum { smallest_task = 64 };
        return block->size >= smallest_task && outl_metadata_kind(*metadata) == OUTL_TYPE_TASK ? OUTL_TYPE_TASK
                                                                                               : OUTL_TYPE_RAW;
    }
    enum { unseen = 100, kind_bits = 8, kind_mask = (1 << kind_bits) - 1 };
    uint32_t kind;
    if (!outl_table_put(&walk->kinds, *metadata, 0, unseen, &kind)) {
        walk->error = ENOMEM;
        return OUTL_TYPE_OTHER;
    }
    if (kind == unseen) {
        kind = outl_metadata_kind(*metadata);
        if (kind == OUTL_TYPE_CLOSURE) { kind |= outl_metadata_bindings(*metadata) << kind_bits; }
        outl_table_set(&walk->kinds, *metadata, 0, kind);
    }
    *bindings = kind >> kind_bits;
    return (enum outl_type_kind)(kind & kind_mask);
}

uint32_t outl_walk_type(struct outl_walk *walk, struct outl_type_key key) {
    uint32_t number = 0, fresh = (uint32_t)walk->keys.count;
    if (!outl_table_put(&walk->types, key.metadata, outl_type_key_rest(key), fresh, &number)) {
        walk->error = ENOMEM;
    } else if (number == fresh) {
        struct outl_type_key *item = outl_array_append(&walk->keys, 1, sizeof key);
        struct outl_contents *contents = outl_array_append(&walk->contents, 1, sizeof *contents);
        if (item && contents) {
            *item = key;
            *contents = outl_contents_of(key);
        } else {
            walk->error = ENOMEM;
        }
    }
    return number;
}

static uint32_t stack_number(struct outl_walk *walk, uint32_t stack) {
    if (stack == 0) { return OUTL_NOTHING; }
    uint32_t number = OUTL_NOTHING, fresh = (uint32_t)walk->stack_list.count;
    if (!outl_table_put(&walk->stacks, stack, 0, fresh, &number)) {
        walk->error = ENOMEM;
    } else if (number == fresh) {
        uint32_t *item = outl_array_append(&walk->stack_list, 1, sizeof stack);
        if (item) { *item = stack; } else { walk->error = ENOMEM; }
    }
    return number;
}

struct outl_walk_block outl_walk_classify(struct outl_walk *walk, const struct outl_block *block) {
    uintptr_t metadata = 0;
    uint32_t bindings = 0;
    enum outl_type_kind kind = kind_of(walk, block, &metadata, &bindings);
    struct outl_walk_block found = {.kind = kind, .type = OUTL_NOTHING, .stack = OUTL_NOTHING};
    found.stack = stack_number(walk, block->stack);
    if (kind == OUTL_TYPE_RAW && !walk->order->with_graph) { return found; }
    struct outl_type_key key = {.kind = kind};
    if (kind != OUTL_TYPE_RAW) {
        key = outl_metadata_key(block->address, metadata, kind);
        outl_metadata_bind(&key, block->address, bindings);
        found.state = outl_metadata_deinitialised(block->address);
    }
    found.type = outl_walk_type(walk, key);
    return found;
}

// MARK: Counting

uint64_t outl_walk_usable(uintptr_t address, uint64_t size) {
    enum { is_mapped = 2, header = 8, mapped_header = 16 };
    // A chunk with a mapping of its own ends at a page boundary, possibly that of a huge page.
    const uint64_t most_spare = UINT64_C(4) << 20;
    if (!outl_maps_readable(address - header, header)) { return size; }
    uint64_t chunk = outl_chunk_size(address);
    uint64_t taken = *((const size_t *)address - 1) & is_mapped ? mapped_header : header;
    bool sound = chunk >= taken + size && chunk - taken - size <= most_spare;
    return sound ? chunk - taken : size;
}

static void count_raw(struct outl_walk *walk, const struct outl_block *block, uint32_t stack) {
    uint64_t bytes = outl_walk_usable(block->address, block->size);
    walk->result->raw_blocks++;
    walk->result->raw_bytes += bytes;
    uint32_t number, fresh = (uint32_t)walk->raw_rows.count;
    if (!outl_table_put(&walk->raw_index, stack, block->birth, fresh, &number)) {
        walk->error = ENOMEM;
        return;
    }
    struct outl_raw_row *row = (struct outl_raw_row *)walk->raw_rows.items + number;
    if (number == fresh) {
        row = outl_array_append(&walk->raw_rows, 1, sizeof *row);
        if (!row) {
            walk->error = ENOMEM;
            return;
        }
        *row = (struct outl_raw_row){.stack = stack, .birth = block->birth};
    }
    row->blocks++;
    row->bytes += bytes;
}

// Adds the amounts of a container to those of its row.
static void count_contents(
    struct outl_walk *walk, const struct outl_block *block, const struct outl_walk_block *found, uint32_t row
) {
    struct outl_amounts amounts;
    const struct outl_contents *contents = (const struct outl_contents *)walk->contents.items + found->type;
    if (contents->form == OUTL_CONTENTS_NONE || found->state != 0) { return; }
    uint64_t size = outl_walk_usable(block->address, block->size);
    if (!outl_contents_read(contents, block->address, size, &amounts)) { return; }
    uint32_t number, fresh = (uint32_t)walk->containers.count;
    if (!outl_table_put(&walk->container_index, row, 0, fresh, &number)) {
        walk->error = ENOMEM;
        return;
    }
    struct outl_container *container = (struct outl_container *)walk->containers.items + number;
    if (number == fresh) {
        container = outl_array_append(&walk->containers, 1, sizeof *container);
        if (!container) {
            walk->error = ENOMEM;
            return;
        }
        *container = (struct outl_container){.row = row};
    }
    container->used += amounts.used;
    container->capacity += amounts.capacity;
}

static void count_block(const struct outl_block *block, void *context) {
    struct outl_walk *walk = context;
    if (block->birth > walk->order->cycle) { return; }
    struct outl_walk_block found = outl_walk_classify(walk, block);
    if (found.kind == OUTL_TYPE_RAW) {
        count_raw(walk, block, found.stack);
        return;
    }
    uint32_t number, fresh = (uint32_t)walk->rows.count;
    uint64_t what = (uint64_t)found.type << 32 | found.stack, how = (uint64_t)block->birth << 1 | found.state;
    if (!outl_table_put(&walk->row_index, what, how, fresh, &number)) {
        walk->error = ENOMEM;
        return;
    }
    struct outl_row *row = (struct outl_row *)walk->rows.items + number;
    if (number == fresh) {
        row = outl_array_append(&walk->rows, 1, sizeof *row);
        if (!row) {
            walk->error = ENOMEM;
            return;
        }
        *row = (struct outl_row){.type = found.type, .stack = found.stack, .birth = block->birth, .state = found.state};
    }
    row->objects++;
    row->bytes += block->size;
    count_contents(walk, block, &found, number);
}

// MARK: Writing

static void write_array(
    struct outl_walk *walk, enum outl_section_kind kind, const struct outl_array *array, uint32_t item_size
) {
    outl_output_begin(&walk->result->sections, kind, item_size);
    outl_output_write(array->items, array->count * item_size);
    outl_output_end(&walk->result->sections, kind);
}

// Returns the frames of a stack for the file. The last frame in the table may be the epoch.
static const uintptr_t *frames_of(uint32_t stack, uint32_t *count, uint32_t *epoch) {
    int all = 0;
    const uintptr_t *frames = outl_stack_table_frames(outl_heap_stacks, stack, &all);
    *epoch = 0;
    if (all > 0 && frames[all - 1] <= OUTL_HEAP_EPOCH_MAX) { *epoch = (uint32_t)frames[--all]; }
    *count = (uint32_t)all;
    return frames;
}

static void write_stacks(struct outl_walk *walk) {
    struct outl_sections *sections = &walk->result->sections;
    const uint32_t *stacks = (const uint32_t *)walk->stack_list.items;
    uint32_t count, epoch;
    outl_output_begin(sections, OUTL_SECTION_FRAMES, sizeof(uint64_t));
    for (size_t index = 0; index < walk->stack_list.count; index++) {
        const uintptr_t *frames = frames_of(stacks[index], &count, &epoch);
        outl_output_write(frames, count * sizeof *frames);
    }
    outl_output_end(sections, OUTL_SECTION_FRAMES);
    uint32_t first = 0;
    outl_output_begin(sections, OUTL_SECTION_STACKS, 16);
    for (size_t index = 0; index < walk->stack_list.count; index++) {
        frames_of(stacks[index], &count, &epoch);
        uint32_t item[4] = {first, count, epoch, 0};
        outl_output_write(item, sizeof item);
        first += count;
    }
    outl_output_end(sections, OUTL_SECTION_STACKS);
}

int outl_freeze_walk(const struct outl_freeze_order *order, struct outl_freeze_result *result) {
    // Before this copy maps any memory, so that the list contains only the program's.
    if (!outl_maps_read()) { return OUTL_ERROR_MAPS; }
    static struct outl_walk walk;
    walk = (struct outl_walk){.order = order, .result = result};
    outl_output_open(order->file, order->offset);
    outl_blocks_each(count_block, &walk);
    if (walk.error) { return walk.error; }
    write_array(&walk, OUTL_SECTION_ROWS, &walk.rows, sizeof(struct outl_row));
    write_array(&walk, OUTL_SECTION_RAW_ROWS, &walk.raw_rows, sizeof(struct outl_raw_row));
    write_array(&walk, OUTL_SECTION_CONTAINERS, &walk.containers, sizeof(struct outl_container));
    if (order->with_graph) {
        int error = outl_graph_write(&walk);
        if (error || walk.error) { return error ? error : walk.error; }
    }
    write_stacks(&walk);
    // Not part of the file: the program reads the keys, and overwrites them with the types.
    result->keys_offset = outl_output_offset();
    result->key_count = walk.keys.count;
    outl_output_write(walk.keys.items, walk.keys.count * sizeof(struct outl_type_key));
    return outl_output_flush();
}

#endif
