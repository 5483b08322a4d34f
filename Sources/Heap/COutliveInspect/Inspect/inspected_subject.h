#pragma once

/// The description of an inspected process for the walk over its blocks: `outl_subject` and `outl_runtime`.
///
/// Concurrency: as Source/source.h.

#include "Malloc/glibc.h"
#include "Source/subject_modules.h"

/// Describes a subject that was read, with the blocks of a walk, which must stay in place.
///
/// - pause: The duration of the stop, in nanoseconds.
/// - is_partial: `true` if objects are missing.
void outl_subject_describe(
    const struct outl_source *source, const struct outl_glibc *glibc, uint64_t pause, bool is_partial);
