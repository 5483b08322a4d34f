#include "Source/bound.h"

#include "Memory/platform.h"

#if OUTL_HEAP_SERVED

#include "Memory/system.h"

static timer_t timer;

uint64_t outl_bound_begin(uint64_t longest) {
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGKILL};
    struct itimerspec time = {.it_value = {(time_t)(longest / outl_second), (long)(longest % outl_second)}};
    uint64_t start = outl_now(CLOCK_MONOTONIC);
    if (timer_create(CLOCK_MONOTONIC, &event, &timer) != 0) { return 0; }
    if (timer_settime(timer, 0, &time, NULL) == 0) { return start + longest / 10 * 9; }
    timer_delete(timer);
    return 0;
}

void outl_bound_end(void) { timer_delete(timer); }

#endif
