// Concurrency contract: see clock.h. The origins are constant once the service runs.
#include "Allocation/clock.h"

#if OUTL_HEAP_SERVED

#include "Allocation/table.h"
#include "Memory/system.h"

static uint64_t monotonic_origin, wall_origin; // In nanoseconds, one millisecond before the start.

void outl_clock_start(void) {
    monotonic_origin = outl_now(CLOCK_MONOTONIC) - outl_millisecond;
    wall_origin = outl_now(CLOCK_REALTIME) - outl_millisecond;
    atomic_store_explicit(&outl_heap_cycle, 1, memory_order_relaxed);
}

void outl_clock_advance(void) {
    if (monotonic_origin == 0) { return; }
    // A cycle has 32 bits: 49 days.
    uint32_t cycle = (uint32_t)((outl_now(CLOCK_MONOTONIC) - monotonic_origin) / outl_millisecond);
    atomic_store_explicit(&outl_heap_cycle, cycle, memory_order_relaxed);
}

uint64_t outl_clock_origin(void) { return wall_origin; }

#endif
