#pragma once
#include <stdbool.h>
#include <stdint.h>

/// One arrival of a signal.
struct outl_signal_record {
    /// The integer sent by `sigqueue`, or 0 if the signal carries none.
    int32_t number;
    /// True if the signal carries an integer: `sigqueue` sends one, `kill` does not.
    bool has_number;
};

/// Installs a handler for `signal` that writes one `outl_signal_record` to a pipe for each arrival.
///
/// Call it once for a signal, from any thread. The handler and the pipe stay until the process ends.
///
/// - Returns: The read end of the pipe (non-blocking, close-on-exec), or -1 with `errno` set: EINVAL for a number that
///   is not a catchable signal, EBUSY if the signal already has a listener.
int outl_signal_listen(int signal);

/// Returns the number of arrivals of all signals that were lost because a pipe was full. Safe from any thread.
uint64_t outl_signal_dropped(void);
