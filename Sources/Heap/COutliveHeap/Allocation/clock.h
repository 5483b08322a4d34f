#pragma once

/// The births of blocks: cycles, or in a process that runs tests times, in ticks of the processor's counter since the
/// start, some 50 microseconds each. The time of a census gives the length of a tick.
///
/// Concurrency: the constructor starts the clock, before threads record blocks; the first thread stops it, before tests
/// run. All threads read it, and the cycle.

#include "Base/base.h"

#include <stdatomic.h>

/// The bit of a birth that is the number of a repeated run of tests, counted from 1, instead of a time.
#define OUTL_BIRTH_OF_RUN (UINT32_C(1) << 31)

/// The number of low bits of the counter that a tick leaves out, or 0 if the clock is off.
extern uint32_t outl_clock_shift OUTL_HIDDEN;
extern uint64_t outl_clock_first OUTL_HIDDEN; ///< The counter at tick 0.

/// Returns the processor's counter.
static inline uint64_t outl_clock_counter(void) {
#if defined(__x86_64__)
    return __builtin_ia32_rdtsc();
#elif defined(__aarch64__)
    uint64_t count;
    __asm__ volatile("mrs %0, cntvct_el0" : "=r"(count));
    return count;
#else
    return 0;
#endif
}

/// Returns the number of ticks since the start, from 1 on. 31 bits are more than a day.
static inline uint32_t outl_clock_ticks(void) {
    return (uint32_t)((outl_clock_counter() - outl_clock_first) >> outl_clock_shift) & ~OUTL_BIRTH_OF_RUN;
}

/// Returns a number that changes about every millisecond, also when the clock was stopped.
uint64_t outl_clock_period(void);

/// Starts the clock.
void outl_clock_start(void);

/// Stops the clock: births are cycles from then on.
void outl_clock_stop(void);

/// Returns the time of tick 0 in nanoseconds since 1970, or 0 if the clock was not started.
uint64_t outl_clock_origin(void);

/// The current cycle. Written by the service, and between repeated runs of tests by the first thread.
extern _Atomic uint32_t outl_heap_cycle OUTL_HIDDEN;

/// Returns the birth of new records: the current cycle, or while tests run the time.
static inline uint32_t outl_birth(void) {
    if (OUTL_LIKELY(outl_clock_shift == 0)) {
        return atomic_load_explicit(&outl_heap_cycle, memory_order_relaxed);
    }
    return outl_clock_ticks();
}
