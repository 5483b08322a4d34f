#pragma once

/// The taking of a snapshot and its file, see docs/heap-snapshot.md.
///
/// Concurrency: for the service thread only. Errors do not affect the program: they are written to a file with the
/// extension `.error`, if possible.

#include <stdbool.h>
#include <stdint.h>

/// The reason for a snapshot, as the file numbers it.
enum outl_reason {
    OUTL_REASON_REQUEST = 0,
    OUTL_REASON_EXIT = 1,
    OUTL_REASON_FATAL_SIGNAL = 2,
    OUTL_REASON_SIGNAL = 3,
};

struct outl_snapshot {
    enum outl_reason reason;
    uint32_t number; ///< The number of the request or fatal signal, or of the signal by hand, counted from 1.
    bool with_graph;
    bool ends_cycle;
};

/// Prepares the directory. Called first.
///
/// - keeps_open: `true` if the thread has a descriptor table of its own, in which the directory can stay open.
void outl_snapshot_prepare(bool keeps_open);

/// Writes to a file why no snapshot is taken from now on.
void outl_snapshot_refuse(const char *reason);

/// Takes a snapshot. Returns `true` if its file is complete.
bool outl_snapshot_take(const struct outl_snapshot *snapshot);
