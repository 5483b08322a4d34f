#pragma once

/// The remarks of a snapshot on how its figures were obtained.
///
/// Concurrency: as Source/process.h.

/// Adds a remark to `outl_subject`, cut to its room. Ignored if there are too many.
__attribute__((format(printf, 1, 2)))
void outl_notes_add(const char *format, ...);
