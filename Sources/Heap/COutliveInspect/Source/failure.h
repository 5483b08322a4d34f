#pragma once

/// The outcome of an inspection that failed.
///
/// Concurrency: a result belongs to one thread.

#include "outl_inspect.h"

/// Sets the outcome of a result, and the reason by a format.
__attribute__((format(printf, 4, 5)))
void outl_inspect_fail(
    struct outl_inspect_result *result, enum outl_inspect_outcome outcome, int error, const char *format, ...);
