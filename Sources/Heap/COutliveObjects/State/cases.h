#pragma once

/// Which case of an enum a value is: the compiler stores it in values that a payload never has, in spare bits of the
/// payloads, or behind them.
///
/// Concurrency: as State/plans.h. Reads memory only.

#include "State/plans.h"

enum { OUTL_CASE_UNKNOWN = -1 };

/// Returns the number of the case of an enum's value, those with a payload first, or `OUTL_CASE_UNKNOWN`.
int64_t outl_case_of(const struct outl_plan *plan, uintptr_t address);

/// Returns 1 if an optional has a value, 0 if it is nil, or `OUTL_CASE_UNKNOWN`.
int outl_case_is_some(const struct outl_plan *plan, uintptr_t address);

/// Returns `true` if the case is in spare bits of the payload, a reference; `false` if the payload is stored as it is.
bool outl_case_has_spare_bits(const struct outl_plan *plan);

/// The bits of a reference that hold the case.
uint64_t outl_case_spare_bits(void);
