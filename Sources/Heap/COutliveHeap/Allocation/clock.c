// Concurrency contract: see clock.h. The origin and the period are constant once the service runs.
#include "Allocation/clock.h"

#if OUTL_HEAP_SERVED

#include "Memory/system.h"

_Atomic uint32_t outl_heap_cycle;
uint32_t outl_clock_shift;
uint64_t outl_clock_first;
static uint64_t origin;
static uint32_t period_shift;

// Returns the shift for ticks of 30 to 60 microseconds. The counter of x86_64 has 1 to 5 GHz, and no register has the
// number; that of aarch64 has a few MHz to 1 GHz.
static uint32_t shift_of_tick(void) {
#if defined(__aarch64__)
    uint64_t frequency;
    __asm__ volatile("mrs %0, cntfrq_el0" : "=r"(frequency));
    const uint64_t ticks = 16384;
    return frequency > 2 * ticks ? 63 - (uint32_t)__builtin_clzl(frequency / ticks) : 1;
#else
    return 17;
#endif
}

void outl_clock_start(void) {
    uint32_t shift = shift_of_tick();
    outl_clock_first = outl_clock_counter() - ((uint64_t)1 << shift);
    origin = outl_now(CLOCK_REALTIME);
    period_shift = shift + 5;
    outl_clock_shift = shift;
}

uint64_t outl_clock_period(void) { return outl_clock_counter() >> period_shift; }

void outl_clock_stop(void) { outl_clock_shift = 0; }

uint64_t outl_clock_origin(void) { return origin; }

#endif
