#pragma once

/// The use of the subject's resident memory: the sections 40 to 43 of a snapshot.
///
/// Concurrency: as Source/process.h.

#include "Malloc/glibc.h"
#include "Source/source.h"

/// Describes the memory of a subject that was read with it: completes `outl_subject`, after `outl_subject_describe`.
///
/// - glibc: The walk, which must stay in place. If its blocks were found by a scan, the allocator's use is unknown.
void outl_memory_describe(struct outl_source *source, struct outl_glibc *glibc);
