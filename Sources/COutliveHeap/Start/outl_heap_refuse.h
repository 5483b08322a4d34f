#pragma once

/// What the heap tier cannot serve, and why.
///
/// Concurrency: to be called by the constructor only.

#include <stdbool.h>

/// Whether a process is none of our business, so that it is not even told so.
bool outl_heap_is_no_concern(void);

/// Whether the process cannot be served; then with the reason, in one line.
bool outl_heap_refuses(char *reason, int reason_size);
