#pragma once

/// Takes a snapshot and makes the file of it, see docs/heap-snapshot.md.
///
/// Concurrency: for the service thread only. Nothing that goes wrong here is the program's business: it is said in a
/// file whose name ends in `.error`, where that can be written, and otherwise nowhere.

#include <stdbool.h>
#include <stdint.h>

/// What a snapshot is taken for, as the file numbers it.
enum outl_reason {
    OUTL_REASON_REQUEST = 0,
    OUTL_REASON_EXIT = 1,
    OUTL_REASON_FATAL_SIGNAL = 2,
    OUTL_REASON_SIGNAL = 3,
};

struct outl_snapshot {
    enum outl_reason reason;
    uint32_t number; ///< Of the request, of the fatal signal, or of the signal by hand, counted from 1.
    bool with_graph;
    bool ends_cycle;
};

/// Prepares the folder, to be called first.
///
/// - keeps_open: whether the thread has a table of descriptors of its own, in which the folder can stay open.
void outl_snapshot_prepare(bool keeps_open);

/// Says in a file that no snapshot is taken from now on, and why.
void outl_snapshot_refuse(const char *reason);

/// Returns whether the file is there.
bool outl_snapshot_take(const struct outl_snapshot *snapshot);
