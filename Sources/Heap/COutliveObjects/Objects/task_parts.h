#pragma once

/// The parts of a task that depend on the version of the concurrency runtime.

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
