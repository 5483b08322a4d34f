// The layout of `AsyncTask` on 64-bit Linux, of the concurrency runtime's layout version 1. The flags determine which
// parts follow: the parent and the next child (16 bytes), the link in a group (8 bytes) and the future: its queue, the
// type of the result, an error and the result.
#include "Objects/tasks.h"

#if OUTL_HEAP_SERVED

#include "Memory/maps.h"
#include "Objects/details.h"
#include "Objects/functions.h"
#include "Objects/task_parts.h"
#include "Types/runtime.h"

enum { layout_version = 1 };

// The offsets in a task.
enum {
    id_low = 36, resume_function = 56, resume_context = 64, status = 96, records = 104,
    first_slab = 120, id_high = 144, dependency = 160,
};

enum status_flag {
    status_cancelled = 0x100, status_running = 0x800, status_enqueued = 0x1000, status_complete = 0x2000,
    status_dependency = 0x4000,
};

// The values of docs/heap-snapshot.md.
enum task_flag {
    task_cancelled = 1, task_running = 2, task_enqueued = 4, task_complete = 8, task_child = 16, task_group_child = 32,
    task_async_let = 64, task_handler = 128,
};
enum { waits_for_nothing = 0, waits_for_task = 1, waits_for_continuation = 2, waits_for_last = 4 };

// An item of the section of tasks.
struct task {
    uint32_t node, flags, waits_for;
    uint32_t awaited; // The awaited node, or OUTL_NOTHING.
    uint32_t parent;  // The parent's node, or OUTL_NOTHING.
    uint32_t first_frame, frames, reserved;
    uint64_t id;
    uint64_t address; // The address of the awaited object.
};
_Static_assert(sizeof(struct task) == 48, "as docs/heap-snapshot.md says");

static bool is_known;
static uint32_t task_size; // Without the parts that the flags add.
static struct outl_array tasks, frames;
// The tasks that lie in the memory of their parents, as for `async let`, and their addresses.
static struct outl_array inner, inner_addresses;

void outl_tasks_prepare(void) {
    is_known = false;
    for (int index = 0; index < OUTL_TASK_SIZES && outl_runtime.task_layout == layout_version; index++) {
        is_known |= outl_runtime.task_size == outl_architecture->task_sizes[index];
    }
    task_size = (uint32_t)outl_runtime.task_size;
}

static bool is_task(const struct outl_node *node) {
    return is_known && node->bytes >= task_size && outl_maps_readable(node->address, task_size)
        && outl_word(node->address) == outl_runtime.task_metadata;
}

// MARK: Memory
//
// Frames lie one after another in blocks. The first block is often in the task. Each begins with its metadata, the
// next block (+8), its capacity (+16) and the size of what is allocated (+20).

enum { slab_header = 32 };

uintptr_t outl_task_slab(const struct outl_node *node) {
    return is_task(node) ? outl_word(node->address + first_slab) : 0;
}

uint32_t outl_slab_end(uintptr_t slab) {
    if (slab % 8 != 0 || !outl_maps_readable(slab, slab_header)) { return 0; }
    uint32_t capacity = outl_half(slab + 16), used = outl_half(slab + 20);
    return used <= capacity && used < OUTL_NOTHING - slab_header ? slab_header + used : 0;
}

uint64_t outl_task_end(const struct outl_node *node) {
    uintptr_t slab = outl_task_slab(node);
    if (slab < node->address + task_size || slab + slab_header > node->address + node->bytes) { return node->bytes; }
    uint64_t used = outl_slab_end(slab), end = slab - node->address + used;
    return used > 0 && end < node->bytes ? end : node->bytes;
}

// MARK: Completed tasks

bool outl_task_has(const struct outl_node *node, uint64_t offset) {
    enum { result_type = 8, error = 16, result = 24 };
    uintptr_t task = node->address;
    if (!is_task(node) || !(outl_half(task + status) & status_complete)) { return true; }
    if (offset == first_slab) { return true; }
    uint64_t future = outl_task_future(task, task_size);
    if (!(outl_half(task + OUTL_TASK_FLAGS) & OUTL_TASK_FUTURE) || future + result > node->bytes) { return false; }
    struct outl_value_layout layout;
    bool is_known_type = outl_metadata_value_layout(outl_word(task + future + result_type), &layout);
    if (!is_known_type) { return offset >= future + error; }
    uint64_t begin = outl_aligned(future + result, layout.alignment);
    return offset == future + error || (!layout.is_plain && offset >= begin && offset < begin + layout.size);
}

// MARK: Tasks that have not completed

