#pragma once
#include <stdbool.h>
#include <stdint.h>

/// One arrival of a signal that is listened for.
struct outl_signal_record {
    /// The integer that `sigqueue` carried; 0 where the signal carried none.
    int32_t number;
    /// Whether the signal carried an integer: `sigqueue` does, `kill` does not.
    bool has_number;
};

/// Starts to listen for `signal`: each arrival becomes one `outl_signal_record` in a pipe.
///
/// Call it once for a signal, from any thread. The handler stays for the rest of the process, and so does the pipe.
///
/// - Returns: the read end of the pipe (non-blocking, close-on-exec), or -1 with `errno` set: EINVAL for a number that
///   is not a signal's or cannot be caught, EBUSY when the signal is already listened for.
int outl_signal_listen(int signal);

/// How many arrivals of all signals were lost because their pipe was full. Safe from any thread.
uint64_t outl_signal_dropped(void);
