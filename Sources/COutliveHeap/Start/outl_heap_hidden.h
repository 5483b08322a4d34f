#pragma once

/// Variables of this copy of the tier, which are reached without a look into the loader's table.
#define OUTL_HIDDEN __attribute__((visibility("hidden")))

/// What nearly always holds.
#define OUTL_LIKELY(condition) __builtin_expect(!!(condition), 1)
