#pragma once

/// The asynchronous callers of a block, and the creators of its task, in a process that runs tests.
///
/// The stack of an asynchronous function ends in the executor. Its callers are suspended: they are found by the
/// asynchronous contexts, which begin like a frame record. Behind the first function of the task follows the stack of
/// the allocation of the task, which may have asynchronous callers and creators itself.
///
/// Concurrency: on any thread, for its own stack and current task. The function that runs, all its callers and the
/// parents of its task are alive as long as it runs. No function allocates or takes a lock.

#include "Allocation/classify.h"

/// Returns the asynchronous context of a function, or null if it is not asynchronous.
///
/// - address: A return address in the function.
/// - frame: Its frame record, with a readable word below.
/// - epoch: `outl_heap_epoch`.
const struct outl_frame *outl_task_context(uintptr_t address, const struct outl_frame *frame, uint32_t epoch);

/// Adds the callers that wait for the function of a context, innermost first, at most `limit`.
///
/// A function to return to begins at its address: it is stored as a return address, behind its first byte. Returns
/// their number.
int outl_task_callers(const struct outl_frame *context, uintptr_t *frames, int limit);

/// Returns the task that the thread runs, or 0.
uintptr_t outl_task_current(void);

/// Returns the number of the stack that created a task that runs, or the closest parent with a known one, or 0.
uint32_t outl_task_creator(uintptr_t task);

/// Stores the stack that begins an `async let`, until another one begins at the same address.
void outl_task_note_let(uintptr_t let, uint32_t stack);
