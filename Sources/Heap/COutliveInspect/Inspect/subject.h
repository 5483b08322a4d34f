#pragma once

/// The description of an inspected process for the walk over its blocks: `outl_subject` and `outl_runtime`.
///
/// Concurrency: as Source/process.h.

#include "Malloc/glibc.h"
#include "Source/modules.h"

/// Describes a process that was read, with the blocks of a walk, which must stay in place.
///
/// - pause: The duration of the stop, in nanoseconds.
void outl_subject_describe(const struct outl_source *source, const struct outl_glibc *glibc, uint64_t pause);
