#pragma once

/// The wait of the service thread for its signal, and for the end of the program's first thread.
///
/// A program may end its first thread by a bare system call, which no handler observes. So a kernel timer sends the
/// signal ten times a second. Both are read from one descriptor: waiting needs `read` alone, which a filter of system
/// calls that the program installs for all of its threads must allow, too.
///
/// Concurrency: for the service thread only.

#include <stdbool.h>
#include <sys/types.h>

struct outl_message {
    bool is_tick;   ///< Sent by the timer: there is no request.
    bool is_queued; ///< Sent with a value.
    int value;
    pid_t sender;
};

/// Leaves the program's descriptor table, and opens the descriptor to wait on.
void outl_wait_prepare(void);

/// Returns `true` if the thread has a descriptor table of its own, in which it may keep files open.
bool outl_wait_has_own_files(void);

/// Stops the timer.
void outl_wait_end(void);

/// Waits for the next signal.
struct outl_message outl_wait_next(void);
