#pragma once

/// The remarks of a snapshot on how its figures were obtained.
///
/// Concurrency: as Source/process.h.

#include "Malloc/glibc.h"
#include "Source/source.h"

/// Adds a remark to `outl_subject`, cut to its room. Ignored if there are too many.
__attribute__((format(printf, 1, 2)))
void outl_notes_add(const char *format, ...);

/// Adds the remarks on an inspection: how it was made, how exact it is, and what was left out.
void outl_notes_describe(
    const struct outl_source *source, const struct outl_glibc *glibc, bool with_graph,
    const struct outl_inspect_result *result);
