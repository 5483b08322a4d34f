#pragma once

/// The checks of the program.
///
/// Concurrency: called by the constructor only.

#include "Base/base.h"

/// Returns `true` if a path refers to the executable's file, under whatever name.
bool outl_program_is(const char *path);

/// Returns `true` if this program is a bundle of tests, by its file name.
bool outl_program_is_bundle(void);

/// Copies the path of the executable, or an empty string if the kernel does not report it.
void outl_program_path(char *path, size_t size);

/// Returns `true` if the tier does not apply to the process. It then does nothing, and reports no refusal.
///
/// - is_any: `true` for a program in any language; `false` for Swift programs alone.
/// - is_tracking: The exported function of this copy. A copy whose function comes first records instead.
bool outl_program_is_ignored(bool is_any, bool (*is_tracking)(void));

/// Returns `true`, with the reason in one line, if the process cannot be recorded.
bool outl_program_is_refused(char *reason, size_t reason_size);
