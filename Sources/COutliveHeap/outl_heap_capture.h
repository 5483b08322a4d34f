#pragma once

/// The stack of an allocation, by frame pointers.
///
/// Concurrency: on any thread, with `outl_heap_busy` above 0, so that a signal handler on the thread does not get into it.

#include "outl_heap_classify.h"

#include <stdint.h>

/// The number of the stack whose first frame is `site`, and whose others are found from `frame` on; 0 where none is
/// captured. `frame` may be any word: it is followed only within the thread's own stack.
uint32_t outl_heap_capture(uintptr_t site, const struct outl_frame *frame);

/// Learns where the thread's stack is, and gets memory for the stacks seen last.
void outl_heap_capture_thread_begins(void);

/// Gives that memory back.
void outl_heap_capture_thread_ends(void);
