#pragma once

/// The state of tasks: running or suspended, the awaited object, and the functions that continue them. If the
/// concurrency runtime has an unknown layout, nothing is read of any task.
///
/// Concurrency: as Objects/graph.h.

#include "Objects/nodes.h"

/// Checks that the layout of tasks is the known one. Called before the other functions.
void outl_tasks_prepare(void);

/// Returns `false` for a stale word of a completed task: only its result, its error and its first slab count.
bool outl_task_has(const struct outl_node *node, uint64_t offset);

/// Returns the address of the first of the blocks from which a task allocates its frames, or 0.
uintptr_t outl_task_slab(const struct outl_node *node);

/// Returns the end of the used part of such a block; 0 if there is none.
uint32_t outl_slab_end(uintptr_t slab);

/// The maximum number of functions to which a task returns.
enum { OUTL_TASK_FUNCTIONS = 64 };

/// Returns the number of the functions to which a suspended task returns, and the functions, the innermost first; 0 if
/// there is no such task at the address.
uint32_t outl_task_functions(uintptr_t address, uintptr_t functions[OUTL_TASK_FUNCTIONS]);

/// Returns the end of a task's references: the end of the used part of its own block of frames.
uint64_t outl_task_end(const struct outl_node *node);

/// Writes the tasks, their frames and details. Returns 0 or an errno.
int outl_tasks_write(const struct outl_nodes *nodes);