// Returns `true` if a task has a cancellation handler among its records.
static bool has_handler(uintptr_t task) {
    enum { kind_mask = 0xFF, kind_handler = 3, record_size = 24, maximum_records = 256 };
    uintptr_t record = outl_word(task + records);
    for (int count = 0; record && count < maximum_records && outl_maps_readable(record, record_size); count++) {
        if ((outl_word(record) & kind_mask) == kind_handler) { return true; }
        record = outl_word(record + 8);
    }
    return false;
}

static void add_frame(struct task *task, uintptr_t function) {
    if (!outl_functions_has(function)) { return; }
    outl_array_add(&frames, &(uint64_t){function}, sizeof(uint64_t));
    task->frames++;
}

// Finds the function that continues a task, then the functions to which the contexts return. Each context consists of
// its parent and such a function. The first context may return to the continuing function, as a continuation's does.
static uint32_t find_functions(uintptr_t address, uintptr_t functions[OUTL_TASK_FUNCTIONS]) {
    uintptr_t first = outl_word(address + resume_function), context = outl_word(address + resume_context);
    uint32_t count = 0;
    functions[count++] = first;
    for (bool is_first = true; context && count < OUTL_TASK_FUNCTIONS; is_first = false) {
        if (!outl_maps_readable(context, 16)) { break; }
        if (!is_first || outl_word(context + 8) != first) { functions[count++] = outl_word(context + 8); }
        context = outl_word(context);
    }
    return count;
}

uint32_t outl_task_functions(uintptr_t address, uintptr_t functions[OUTL_TASK_FUNCTIONS]) {
    struct outl_node node = {.address = address, .bytes = task_size};
    uint32_t ended = status_running | status_complete;
    bool is_suspended = is_task(&node) && !(outl_half(address + status) & ended);
    return is_suspended && outl_slab_end(outl_task_slab(&node)) ? find_functions(address, functions) : 0;
}

static void add_frames(struct task *task, uintptr_t address) {
    uintptr_t functions[OUTL_TASK_FUNCTIONS];
    uint32_t count = find_functions(address, functions);
    for (uint32_t index = 0; index < count; index++) { add_frame(task, functions[index]); }
}

enum place { place_elsewhere, place_freed, place_allocated };

// Returns the place of a context: the first ones are in the task itself, all others in the blocks of its frames.
static enum place place_of(const struct outl_node *node, uintptr_t context) {
    enum { context_size = 16, maximum_slabs = 4096 };
    if (context % 8 != 0 || !outl_maps_readable(context, context_size)) { return place_elsewhere; }
    uintptr_t slab = outl_task_slab(node);
    for (int count = 0; slab && count < maximum_slabs; count++) {
        uint32_t end = outl_slab_end(slab);
        if (end == 0) { break; }
        uintptr_t first = slab + slab_header;
        if (context >= first && context < slab + end) { return place_allocated; }
        if (context >= first && context < first + outl_half(slab + 16)) { return place_freed; }
        slab = outl_word(slab + 8);
    }
    return context >= node->address && context < node->address + node->bytes ? place_allocated : place_elsewhere;
}

// Adds the functions to which a running task returns: from the contexts in which it last stopped, without freed ones.
// One that was overwritten leads elsewhere: nothing is known then.
static void add_outer_frames(struct task *task, const struct outl_node *node) {
    const size_t before = frames.count;
    uintptr_t context = outl_word(node->address + resume_context);
    for (int count = 0; context && count < OUTL_TASK_FUNCTIONS; count++) {
        enum place place = place_of(node, context);
        if (place == place_elsewhere) {
            frames.count = before;
            task->frames = 0;
            return;
        }
        if (place == place_allocated) { add_frame(task, outl_word(context + 8)); }
        context = outl_word(context);
    }
}

static void add_dependency(struct task *task, uintptr_t address) {
    enum { object = 16, kind = 32, record_size = 40 };
    uintptr_t record = outl_word(address + dependency);
    if (!(outl_half(address + status) & status_dependency) || !outl_maps_readable(record, record_size)) { return; }
    uint32_t found = outl_half(record + kind);
    if (found < waits_for_task || found > waits_for_last) { return; }
    task->waits_for = found;
    task->address = outl_word(record + object);
    // A continuation is in the task's own memory.
    if (found != waits_for_continuation) { task->awaited = outl_nodes_at(task->address); }
}

