// The first word of an object leads to its metadata. The checks here are stricter than in `outl_metadata_kind`, which
// knows that a block is an object: of 64 000 objects of a server none was missed, and no other block matched.
#include "Objects/recognise.h"

#if OUTL_HEAP_SERVED

#include "Memory/maps.h"
#include "Memory/memory.h"
#include "Objects/subject.h"
#include "Objects/task_parts.h"
#include "Types/members.h"
#include "Types/metadata.h"
#include "Types/modules.h"
#include "Types/runtime.h"

enum { header = 16 };

static bool is_in_module(uintptr_t address) { return outl_modules_find(address) != NULL; }

// Metadata of classes continues with flags (+16), address point (+20) and instance size (+24).
static bool is_class(uintptr_t metadata) {
    enum { uses_swift_counts = 2, maximum = 1 << 28 };
    uint32_t size = outl_half(metadata + 24);
    return (outl_half(metadata + 16) & uses_swift_counts) && outl_half(metadata + 20) == 0 && size >= header
        && size < maximum && is_in_module(outl_word(metadata + 40));
}

// Metadata of closures and boxes continues with the offset of the first capture (+8), which may be 0 without captures,
// and with a descriptor or the boxed type (+16).
static bool is_closure(uintptr_t metadata) {
    enum { maximum = 4096 };
    uintptr_t descriptor = outl_word(metadata + 16);
    return outl_half(metadata + 8) < maximum && is_in_module(metadata) && (descriptor == 0 || is_in_module(descriptor));
}

static bool is_box(uintptr_t metadata) {
    enum { maximum = 4096 };
    uint32_t offset = outl_half(metadata + 8);
    return offset >= header && offset < maximum && outl_metadata_valid(outl_word(metadata + 16));
}

// Returns `true` if instances have elements behind their properties, for which one word of malloc's may suffice. Other
// classes of programs have none.
static bool is_buffer(uintptr_t metadata) {
    enum { deepest = 16 };
    for (int depth = 0; depth < deepest && outl_metadata_kind(metadata) == OUTL_TYPE_CLASS; depth++) {
        if (outl_descriptor_is_named(outl_word(metadata + 40), "ManagedBuffer")) { return true; }
        metadata = outl_word(metadata + 8);
    }
    return false;
}

// Returns the size of instances of the metadata's class, 1 for metadata of objects of any size, or 0 if it is none.
static uint32_t size_of_instances(uintptr_t metadata) {
    enum { any = 1 };
    switch (outl_metadata_kind(metadata)) {
    case OUTL_TYPE_CLASS: return !is_class(metadata) ? 0 : is_buffer(metadata) ? any : outl_half(metadata + 24);
    case OUTL_TYPE_CLOSURE: return is_closure(metadata) ? any : 0;
    case OUTL_TYPE_BOX: return is_box(metadata) ? any : 0;
    case OUTL_TYPE_ERROR: return is_in_module(metadata) ? any : 0;
    default: return 0;
    }
}

enum { may_have_elements = 1 << 30 }; // A flag of sizes.

// Returns `true` if elements may follow the properties of a class: it or a superclass is one of the libraries, such as
// `ManagedBuffer`.
static bool has_library_class(uintptr_t metadata) {
    enum { superclass = 8, descriptor = 40, maximum = 64 };
    for (int count = 0; count < maximum && outl_metadata_kind(metadata) == OUTL_TYPE_CLASS; count++) {
        if (outl_descriptor_is_internal(outl_word(metadata + descriptor))) { return true; }
        metadata = outl_word(metadata + superclass);
    }
    return false;
}

