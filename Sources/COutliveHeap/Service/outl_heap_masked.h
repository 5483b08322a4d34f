#pragma once

/// A stretch of code in which no signal handler runs on the calling thread: where it holds a lock that the service may
/// wait for, as a handler may wait for the service.
///
/// Concurrency: of the calling thread alone. Faults stay as they are: blocked, they would end the process.

#include <pthread.h>
#include <signal.h>
#include <stddef.h>

/// The signals of faults.
static inline sigset_t outl_signals_faults(void) {
    static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS};
    sigset_t set;
    sigemptyset(&set);
    for (size_t index = 0; index < sizeof faults / sizeof faults[0]; index++) { sigaddset(&set, faults[index]); }
    return set;
}

/// Blocks all signals but those of faults; `before` receives what was blocked.
static inline void outl_signals_block(sigset_t *before) {
    sigset_t all, faults = outl_signals_faults();
    sigfillset(&all);
    for (int signal = 1; signal < NSIG; signal++) {
        if (sigismember(&faults, signal) == 1) { sigdelset(&all, signal); }
    }
    pthread_sigmask(SIG_SETMASK, &all, before);
}

/// Blocks what was blocked before.
static inline void outl_signals_restore(const sigset_t *before) { pthread_sigmask(SIG_SETMASK, before, NULL); }
