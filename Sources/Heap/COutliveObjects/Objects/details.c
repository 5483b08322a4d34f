// The details of tasks that their memory contains beside the state: the records of a task form a list, as do the values
// of its task-locals. A record begins with its kind and the next record (+8). A value begins with the next one, then its
// key (+8) and its type (+16). Two low bits of the first word mark the end of a task's own values.
#include "Objects/details.h"

#if OUTL_HEAP_SERVED

#include "Memory/maps.h"
#include "Objects/task_parts.h"

// The offsets in a task.
enum { status = 96, records = 104, task_locals = 136 };
enum { status_priority = 0xFF, status_complete = 0x2000 };

// An item of the section of details.
struct details {
    uint64_t address;
    uint64_t references; // The word of the reference counts.
    uint64_t group;      // The address of the group of a group's child, or 0.
    uint64_t parent;     // The address of the parent, or 0.
    uint32_t priority;
    uint32_t result;     // The type of the result, or OUTL_NOTHING.
    uint32_t name, name_length;
    uint32_t first_local, locals;
};
_Static_assert(sizeof(struct details) == 56, "as docs/heap-snapshot.md says");

static struct outl_array all, names, locals;

static uint32_t type_of_value(struct outl_walk *walk, uintptr_t metadata) {
    struct outl_value_layout layout;
    if (!outl_metadata_valid(metadata) || !outl_metadata_value_layout(metadata, &layout)) { return OUTL_NOTHING; }
    return outl_walk_type(walk, (struct outl_type_key){.metadata = metadata, .kind = OUTL_TYPE_BOX});
}

static void add_name(struct details *details, uintptr_t task) {
    enum { kind_mask = 0xFF, kind_name = 6, record_size = 24, maximum_records = 256, longest = 256 };
    uintptr_t record = outl_word(task + records);
    for (int count = 0; record && count < maximum_records && outl_maps_readable(record, record_size); count++) {
        if ((outl_word(record) & kind_mask) == kind_name) {
            size_t length = 0;
            const char *name = outl_maps_text(outl_word(record + 16), longest, &length);
            char *copy = name ? outl_array_append(&names, length, 1) : NULL;
            for (size_t index = 0; copy && index < length; index++) { copy[index] = name[index]; }
            if (copy) { details->name_length = (uint32_t)length; }
            return;
        }
        record = outl_word(record + 8);
    }
}

static void add_locals(struct details *details, struct outl_walk *walk, uintptr_t task) {
    enum { mark = 7, value_size = 24, maximum_values = 64 };
    uintptr_t item = outl_word(task + task_locals) & ~(uintptr_t)mark;
    for (int count = 0; item && count < maximum_values && outl_maps_readable(item, value_size); count++) {
        uintptr_t next = outl_word(item);
        uint32_t type = next & mark ? OUTL_NOTHING : type_of_value(walk, outl_word(item + 16));
        if (type != OUTL_NOTHING) {
            outl_array_add(&locals, &type, sizeof type);
            details->locals++;
        }
        item = next & ~(uintptr_t)mark;
    }
}

void outl_task_details_add(struct outl_walk *walk, uintptr_t task, uint32_t size) {
    enum { result_type = 8 };
    uint32_t state = outl_half(task + status), flags = outl_half(task + OUTL_TASK_FLAGS);
    struct details details = {
        .address = task, .references = outl_word(task + 8), .priority = state & status_priority,
        .result = OUTL_NOTHING, .name = (uint32_t)names.count, .first_local = (uint32_t)locals.count};
    uint64_t future = outl_task_future(task, size);
    bool has_parent = flags & OUTL_TASK_CHILD && !(state & status_complete);
    if (has_parent && outl_maps_readable(task + size, 8)) { details.parent = outl_word(task + size); }
    if (outl_maps_readable(task + future - 8, result_type + 16)) {
        if (flags & OUTL_TASK_GROUP_CHILD) { details.group = outl_word(task + future - 8); }
        if (flags & OUTL_TASK_FUTURE) { details.result = type_of_value(walk, outl_word(task + future + result_type)); }
    }
    // The records and values of a completed task are stale.
    if (!(state & status_complete)) {
        add_name(&details, task);
        add_locals(&details, walk, task);
    }
    outl_array_add(&all, &details, sizeof details);
}

int outl_task_details_write(struct outl_sections *sections) {
    int error = outl_output_array(sections, OUTL_SECTION_TASK_DETAILS, &all, sizeof(struct details));
    if (error == 0) { error = outl_output_array(sections, OUTL_SECTION_TASK_NAMES, &names, 1); }
    return error ? error : outl_output_array(sections, OUTL_SECTION_TASK_LOCALS, &locals, sizeof(uint32_t));
}

#endif