// Returns the size as `size_of_instances` does, with its flag.
static uint32_t find_size(uintptr_t metadata) {
    static struct outl_table sizes; // By metadata, so that each is read once.
    enum { unseen = UINT32_MAX - 1 };
    // Most raw blocks begin with something else, which is not worth an entry.
    if (metadata % 8 != 0 || !outl_maps_readable(metadata, header)) { return 0; }
    uint32_t size;
    if (!outl_table_put(&sizes, metadata, 0, unseen, &size)) { return 0; }
    if (size != unseen) { return size; }
    size = size_of_instances(metadata);
    if (size >= header && has_library_class(metadata)) { size |= may_have_elements; }
    outl_table_set(&sizes, metadata, 0, size);
    return size;
}

uint32_t outl_recognise_size(uintptr_t metadata) { return find_size(metadata) & ~(uint32_t)may_have_elements; }

void outl_recognise(struct outl_block *block) {
    // Malloc adds less than 16 bytes, and up to 16 more if they are too few for a block.
    enum { tail = 16, rest = 16 };
    block->kind = OUTL_BLOCK_RAW;
    bool is_readable = block->size >= header && outl_maps_readable(block->address, header);
    uint32_t size = is_readable ? find_size(outl_word(block->address)) : 0;
    uint64_t maximum = size & may_have_elements ? tail : tail + rest;
    size &= ~(uint32_t)may_have_elements;
    if (size == 0 || size > block->size) { return; }
    block->kind = OUTL_BLOCK_OBJECT;
    if (size >= header && block->size - size < maximum) { block->size = size; }
}

// The metadata of tasks is what most blocks which look like a task have. Their size is the one behind which most
// futures have the type of their result: the concurrency runtime of Swift 6.0 does not publish it.
struct tasks {
    struct outl_keyed found; // By metadata, the number of blocks.
    uint32_t maximum;
    uintptr_t metadata;
    uint32_t futures[OUTL_TASK_SIZES]; // By size, the number of futures with such a type.
};

static void count_future(struct tasks *tasks, const struct outl_block *block) {
    enum { result_type = 8 };
    if (!(outl_half(block->address + OUTL_TASK_FLAGS) & OUTL_TASK_FUTURE)) { return; }
    for (int index = 0; index < OUTL_TASK_SIZES; index++) {
        uint64_t type = outl_task_future(block->address, outl_architecture->task_sizes[index]) + result_type;
        bool is_inside = type + 8 <= block->size;
        if (is_inside && outl_metadata_valid(outl_word(block->address + type))) { tasks->futures[index]++; }
    }
}

static void count_task(const struct outl_block *block, void *context) {
    enum { smallest = 192, resume = 56, size = sizeof(uint32_t) };
    struct tasks *tasks = context;
    uintptr_t address = block->address;
    bool is_readable = block->size >= smallest && outl_maps_readable(address, block->size);
    uintptr_t metadata = is_readable ? outl_word(address) : 0;
    if (metadata % 8 != 0 || outl_metadata_kind(metadata) != OUTL_TYPE_TASK) { return; }
    if (!is_in_module(metadata) || !outl_maps_executable(outl_word(address + resume))) { return; }
    bool is_new;
    uint32_t number = outl_keyed_find(&tasks->found, size, metadata, 0, &is_new);
    if (number == OUTL_NOTHING) { return; }
    count_future(tasks, block);
    uint32_t *blocks = (uint32_t *)tasks->found.array.items + number;
    if (++*blocks > tasks->maximum) {
        tasks->maximum = *blocks;
        tasks->metadata = metadata;
    }
}

void outl_recognise_tasks(void) {
    enum { known_layout = 1 };
    struct tasks tasks = {0};
    outl_subject.each_block(count_task, &tasks);
    outl_keyed_free(&tasks.found);
    if (!tasks.metadata) { return; }
    outl_runtime.task_layout = known_layout;
    // Without any future, the size of the newest version.
    int best = 0;
    for (int index = 1; index < OUTL_TASK_SIZES; index++) {
        if (tasks.futures[index] > tasks.futures[best]) { best = index; }
    }
    outl_runtime.task_size = outl_architecture->task_sizes[best];
    outl_runtime.task_metadata = tasks.metadata;
}

#endif
