#pragma once

/// The content of a snapshot's file: a walk writes the blocks first, then the names of types, modules, threads and the
/// header are added.
///
/// Concurrency: one file at a time, on one thread. A walk may run in a frozen copy. Completing the file calls the
/// functions of `outl_runtime`, so it may not.

#include "Objects/walk.h"

/// The offset at which a walk begins to write: after the header and the table of sections.
enum { OUTL_CONTENT_OFFSET = 96 + OUTL_SECTION_LAST * sizeof(struct outl_section) };

/// Walks the subject's heap: writes the census, the graph if requested, the stacks and the keys of types.
///
/// After the mappings are known. Returns 0 or an errno.
int outl_content_walk(const struct outl_walk_order *order, struct outl_walk_result *result);

/// Completes the file by the names of types, the modules, the threads and the header. Returns 0 or an errno.
int outl_content_complete(const struct outl_walk_order *order, const struct outl_walk_result *result);
