#pragma once

/// Guarded work: a fault, such as from a corrupt pointer, ends the work, not the program.
///
/// Concurrency: for the service thread only. A handler of faults first calls `outl_guard_leave`, on any thread.

#include <stdbool.h>

/// Does `work`, and returns `false` if a fault ended it.
///
/// Every later call returns `false` and does nothing, because a lock of the runtime may be held forever.
bool outl_guard_run(void (*work)(void *context), void *context);

/// Leaves guarded work, without returning, if this thread does any. Called by the handler of a fault.
void outl_guard_leave(void);
