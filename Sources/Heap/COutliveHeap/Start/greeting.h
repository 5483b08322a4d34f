#pragma once

/// The first file that the heap tier writes.
///
/// Concurrency: called by the constructor only.

#include "Base/base.h"

#include <sys/types.h>

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
