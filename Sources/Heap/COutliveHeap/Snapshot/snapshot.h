#pragma once

/// The taking of a snapshot.
///
/// Concurrency: for the service thread only. Errors do not affect the program: they are written to a file with the
/// extension `.error`, if possible. `outl_freeze` increases the cycle just before it makes the copy: blocks allocated
/// from then on belong to the next one.

#include "Freeze/walk.h"

/// The reason for a snapshot, as the file numbers it.
enum outl_reason {
    OUTL_REASON_REQUEST = 0,
    OUTL_REASON_EXIT = 1,
    OUTL_REASON_FATAL_SIGNAL = 2,
    OUTL_REASON_SIGNAL = 3,
};

/// A requested snapshot.
struct outl_snapshot {
    enum outl_reason reason;
    uint32_t number; ///< The number of the request or fatal signal, or of the signal by hand, counted from 1.
    bool with_graph;
    bool ends_cycle;
};

/// The offset at which a copy begins to write: after the header and the table of sections.
enum { OUTL_CONTENT_OFFSET = 96 + OUTL_SECTION_LAST * sizeof(struct outl_section) };

/// Completes the file by the content that only the program knows, such as the names of types, and the header. Returns 0
/// or an errno. `cycle` is the cycle of the census.
int outl_content_complete(
    const struct outl_snapshot *snapshot, const struct outl_freeze_result *result, uint32_t cycle, int file);

/// Prepares the directory. Called first.
///
/// - keeps_open: `true` if the thread has a descriptor table of its own, in which the directory can stay open.
void outl_snapshot_prepare(bool keeps_open);

/// Writes to a file why no snapshot is taken from now on.
void outl_snapshot_refuse(const char *reason);

/// Takes a snapshot. Returns `true` if its file is complete.
bool outl_snapshot_take(const struct outl_snapshot *snapshot);
