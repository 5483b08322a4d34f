#pragma once

/// The bound of a pause: the kernel ends this process, and so lets its tracees continue, if it does not do so in time.
///
/// A system call of the reader may wait for the stopped process itself or for a file system, and this process may be
/// stopped, too. A timer of the kernel that sends SIGKILL depends on none of that.
///
/// Concurrency: one bound in a process. System calls only.

#include <stdbool.h>
#include <stdint.h>

/// Begins a pause of at most `longest` nanoseconds.
///
/// Returns the time of the monotonic clock at which the reader should give up, which leaves a tenth for the continuation;
/// 0 if there is no timer.
uint64_t outl_bound_begin(uint64_t longest);

/// Ends the pause.
void outl_bound_end(void);
