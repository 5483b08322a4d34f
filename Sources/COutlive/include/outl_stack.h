#pragma once

/// Capture of the calling thread's call stack.
///
/// Concurrency: every function may be called on any thread at any time. A capture takes no lock of Outlive's and
/// allocates nothing itself, but libunwind calls malloc now and then: a capture that is entered again on the same
/// thread while one is under way (from an allocator hook or a signal handler) returns 0 frames instead of recursing.

#include <stdbool.h>
#include <stdint.h>

/// The most frames that one capture returns.
#define OUTL_STACK_DEPTH_MAX 256
/// The most innermost frames that a capture can leave out.
#define OUTL_STACK_SKIP_MAX 32

/// A way to walk the stack.
enum outl_unwinder {
    /// `unw_backtrace` of libunwind, found by dlopen. Linking libunwind instead would put its `_Unwind_*` in front of
    /// libgcc's for the whole process: slow C++ exceptions, and thread cancellation that skips destructors.
    OUTL_UNWINDER_LIBUNWIND,
    /// `backtrace(3)` of Apple's platforms; written to its manual page, and not run.
    OUTL_UNWINDER_BACKTRACE,
    /// The chain of frame pointers; loses callers that were compiled without them.
    OUTL_UNWINDER_FRAME_POINTER,
};

/// The method that the next capture uses. The first call, like the first capture, looks for libunwind.
enum outl_unwinder outl_stack_unwinder(void);

/// Makes captures walk frame pointers although there is something better, or (`false`) use that again where it is.
void outl_stack_force_frame_pointer(bool force);

/// Stores return addresses of the calling thread in `frames`, innermost first, and returns how many.
///
/// - depth: the room in `frames`; more than OUTL_STACK_DEPTH_MAX is not used.
/// - skip: how many innermost frames to leave out, 0 to OUTL_STACK_SKIP_MAX. With 0 the first frame lies in the
///   function that called this one, with 1 in that function's caller.
///
/// Returns 0 when an argument is out of range, and inside another capture of the same thread.
int outl_stack_capture(uintptr_t *frames, int depth, int skip);
