#pragma once

/// The objects that suspended tasks of the program keep in their frames, where no variable leads to them.
///
/// Concurrency: as State/visiting.h.

#include "State/resumes.h"

/// Calls `visit` for each suspended task that returns to a function of the program, with the innermost one, in order
/// of their addresses.
void outl_held_each_task(
    void (*visit)(uintptr_t task, const struct outl_resume *function, void *context), void *context);

/// Calls `visit` for each object of a type of the program to which a task's frames refer. An object may come again.
void outl_held_each_object(
    uintptr_t task, void (*visit)(uintptr_t object, uintptr_t metadata, void *context), void *context);
