#pragma once

/// The completion of a snapshot's file: the names of types and other content that only the program knows, after the
/// part that a frozen copy wrote, and the header before it.
///
/// Concurrency: for the service thread only.

#include "outl_heap_file.h"
#include "outl_heap_freeze.h"

/// The offset at which a copy begins to write: after the header and the table of sections.
enum { OUTL_CONTENT_OFFSET = 96 + OUTL_SECTION_LAST * sizeof(struct outl_section) };

/// Completes the file. Returns 0 or an errno. `cycle` is the cycle of the census.
int outl_snapshot_complete(
    const struct outl_snapshot *snapshot, const struct outl_freeze_result *result, uint32_t cycle, int file);
