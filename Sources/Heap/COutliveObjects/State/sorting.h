#pragma once

/// The order of symbols, and sorting without malloc, which a frozen copy may not call.
///
/// Concurrency: for one thread.

#include "Memory/memory.h"

/// Compares two names of known lengths: the result is negative, 0 or positive, as of `memcmp`.
int outl_names_compare(const char *one, size_t length, const char *other, size_t other_length);

/// Sorts the items of an array from one index on, each of `size` bytes, at most 128, by an order. O(n · log n).
void outl_array_sort(
    struct outl_array *array, size_t first, size_t size, int (*order)(const void *one, const void *other));
