// A library to preload. The wall clock jumps by hours, back and forth, at every reading. Other clocks run as usual.
//
// Contract: the only state is atomic or always written with the same value, so that any thread may call.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/time.h>
#include <time.h>

typedef int gettime(clockid_t, struct timespec *);

static time_t next_jump(void) {
    static const time_t jumps[] = {7200, -10800, 36000, -86400};
    static atomic_uint looks;
    return jumps[atomic_fetch_add(&looks, 1) % 4];
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    static _Atomic(gettime *) real;
    gettime *call = atomic_load(&real);
    if (!call) {
        call = (gettime *)dlsym(RTLD_NEXT, "clock_gettime");
        atomic_store(&real, call);
    }
    int result = call(clock, now);
    if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += next_jump();
    return result;
}

int gettimeofday(struct timeval *now, void *zone) {
    (void)zone;
    struct timespec time;
    if (clock_gettime(CLOCK_REALTIME, &time) != 0) return -1;
    now->tv_sec = time.tv_sec;
    now->tv_usec = time.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *now) {
    struct timespec time;
    if (clock_gettime(CLOCK_REALTIME, &time) != 0) return -1;
    if (now) *now = time.tv_sec;
    return time.tv_sec;
}
