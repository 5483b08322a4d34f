/// The parts of a task that depend on the version of the concurrency runtime.
#pragma once

#include "Memory/architecture.h"
#include "Objects/walk.h"

enum { OUTL_TASK_FLAGS = 32 };

enum outl_task_flag {
    OUTL_TASK_CHILD = 1 << 24, OUTL_TASK_FUTURE = 1 << 25, OUTL_TASK_GROUP_CHILD = 1 << 26,
    OUTL_TASK_ASYNC_LET = 1 << 28,
};

/// Returns the distance from a task to its future, also of a task without one.
static inline uint32_t outl_task_future(uintptr_t task, uint32_t size) {
    uint32_t flags = outl_half(task + OUTL_TASK_FLAGS);
    return size + (flags & OUTL_TASK_CHILD ? 16 : 0) + (flags & OUTL_TASK_GROUP_CHILD ? 8 : 0);
}

/// Adds the details of a task: its priority, name, group, retain count and the types of its task-local values.
///
/// - size: The size of a task without the parts that its flags add.
void outl_task_details_add(struct outl_walk *walk, uintptr_t task, uint32_t size);

/// Writes the details of all tasks, their names and types. Returns 0 or an errno.
int outl_task_details_write(struct outl_sections *sections);
