#pragma once

/// The clock of births in a process that runs tests: the current cycle is the number of milliseconds since the start.
///
/// Concurrency: the constructor starts the clock, then the service thread alone advances it. All threads read the cycle
/// without an order, so that a block may be born a tick early, but not after the census that counts it.

#include "Base/base.h"

/// Sets the current cycle to 1. Called by the constructor, before blocks are recorded.
void outl_clock_start(void);

/// Sets the current cycle to the time, unless the clock was not started.
void outl_clock_advance(void);

/// Returns the time at which cycle 0 began, in nanoseconds since 1970, or 0 if the clock was not started.
uint64_t outl_clock_origin(void);
