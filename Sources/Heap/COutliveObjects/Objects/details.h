#pragma once

/// The details of tasks: priorities, names, groups, retain counts and task-local values.
///
/// Concurrency: as Objects/graph.h.

#include "Objects/walk.h"

/// Adds the details of a task: its priority, name, group, retain count and the types of its task-local values.
///
/// - size: The size of a task without the parts that its flags add.
void outl_task_details_add(struct outl_walk *walk, uintptr_t task, uint32_t size);

/// Writes the details of all tasks, their names and types. Returns 0 or an errno.
int outl_task_details_write(struct outl_sections *sections);
