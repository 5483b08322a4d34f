#pragma once

/// The content of a snapshot's file that only the program knows, such as the names of types: after the part that a
/// frozen copy wrote, and the header before it. See docs/heap-snapshot.md.
///
/// Concurrency: for the service thread only.

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

/// Completes the file. Returns 0 or an errno. `cycle` is the cycle of the census.
int outl_content_complete(
    const struct outl_snapshot *snapshot, const struct outl_freeze_result *result, uint32_t cycle, int file);
