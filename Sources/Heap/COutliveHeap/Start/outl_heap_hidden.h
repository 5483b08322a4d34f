#pragma once

/// Gives a symbol hidden visibility, so that accesses bypass the global offset table.
#define OUTL_HIDDEN __attribute__((visibility("hidden")))

/// A condition that is nearly always true.
#define OUTL_LIKELY(condition) __builtin_expect(!!(condition), 1)
