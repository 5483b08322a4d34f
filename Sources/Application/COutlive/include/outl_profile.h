#pragma once

/// The profile of this process's sampled allocations, if the heap tier is in it: see outl_heap.h.
///
/// Concurrency: may be called on any thread, but not in a signal handler.

#include <stdbool.h>
#include <stddef.h>

/// Writes the profile by calls of `write`. Returns `false`, and writes nothing, if allocations are not sampled.
bool outl_profile_of_samples(void (*write)(const void *bytes, size_t size, void *context), void *context);
