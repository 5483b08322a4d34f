#pragma once

/// The wait of the service thread for its signal, and for the end of the program's first thread.
///
/// A program may end its first thread by a bare system call, which no handler observes. So a kernel timer sends the
/// signal ten times a second. Both are read from one descriptor: waiting needs `read` alone, which a filter of system
/// calls that the program installs for all of its threads must allow, too. The signal is blocked in every thread, so
/// that the service thread receives it whatever disposition the program sets.
///
/// Concurrency: for the service thread only, except `outl_wait_signal`.

#include "Base/base.h"

#include <sys/types.h>

struct outl_message {
    bool is_tick;   ///< Sent by the timer: there is no request.
    bool is_queued; ///< Sent with a value.
    int value;
    pid_t sender;
};

/// Returns the service's signal.
int outl_wait_signal(void);

/// Leaves the program's descriptor table, and opens the descriptor to wait on.
///
/// Returns `true` if the thread has a descriptor table of its own, in which it may keep files open.
bool outl_wait_prepare(void);

/// Stops the timer.
void outl_wait_end(void);

/// Waits for the next signal.
struct outl_message outl_wait_next(void);
