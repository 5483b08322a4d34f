#pragma once

/// Guarded work: a fault, such as from a corrupt pointer, ends the work, not the program.
///
/// Concurrency: for the service thread only. The handler of fatal signals (outl_heap_signals.c) first calls
/// `outl_heap_guard_take`, on any thread.

#include <stdbool.h>

/// Does `work`, and returns `false` if a fault ended it.
///
/// Every later call returns `false` and does nothing, because a lock of the runtime may be held forever.
bool outl_heap_guarded(void (*work)(void *context), void *context);

/// Called by the handler of a fault: leaves guarded work, without returning, if this thread does any.
void outl_heap_guard_take(void);
