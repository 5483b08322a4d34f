#pragma once

/// The state of tasks: running or suspended, the awaited object, and the functions that continue them.
///
/// Concurrency: in a frozen copy only. If the concurrency runtime has an unknown layout, nothing is read of any task.

#include "Freeze/nodes.h"

/// Checks that the layout of tasks is the known one. Called before the other functions.
void outl_tasks_prepare(void);

/// Returns `false` for a stale word of a completed task, of which only the result, the error and the first slab count.
bool outl_task_has(const struct outl_node *node, uint64_t offset);

/// Writes the tasks and their frames. Returns 0 or an errno.
int outl_tasks_write(const struct outl_nodes *nodes);
