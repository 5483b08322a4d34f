#pragma once

/// Captures the calling thread's call stack.
///
/// With glibc 2.35 or newer, the call frame information of each function leads to its caller: see outl_walk.h. If a
/// function has none of a known form, as the return from a signal handler, the unwinder captures the whole stack.
///
/// Concurrency: every function may be called on any thread at any time. A capture takes no lock of Outlive and
/// allocates nothing itself, but libunwind occasionally calls malloc, and the first capture of a thread asks the C
/// library for the bounds of its stack. A nested capture on the same thread (from an
/// allocator hook or a signal handler) returns 0 frames instead of recursing.

#include <stdbool.h>
#include <stdint.h>

/// The maximum number of frames of a capture.
#define OUTL_STACK_DEPTH_MAX 256
/// The maximum number of innermost frames that a capture can skip.
#define OUTL_STACK_SKIP_MAX 32

/// A method of walking a stack without, or with incomplete, call frame information.
enum outl_unwinder {
    /// `unw_backtrace` of libunwind, found by dlopen. Linking libunwind would replace libgcc's `_Unwind_*` in the
    /// process. That slows down C++ exceptions, and makes thread cancellation skip destructors.
    OUTL_UNWINDER_LIBUNWIND,
    /// `backtrace(3)` of Apple's platforms; written against its manual page; not run.
    OUTL_UNWINDER_BACKTRACE,
    /// The chain of frame pointers. Callers compiled without them are missing.
    OUTL_UNWINDER_FRAME_POINTER,
};

/// Returns the unwinder of stacks whose call frame information is incomplete.
///
/// The first call, like the first capture, searches for libunwind.
enum outl_unwinder outl_stack_unwinder(void);

/// Captures without call frame information (`true`), as for a comparison, or with it (`false`).
void outl_stack_avoid_walks(bool avoid);

/// Selects frame pointers (`true`), or the best available unwinder (`false`).
void outl_stack_force_frame_pointer(bool force);

/// Stores return addresses of the calling thread in `frames`, innermost first, and returns their number.
///
/// - depth: the capacity of `frames`. At most OUTL_STACK_DEPTH_MAX is used.
/// - skip: the number of innermost frames to skip, 0 to OUTL_STACK_SKIP_MAX. With 0 the first frame lies in the
///   function that called this one, with 1 in that function's caller.
///
/// Returns 0 if an argument is out of range, or during another capture on the same thread.
int outl_stack_capture(uintptr_t *frames, int depth, int skip);
