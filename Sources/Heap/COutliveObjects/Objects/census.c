#include "Objects/walk.h"

#if OUTL_HEAP_SERVED

#include "Objects/containers.h"

#include <errno.h>

// An item of the section of rows.
struct row {
    uint32_t type, stack, birth, state;
    uint64_t objects, bytes;
};
_Static_assert(sizeof(struct row) == 32, "as docs/heap-snapshot.md says");

// An item of the section of raw rows.
struct raw_row {
    uint32_t stack, birth;
    uint64_t blocks;
    uint64_t bytes; // The usable bytes, not the requested ones.
};
_Static_assert(sizeof(struct raw_row) == 24, "as docs/heap-snapshot.md says");

// An item of the section of containers: the amounts of the objects of a row.
struct container {
    uint32_t row, reserved;
    uint64_t used;     // The bytes of the elements.
    uint64_t capacity; // The capacity in bytes.
};
_Static_assert(sizeof(struct container) == 24, "as docs/heap-snapshot.md says");

// An item of the section of uses: the memory of the blocks of a type.
struct use {
    uint32_t type, stack; // No type for raw blocks.
    uint64_t blocks, bytes, resident;
    uint64_t keeping; // The number of blocks in pages that are mostly free.
    uint64_t kept;    // The free bytes in those pages.
};
_Static_assert(sizeof(struct use) == 48, "as docs/heap-snapshot.md says");

static struct outl_keyed uses;
static struct outl_keyed rows, raw_rows, containers; // Containers are in the order of their rows' first objects.

// Returns the number of blocks that one stands for, in units of 1 / OUTL_SAMPLE_UNIT.
static uint64_t weight_of(const struct outl_block *block) {
    return outl_subject.sampling ? outl_subject.sampling->weight_of(block) : OUTL_SAMPLE_UNIT;
}

// Returns the item of a key, zeroed if it is new, and its number; null if there is no memory.
static void *find(
    struct outl_walk *walk, struct outl_keyed *keyed, size_t size, uint64_t first, uint64_t second, uint32_t *number
) {
    bool is_new;
    *number = outl_keyed_find(keyed, size, first, second, &is_new);
    if (*number == OUTL_NOTHING) { walk->error = ENOMEM; }
    return *number == OUTL_NOTHING ? NULL : keyed->array.items + *number * size;
}

static void count_raw(struct outl_walk *walk, const struct outl_block *block, uint32_t stack) {
    // The probability of a sample depends on the requested size.
    uint64_t weight = weight_of(block);
    uint64_t bytes = outl_subject.sampling ? block->size * weight / OUTL_SAMPLE_UNIT
                                           : outl_walk_usable(block->address, block->size);
    uint32_t number;
    struct raw_row *row = find(walk, &raw_rows, sizeof *row, stack, block->birth, &number);
    if (!row) { return; }
    row->stack = stack;
    row->birth = block->birth;
    row->blocks += weight;
    row->bytes += bytes;
}

// Adds the amounts of a container to its row.
static void count_contents(struct outl_walk *walk, const struct outl_block *block, uint32_t type, uint32_t row) {
    struct outl_amounts amounts;
    if (!outl_container_read(walk, type, block->address, block->size, &amounts)) { return; }
    uint32_t number;
    struct container *container = find(walk, &containers, sizeof *container, row, 0, &number);
    if (!container) { return; }
    container->row = row;
    container->used += amounts.used;
    container->capacity += amounts.capacity;
}

static void count_use(struct outl_walk *walk, const struct outl_block *block, const struct outl_walk_block *found) {
    if (!outl_subject.use_of) { return; }
    uint32_t type = found->kind == OUTL_TYPE_RAW ? OUTL_NOTHING : found->type, number;
    struct use *use = find(walk, &uses, sizeof *use, type, found->stack, &number);
    if (!use) { return; }
    struct outl_use of = outl_subject.use_of(block);
    use->type = type;
    use->stack = found->stack;
    use->blocks++;
    use->bytes += block->size;
    use->resident += of.resident;
    use->keeping += of.kept > 0;
    use->kept += of.kept;
}

static void count_block(const struct outl_block *block, void *context) {
    struct outl_walk *walk = context;
    if (block->birth > walk->order->cycle) { return; }
    struct outl_walk_block found = outl_walk_classify(walk, block);
    count_use(walk, block, &found);
    if (found.kind == OUTL_TYPE_RAW) {
        count_raw(walk, block, found.stack);
        return;
    }
    uint64_t first = (uint64_t)found.type << 32 | found.stack, second = (uint64_t)block->birth << 1 | found.state;
    uint32_t number;
    struct row *row = find(walk, &rows, sizeof *row, first, second, &number);
    if (!row) { return; }
    row->type = found.type;
    row->stack = found.stack;
    row->birth = block->birth;
    row->state = found.state;
    uint64_t weight = weight_of(block);
    row->objects += weight;
    row->bytes += block->size * weight / OUTL_SAMPLE_UNIT;
    if (found.state == 0 && !outl_subject.sampling) { count_contents(walk, block, found.type, number); }
}

// Turns weights into numbers of blocks.
static void round_rows(struct outl_walk *walk) {
    for (size_t index = 0; index < rows.array.count; index++) {
        struct row *row = (struct row *)rows.array.items + index;
        row->objects = outl_sample_rounded(row->objects);
    }
    for (size_t index = 0; index < raw_rows.array.count; index++) {
        struct raw_row *row = (struct raw_row *)raw_rows.array.items + index;
        row->blocks = outl_sample_rounded(row->blocks);
        walk->result->raw_blocks += row->blocks;
        walk->result->raw_bytes += row->bytes;
    }
}

int outl_census_write(struct outl_walk *walk) {
    struct outl_sections *sections = &walk->result->sections;
    outl_subject.each_block(count_block, walk);
    round_rows(walk);
    outl_output_array(sections, OUTL_SECTION_ROWS, &rows.array, sizeof(struct row));
    outl_output_array(sections, OUTL_SECTION_RAW_ROWS, &raw_rows.array, sizeof(struct raw_row));
    outl_output_array(sections, OUTL_SECTION_CONTAINERS, &containers.array, sizeof(struct container));
    if (outl_subject.use_of) { outl_output_array(sections, OUTL_SECTION_USES, &uses.array, sizeof(struct use)); }
    return walk->error;
}

#endif
