#pragma once

/// The first file that the heap tier writes: see `HeapHello` of OutliveModel.
///
/// Concurrency: to be called by the constructor only.

#include <stdbool.h>

struct outl_heap_controls {
    bool leak_found;
    bool false_alarm;
};

/// Writes what `heap-PID.json` in the directory of the settings is to say: `controls`, or the reason of a refusal. Nobody
/// sees it yet. Returns false, with errno, where it cannot be written: then nothing is left of it.
bool outl_heap_greeting_write(int directory, const struct outl_heap_controls *controls, const char *refusal);

/// Gives what was written its name. Returns false, with errno, where that cannot be: likewise.
bool outl_heap_greeting_publish(int directory);
