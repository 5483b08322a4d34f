#pragma once

/// A replacement for libunwind that captures with glibc's `backtrace`, for the registry to load.
///
/// Concurrency: that of `backtrace`, which may be called on any thread and loads libgcc at its first call.
int unw_backtrace(void **buffer, int size);
