#pragma once

/// The state of tasks: running or suspended, what they wait for, and the functions that they will go on with.
///
/// Concurrency: in a frozen copy only. Where the concurrency runtime is of another layout than the one that is known
/// here, nothing is read of any task.

#include "outl_heap_index.h"
#include "outl_heap_output.h"

/// Checks that the layout of tasks is the known one. To be called before the other functions.
void outl_tasks_prepare(void);

/// Returns `false` for a word of a completed task that is left from its frames: of such a task only the result counts.
bool outl_task_has(const struct outl_node *node, uint64_t offset);

/// Writes the tasks and their frames. Returns 0 or an errno.
int outl_tasks_write(const struct outl_nodes *nodes, struct outl_sections *sections);
