#pragma once

/// The heap tier's state for each thread.
///
/// Concurrency: accessed by its own thread only, and by signal handlers on it, which check `busy` first. It is
/// initial-exec and of constant size, so that accessing it never allocates.

#include "outl_heap_hidden.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    OUTL_SPARES_MAX = 128,  ///< The maximum number of a thread's spare records.
    OUTL_SPARES_BATCH = 64, ///< The number of records moved at once.
};

/// A flag in `busy` above the nesting depth: the thread is not prepared. Every thread begins and ends with it.
enum { OUTL_THREAD_NEW = 1 << 16 };

struct outl_stack_cache;

struct outl_heap_thread {
    int busy;             ///< See `outl_heap_busy`. Only a thread with 0 takes the fast path.
    uint32_t spare_count; ///< The number of used `spares`.
    uint32_t spares[OUTL_SPARES_MAX];
    uint32_t long_ways; ///< The number of removals by the slow path.
    uintptr_t stack_low; ///< The thread's stack; both 0 if unknown.
    uintptr_t stack_high;
    struct outl_stack_cache *stacks; ///< The cache of recent stacks, or null if there is no memory.
    int preparations;                ///< The number of times the thread was prepared.
};

extern __thread struct outl_heap_thread outl_heap_thread
    __attribute__((tls_model("initial-exec"))) OUTL_HIDDEN;

/// Keeps loads and stores of this thread in program order for signal handlers on it.
#define OUTL_SIGNAL_FENCE() __asm__ volatile("" ::: "memory")

/// Creates the key whose destructor handles the end of threads. Returns `false` if none is left. Called once, by the
/// constructor.
bool outl_heap_threads_prepare(void);

/// Prepares the calling thread, whose `busy` is OUTL_THREAD_NEW, and sets `busy` to 0.
void outl_heap_thread_begins(void);

/// Called after the work that followed `outl_heap_thread_begins`. Releases the state of a thread past its destructors.
void outl_heap_thread_settle(void);
