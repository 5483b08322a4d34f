#pragma once

/// The taking of a snapshot.
///
/// Concurrency: for the service thread only. Errors do not affect the program: they are written to a file with the
/// extension `.error`, if possible. `outl_freeze` increases the cycle just before it makes the copy: blocks allocated
/// from then on belong to the next one.

#include "Objects/subject.h"
#include "Snapshot/moments.h"

/// A requested snapshot.
struct outl_snapshot {
    enum outl_reason reason;
    uint32_t number; ///< The number of the request or fatal signal, or of the signal by hand, counted from 1.
    bool with_graph;
    bool ends_cycle;
    bool with_state;   ///< Writes the state of the program as well, with hashes by the key in a file of the directory.
    bool without_heap; ///< Leaves the blocks out: the state alone is of interest.
    /// The moment of a run of tests, or null. A state that equals the previous one has no file.
    const struct outl_moment *moment;
    void (*copied)(void); ///< Called when the program may continue, before the copy is read; may be null.
};

/// Prepares the directory. Called first.
///
/// - keeps_open: `true` if the thread has a descriptor table of its own, in which the directory can stay open.
void outl_snapshot_prepare(bool keeps_open);

/// Writes to a file why no snapshot is taken from now on.
void outl_snapshot_refuse(const char *reason);

/// Takes a snapshot. Returns `true` if its file is complete.
bool outl_snapshot_take(const struct outl_snapshot *snapshot);
