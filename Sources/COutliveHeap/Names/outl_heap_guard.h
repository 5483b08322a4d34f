#pragma once

/// Work that may run into memory that is not what it seems: a fault in it ends the work, not the program.
///
/// Concurrency: for the service thread only. The handler of fatal signals (outl_heap_signals.c) asks
/// `outl_heap_guard_take` first, on whatever thread it runs.

#include <stdbool.h>

/// Does `work`; false when a fault ended it. After that nothing is done any more, and the result is always false: a
/// lock of the runtime's may be held for ever.
bool outl_heap_guarded(void (*work)(void *context), void *context);

/// In the handler of a fault: leaves guarded work, without returning, if this thread is in it.
void outl_heap_guard_take(void);
