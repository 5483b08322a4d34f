#pragma once

/// The first file that the heap tier writes: see `HeapHello` of OutliveModel.
///
/// Concurrency: to be called by the constructor only.

#include <stdbool.h>

struct outl_heap_controls {
    bool leak_found;
    bool false_alarm;
};

/// Writes `heap-PID.json` in the directory of the settings: with `controls`, or with the reason of a refusal.
/// Returns false, with errno, where it cannot be written.
bool outl_heap_greet(const struct outl_heap_controls *controls, const char *refusal);
