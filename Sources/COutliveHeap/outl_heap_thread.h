#pragma once

/// What each thread keeps for the heap tier.
///
/// Concurrency: touched by its own thread only, and by signal handlers on it, which look at `busy` first. It is
/// initial-exec and of constant size, so that reaching it never allocates.

#include "outl_heap_hidden.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    OUTL_SPARES_MAX = 128,  ///< Records that a thread keeps in hand.
    OUTL_SPARES_BATCH = 64, ///< How many change hands at once.
};

/// `busy` is the depth of nesting within the tier and, above it, this: nothing is prepared. So every thread begins and
/// ends.
enum { OUTL_THREAD_NEW = 1 << 16 };

struct outl_stack_cache;

struct outl_heap_thread {
    int busy;             ///< See `outl_heap_busy`. 0 is the only value with which a thread takes the short way.
    uint32_t spare_count; ///< Records in hand.
    uint32_t spares[OUTL_SPARES_MAX];
    uint32_t long_ways; ///< How often the thread took the long way to forget a block.
    uintptr_t stack_low; ///< The thread's stack; both 0 where it is not known.
    uintptr_t stack_high;
    struct outl_stack_cache *stacks; ///< The stacks seen last; null where there is no memory for them.
    int preparations;                ///< How often the thread was prepared.
};

extern __thread struct outl_heap_thread outl_heap_thread
    __attribute__((tls_model("initial-exec"))) OUTL_HIDDEN;

/// Keeps loads and stores of this thread in order, as a signal handler on it sees them.
#define OUTL_SIGNAL_FENCE() __asm__ volatile("" ::: "memory")

/// Makes what tells the end of threads. False where there is none to be had. Called once, by the constructor.
bool outl_heap_threads_prepare(void);

/// Prepares the calling thread, whose `busy` is OUTL_THREAD_NEW: then it is 0.
void outl_heap_thread_begins(void);

/// To be called after what `outl_heap_thread_begins` was called for: a thread that is past its destructors keeps
/// nothing.
void outl_heap_thread_settle(void);
