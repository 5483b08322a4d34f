#pragma once

/// The checks of the program, and the first file that the heap tier writes.
///
/// Concurrency: called by the constructor only.

#include "Base/base.h"

#include <sys/types.h>

/// Returns `true` if a path refers to the executable's file, under whatever name.
bool outl_program_is(const char *path);

/// Copies the path of the executable, or an empty string if the kernel does not report it.
void outl_program_path(char *path, size_t size);

/// Returns `true` if the tier does not apply to the process. It then does nothing, and reports no refusal.
bool outl_program_is_ignored(void);

/// Returns `true`, with the reason in one line, if the process cannot be recorded.
bool outl_program_is_refused(char *reason, size_t reason_size);

/// The result of the check of the tier: see `HeapStartRecord` of OutliveModel.
struct outl_heap_controls {
    bool leak_found;
    bool false_alarm;
};

/// Writes the future content of `heap-PID.json` under a temporary name: `controls`, or the reason of a refusal.
///
/// Returns `false` with errno set if it cannot be written.
bool outl_greeting_write(int directory, const struct outl_heap_controls *controls, const char *refusal);

/// Adds the ID of the service thread, 0 for none, and renames the written file to its final name.
///
/// The thread ends with the program that the record describes, at the latest when the process executes another one.
/// Returns `false` with errno set, and leaves no file, if it fails.
bool outl_greeting_publish(int directory, pid_t thread);
