#pragma once

/// The parts of a capture that the table of stacks uses too.
///
/// Concurrency: each thread has its own state. A signal handler on the same thread sees that a capture is in progress,
/// and does not touch it.

#include "outl_walk.h"

struct outl_cached_stacks;

/// The state of a thread from one capture to the next.
struct outl_capture_thread {
    uintptr_t low, high; ///< The bounds of the thread's stack. `high` is 0 until they are needed.
    struct outl_cached_stacks *stacks; ///< Null until they are needed, and when the thread ends.
    bool has_ended; ///< `true` once the thread has begun to end.
    /// Volatile, so that a signal handler on the same thread sees the value throughout the capture.
    volatile bool is_capturing;
};

extern _Thread_local struct outl_capture_thread outl_capture_thread;

/// Returns `true` if walks are supported and selected.
bool outl_capture_walks(void);

/// Returns `true` if the origin is on the thread's own stack. The stack of a signal handler or a coroutine is not.
bool outl_capture_is_on_own_stack(const struct outl_stack_origin *origin);

/// Captures as `outl_stack_capture` does, from an origin. The caller has set `is_capturing`.
///
/// - trail: Unless it is null, receives the trail of a walk, or an incomplete one if another method was used.
int outl_capture(
    const struct outl_stack_origin *origin, uintptr_t *frames, int depth, int skip, struct outl_trail *trail);