// Adds the task at an address in node `number` to `list`.
//
// - node: The node if it begins with the task, otherwise null.
static void add_task(struct outl_array *list, uintptr_t address, uint32_t number, const struct outl_node *node) {
    uint32_t job = outl_half(address + OUTL_TASK_FLAGS), state = outl_half(address + status);
    struct task task = {
        .node = number,
        .flags = (state & status_cancelled ? task_cancelled : 0) | (state & status_running ? task_running : 0)
            | (state & status_enqueued ? task_enqueued : 0) | (state & status_complete ? task_complete : 0)
            | (job & OUTL_TASK_CHILD ? task_child : 0) | (job & OUTL_TASK_GROUP_CHILD ? task_group_child : 0)
            | (job & OUTL_TASK_ASYNC_LET ? task_async_let : 0),
        .awaited = OUTL_NOTHING, .parent = OUTL_NOTHING, .first_frame = (uint32_t)frames.count,
        .id = (uint64_t)outl_half(address + id_high) << 32 | outl_half(address + id_low)};
    // The other fields of a completed task are stale.
    if (!(state & status_complete)) {
        bool has_parent = (job & OUTL_TASK_CHILD) && outl_maps_readable(address + task_size, 8);
        if (has_parent) { task.parent = outl_nodes_at(outl_word(address + task_size)); }
        if (has_handler(address)) { task.flags |= task_handler; }
        add_dependency(&task, address);
        if (!(state & status_running)) { add_frames(&task, address); } else if (node) { add_outer_frames(&task, node); }
    }
    outl_array_add(list, &task, sizeof task);
}

// MARK: Tasks in the memory of others

// Finds the children of a task that are no blocks of their own.
static void find_inner(uintptr_t task) {
    enum { kind_mask = 0xFF, kind_child = 1, record_size = 24, maximum_records = 256, maximum_children = 4096 };
    if (outl_half(task + status) & status_complete) { return; }
    uintptr_t record = outl_word(task + records);
    for (int count = 0; record && count < maximum_records && outl_maps_readable(record, record_size); count++) {
        uintptr_t child = (outl_word(record) & kind_mask) == kind_child ? outl_word(record + 16) : 0;
        for (int children = 0; child && children < maximum_children; children++) {
            if (child % 8 != 0 || !outl_maps_readable(child, task_size + 16)) { break; }
            if (outl_word(child) != outl_runtime.task_metadata) { break; }
            uint32_t node = outl_nodes_at(child);
            if (node != OUTL_NOTHING && outl_nodes_address(node) != child) {
                outl_array_add(&inner_addresses, &(uint64_t){child}, sizeof(uint64_t));
            }
            child = outl_word(child + task_size + 8);
        }
        record = outl_word(record + 8);
    }
}

static void add_inner(void) {
    for (size_t index = 0; index < tasks.count; index++) {
        find_inner(outl_nodes_address(((const struct task *)tasks.items)[index].node));
    }
    // Inner tasks can have children in their own frames. The limit ends a circle in damaged memory.
    const size_t maximum = (size_t)1 << 20;
    for (size_t index = 0; index < inner_addresses.count && index < maximum; index++) {
        uintptr_t address = (uintptr_t)((const uint64_t *)inner_addresses.items)[index];
        add_task(&inner, address, outl_nodes_at(address), NULL);
        find_inner(address);
    }
}

static bool may_be_task(const struct outl_nodes *nodes, uint32_t number) {
    return (nodes->flags[number] & (OUTL_NODE_INSIDE | OUTL_NODE_RAW)) == OUTL_NODE_INSIDE;
}

int outl_tasks_write(const struct outl_nodes *nodes) {
    struct outl_sections *sections = &nodes->walk->result->sections;
    if (!is_known) { return 0; }
    for (uint32_t number = 0; number < nodes->count; number++) {
        if (number + OUTL_AHEAD < nodes->count && may_be_task(nodes, number + OUTL_AHEAD)) {
            uintptr_t ahead = nodes->items[number + OUTL_AHEAD].address;
            for (int offset = 0; offset <= dependency; offset += 64) { outl_fetch_ahead(ahead + (uintptr_t)offset); }
        }
        const struct outl_node *node = &nodes->items[number];
        if (may_be_task(nodes, number) && is_task(node)) { add_task(&tasks, node->address, number, node); }
    }
    add_inner();
    for (size_t index = 0; index < tasks.count; index++) {
        uint32_t node = ((const struct task *)tasks.items)[index].node;
        outl_task_details_add(nodes->walk, nodes->items[node].address, task_size);
    }
    for (size_t index = 0; index < inner.count; index++) {
        uintptr_t address = (uintptr_t)((const uint64_t *)inner_addresses.items)[index];
        outl_task_details_add(nodes->walk, address, task_size);
    }
    int error = outl_output_array(sections, OUTL_SECTION_TASKS, &tasks, sizeof(struct task));
    if (error == 0) { error = outl_output_array(sections, OUTL_SECTION_INNER_TASKS, &inner, sizeof(struct task)); }
    if (error == 0) { error = outl_task_details_write(sections); }
    return error ? error : outl_output_array(sections, OUTL_SECTION_TASK_FRAMES, &frames, sizeof(uint64_t));
}

#endif
