#pragma once

/// The readers of the kernel's texts about a process in COutliveInspect, for tests.
///
/// Concurrency: one call at a time.

#include <stdbool.h>
#include <stddef.h>

/// Reads a text as the files `maps`, `smaps` and `status` of a process.
///
/// Returns `false` if a range or a path is impossible, or if the text cannot be put into files.
bool outl_proc_text_read(const char *text, size_t size);
