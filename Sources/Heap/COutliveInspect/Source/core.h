#pragma once

/// The acquisition of a core file: the memory, mappings and registers that it contains, and what it does not contain
/// from the files that it names.
///
/// Content at whole pages is mapped, so that the pages which are not needed are never read; other content is copied.
///
/// Concurrency: for a process of one thread. System calls only. A file that becomes shorter after it is mapped is a
/// fault at a later access.

#include "Source/source.h"

/// Reads a core file: fills the mappings of the subject, and the source. On failure the result has the reason.
///
/// - root: The directory below which the named files lie, or null.
bool outl_core_read(int file, const char *root, struct outl_source *source, struct outl_inspect_result *result);
