#pragma once

/// The shared state of the heap tier: the switch, the settings, and each thread's state with its re-entrancy guard.
///
/// Concurrency: the settings are written once, by the constructor, before `outl_heap_on` becomes `true`. The state of a
/// thread is accessed by that thread only, and by signal handlers on it, which check `busy` first. It is of constant
/// size and initial-exec, so that accessing it never allocates.

#include "Base/base.h"

#include <sys/types.h>

/// `true` if blocks are recorded or sampled; `false` before the constructor, in a child after fork, and in a refused
/// process.
extern _Atomic bool outl_heap_on OUTL_HIDDEN;

struct outl_heap_settings {
    char directory[4096]; ///< OUTLIVE_HEAP: absolute, without a slash at the end.
    int frames;           ///< OUTLIVE_HEAP_FRAMES: the maximum number of frames of a stack, 0 to 64; 16 by default.
    bool at_exit;         ///< A census is taken at exit and before a fatal signal, unless OUTLIVE_HEAP_EXIT is "0".
    bool with_graph;      ///< Censuses at the end and by hand have the graph: OUTLIVE_HEAP_GRAPH is "1".
    int tests;            ///< OUTLIVE_HEAP_TESTS: the number of runs of the XCTests; 0 otherwise, or if sampled.
    bool states;          ///< OUTLIVE_HEAP_STATES is "1": the state of the program is captured at the end of each test.
    bool reports;         ///< The tier has a second thread, which reports on a debug build at its end.
    pid_t process;        ///< The ID of the recorded process.
    bool counts;          ///< OUTLIVE_HEAP_ALLOCATIONS is "1": all allocations are counted; not if they are sampled.
    uint64_t rate;        ///< OUTLIVE_HEAP_SAMPLE: the mean distance of samples in bytes; 0 to record all blocks.
};
extern struct outl_heap_settings outl_heap_settings OUTL_HIDDEN;

/// The maximum of `rate`, in bytes.
#define OUTL_RATE_MAX (UINT64_C(1) << 40)

enum {
    OUTL_SPARES_MAX = 128,    ///< The maximum number of a thread's spare records.
    OUTL_SPARES_BATCH = 64,   ///< The number of records moved at once.
    // In `busy`, above the nesting depth.
    OUTL_THREAD_NEW = 1 << 16,     ///< Not prepared. Threads begin and end with it.
    OUTL_THREAD_LIMITED = 1 << 17, ///< Prepared, without the fast path, which needs more address space than is allowed.
};

struct outl_stack_cache;
struct outl_ledger_page;

/// A thread's state, with `busy` and `countdown` where malloc reads them. All but `busy` belongs to Allocation.
struct outl_heap_thread {
    int busy;             ///< See `outl_heap_busy`. Only a thread with 0 takes the fast path of allocation.
    uint32_t spare_count; ///< The number of used `spares`.
    uint64_t countdown;   ///< The bytes up to the next sample; only if `busy` is not 0.
    struct outl_ledger_page *ledger; ///< The counters of its allocations, or null if they are not counted.
    uintptr_t sampled;    ///< The last block of the thread that was sampled.
    uint64_t sampled_countdown; ///< The countdown after it, which any other allocation changes.
    uint64_t random;      ///< The state of the random numbers; 0 on a thread that did not draw any.
    uint32_t spares[OUTL_SPARES_MAX];
    uint32_t slow_removals; ///< The number of removals by the slow path.
    uintptr_t stack_low;    ///< The thread's stack; both 0 if unknown.
    uintptr_t stack_high;
    struct outl_stack_cache *stacks; ///< The cache of recent stacks, or null if there is no memory.
    int preparations;                ///< The number of times the thread was prepared.
};
extern __thread struct outl_heap_thread outl_heap_thread OUTL_INITIAL_TLS OUTL_HIDDEN;

/// The `busy` of a prepared thread outside of the tier: 0, or OUTL_THREAD_LIMITED if the address space is limited.
/// Constant once `outl_heap_on` is `true`.
extern int outl_heap_idle OUTL_HIDDEN;

/// Not `outl_heap_idle` while this thread runs code of the tier (`outl_heap_busy++`, later `outl_heap_busy--`): blocks
/// that it allocates then are not recorded, but blocks that it frees are forgotten. Nor is it before the tier has
/// prepared the thread.
#define outl_heap_busy (outl_heap_thread.busy)

/// Keeps loads and stores of this thread in program order for signal handlers on it.
#define OUTL_SIGNAL_FENCE() __asm__ volatile("" ::: "memory")
