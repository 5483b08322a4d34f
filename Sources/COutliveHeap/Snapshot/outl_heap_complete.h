#pragma once

/// Completes the file of a snapshot: behind what a frozen copy wrote comes what only the program itself can tell, the
/// names of types first, and in front of it the header.
///
/// Concurrency: for the service thread only.

#include "outl_heap_file.h"
#include "outl_heap_freeze.h"

/// Where a copy begins to write: behind the header and the table of sections.
enum { OUTL_CONTENT_OFFSET = 96 + OUTL_SECTION_LAST * sizeof(struct outl_section) };

/// Returns 0 or an errno. `cycle` is the one that the census belongs to.
int outl_snapshot_complete(
    const struct outl_snapshot *snapshot, const struct outl_freeze_result *result, uint32_t cycle, int file);
