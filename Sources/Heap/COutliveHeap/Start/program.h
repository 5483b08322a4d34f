#pragma once

/// The checks of the program: the file of its executable, and whether the heap tier can record it.
///
/// Concurrency: called by the constructor only.

#include <stdbool.h>
#include <stddef.h>

/// Returns `true` if a path refers to the executable's file, under whatever name.
bool outl_program_is(const char *path);

/// Copies the path of the executable, or an empty string if the kernel does not report it.
void outl_program_path(char *path, size_t size);

/// Returns `true` if the tier does not apply to the process. It then does nothing, and reports no refusal.
bool outl_program_is_ignored(void);

/// Returns `true`, with the reason in one line, if the process cannot be recorded.
bool outl_program_is_refused(char *reason, size_t reason_size);
