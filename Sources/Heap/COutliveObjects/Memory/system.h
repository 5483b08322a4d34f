#pragma once

/// System calls of several layers: time, futexes, pages of memory, and signal masks. Signals are blocked while a thread
/// holds a lock that the service may need, because a handler may wait for the service.
///
/// Concurrency: any function may be called on any thread; masks of signals are set for the calling thread alone.

#include "Memory/platform.h"

#if OUTL_HEAP_SERVED
#include <linux/futex.h>
#endif
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static const uint64_t outl_second = 1000000000, outl_millisecond = 1000000; // In nanoseconds.

/// Returns the time of a clock in nanoseconds.
static inline uint64_t outl_now(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (uint64_t)now.tv_sec * outl_second + (uint64_t)now.tv_nsec;
}

/// Returns `true` if a time of the monotonic clock has passed; 0 never does.
static inline bool outl_is_late(uint64_t deadline) { return deadline && outl_now(CLOCK_MONOTONIC) > deadline; }

#if OUTL_HEAP_SERVED
/// Waits until another thread wakes the word, if the word has the expected value. `maximum` is a timeout, or 0 for none.
static inline void outl_futex_wait(_Atomic uint32_t *word, uint32_t expected, uint64_t maximum) {
    struct timespec time = {(time_t)(maximum / outl_second), (long)(maximum % outl_second)};
    syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, expected, maximum ? &time : NULL, NULL, 0);
}

/// Wakes all threads that wait for the word.
static inline void outl_futex_wake(_Atomic uint32_t *word) {
    syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, INT32_MAX, NULL, NULL, 0);
}
#endif

/// Returns `true` on the program's first thread.
static inline bool outl_is_first_thread(void) { return syscall(SYS_gettid) == getpid(); }

/// Maps zeroed memory, not reserved, because sizes are for the worst case. Returns null if there is none.
///
/// - flags: MAP_PRIVATE, or MAP_SHARED for memory that copies of the process share.
static inline void *outl_pages(size_t size, int protection, int flags) {
    void *memory = mmap(NULL, size, protection, flags | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

/// Returns a set of the signals given, up to a 0.
static inline sigset_t outl_signals_of(const int *signals) {
    sigset_t set;
    sigemptyset(&set);
    while (*signals) { sigaddset(&set, *signals++); }
    return set;
}
#define OUTL_SIGNALS(...) outl_signals_of((const int[]){__VA_ARGS__, 0})

/// The signals of faults. They always stay unblocked: blocked, they would end the process.
#define OUTL_FAULTS OUTL_SIGNALS(SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS)

/// Blocks all signals except the signals of faults. `before` receives the previous mask.
static inline void outl_signals_block(sigset_t *before) {
    sigset_t all, faults = OUTL_FAULTS;
    sigfillset(&all);
    for (int signal = 1; signal < NSIG; signal++) {
        if (sigismember(&faults, signal) == 1) { sigdelset(&all, signal); }
    }
    pthread_sigmask(SIG_SETMASK, &all, before);
}

/// Restores the previous mask.
static inline void outl_signals_restore(const sigset_t *before) { pthread_sigmask(SIG_SETMASK, before, NULL); }
/// Does `work`, and returns `false` if a fault, such as from a corrupt pointer, ended it. For one thread only.
///
/// Every later call returns `false` and does nothing, because a lock of the runtime may be held forever.
bool outl_guard_run(void (*work)(void *context), void *context);

/// Leaves guarded work, without returning, if this thread does any. Called by the handler of a fault, on any thread.
void outl_guard_leave(void);
