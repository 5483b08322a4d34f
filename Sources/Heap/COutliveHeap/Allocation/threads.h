#pragma once

/// The beginning and the end of threads.
///
/// Concurrency: runs on the affected thread, with `busy` set. The destructor of a thread-specific key releases the
/// thread's records and cache. Later destructors may allocate: the thread is then prepared again, and the destructor
/// runs again, as often as the C library repeats that. After that the thread keeps no state between two calls.

#include "Base/base.h"

/// Creates the key whose destructor handles the end of threads. Returns `false` if none is left.
///
/// Called once, by the constructor.
///
/// - first_thread_ends: Called once, on the first thread, in one of its last destructors, if it ends before the program
///   while the tier is on.
bool outl_heap_threads_prepare(void (*first_thread_ends)(void));

/// Watches for the end of the calling thread, the program's first, if it is not prepared otherwise.
void outl_heap_threads_watch_first(void);

/// Prepares the calling thread, whose `busy` is OUTL_THREAD_NEW, and sets `busy` to `outl_heap_idle`.
void outl_heap_thread_begins(void);

/// Called after the work that followed `outl_heap_thread_begins`. Releases the state of a thread past its destructors.
void outl_heap_thread_settle(void);
