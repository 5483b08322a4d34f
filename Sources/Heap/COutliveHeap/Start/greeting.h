#pragma once

/// The first file that the heap tier writes: see `HeapStartRecord` of OutliveModel.
///
/// Concurrency: called by the constructor only.

#include <stdbool.h>

struct outl_heap_controls {
    bool leak_found;
    bool false_alarm;
};

/// Writes the future content of `heap-PID.json` under a temporary name: `controls`, or the reason of a refusal.
///
/// Returns `false` with errno set if it cannot be written.
bool outl_greeting_write(int directory, const struct outl_heap_controls *controls, const char *refusal);

/// Renames the written file to its final name. Returns `false` with errno set, and leaves no file, if that fails.
bool outl_greeting_publish(int directory);
