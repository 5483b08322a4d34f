#pragma once

/// Code in which no signal handler runs on the calling thread, because it holds a lock that the service may need, and a
/// handler may wait for the service.
///
/// Concurrency: affects the calling thread alone. Signals of faults stay unblocked: blocked, they would end the
/// process.

#include <pthread.h>
#include <signal.h>
#include <stddef.h>

/// Returns the signals of faults.
static inline sigset_t outl_signals_faults(void) {
    static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS};
    sigset_t set;
    sigemptyset(&set);
    for (size_t index = 0; index < sizeof faults / sizeof faults[0]; index++) { sigaddset(&set, faults[index]); }
    return set;
}

/// Blocks all signals except those of faults. `before` receives the previous mask.
static inline void outl_signals_block(sigset_t *before) {
    sigset_t all, faults = outl_signals_faults();
    sigfillset(&all);
    for (int signal = 1; signal < NSIG; signal++) {
        if (sigismember(&faults, signal) == 1) { sigdelset(&all, signal); }
    }
    pthread_sigmask(SIG_SETMASK, &all, before);
}

/// Restores the previous mask.
static inline void outl_signals_restore(const sigset_t *before) { pthread_sigmask(SIG_SETMASK, before, NULL); }
