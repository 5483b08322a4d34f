#pragma once

/// The stop of a process for at most a given time, held by a thread of its own.
///
/// That thread lets the process continue at the deadline, whatever the reader does: a system call of the reader may wait
/// for the process itself, or for a file system. A timer of the kernel ends this whole process a moment later, should the
/// thread be held up as well; its tracees continue then.
///
/// Concurrency: `outl_hold_begin`, `outl_hold_end` and `outl_hold_lasts` are for the reader's thread. `tracees` and
/// `result` are its own before the beginning and after the end, and may be read in between. The state is atomic, and the
/// end of the stop is visible before the first thread continues.

#include "Source/stop.h"

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

struct outl_hold {
    pid_t process;
    int folder;                         ///< The open folder of the process in /proc.
    uint64_t longest;                   ///< The longest stop in nanoseconds.
    struct outl_array *tracees;         ///< Receives the stopped threads, each an outl_tracee.
    struct outl_inspect_result *result; ///< Receives the times, and the reason of a failure.
    // Private.
    _Atomic uint32_t state, is_noticed;
    uint64_t start, end;
    pthread_t thread;
    timer_t timer;
    bool has_timer;
    struct outl_inspect_result failure;
};

/// The exit status of a process whose reader did not return after the longest stop.
enum { OUTL_HOLD_LATE = 3 };

/// Stops the process. Returns `false` with the reason in the result; the process has continued then.
bool outl_hold_begin(struct outl_hold *hold);

/// Returns `true` if the process is still stopped, so that all that was read so far is of one moment.
bool outl_hold_lasts(const struct outl_hold *hold);

/// Lets the process continue, and waits until it does. Returns `false` if it did before, with the reason in the result.
bool outl_hold_end(struct outl_hold *hold);
