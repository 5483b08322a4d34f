// The handlers of the service's own signal, for threads that unblocked it, and of the signals that end the process.
//
// Concurrency contract: a handler may run on any thread at any moment, also within malloc or with any lock held. It
// accesses atomics and makes system calls only; the service thread takes the census, for which the handler waits with a
// deadline. `before` is written before a handler can run. Handlers that the program installs later replace these, as
// intended. errno is preserved. In a forked child, which inherits them, they act as if the tier were not there.

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "outl_heap_state.h"

#if OUTL_HEAP_SERVED

#include "outl_heap_guard.h"
#include "outl_heap_service.h"

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

// The previous action of each signal.
static struct sigaction before[NSIG];

// Faults, and SIGQUIT, often have a handler already, that of the runtime's backtracer. Other signals are taken only if
// they have none.
static const int faults[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGSYS, SIGQUIT};
static const int endings[] = {SIGHUP,  SIGINT,  SIGPIPE,   SIGALRM, SIGTERM, SIGUSR1,   SIGUSR2,
                              SIGXCPU, SIGXFSZ, SIGVTALRM, SIGPROF, SIGIO,   SIGSTKFLT, SIGPWR};

static void pass_on(int signal, siginfo_t *info, void *context) {
    (void)signal, (void)context;
    outl_service_pass_on(info);
}

// Lets a signal have its default effect. One caused by an instruction occurs again; any other is sent again, and takes
// effect when the handler returns and unblocks it.
static void end_by(int signal, const siginfo_t *info) {
    struct sigaction action = {.sa_handler = SIG_DFL};
    sigaction(signal, &action, NULL);
    bool comes_again = info->si_code > 0 && signal != SIGABRT && signal != SIGSYS && signal != SIGIO
        && signal != SIGTRAP && info->si_code != SI_KERNEL;
    if (!comes_again) { syscall(SYS_tgkill, getpid(), syscall(SYS_gettid), signal); }
}

static void handle(int signal, siginfo_t *info, void *context) {
    // A fault or abort of this thread ends guarded work; a signal sent by another process does not.
    if (info->si_code > 0 || info->si_code == SI_TKILL) { outl_heap_guard_take(); }
    int saved = errno;
    outl_service_at_end(OUTL_REASON_FATAL_SIGNAL, signal);
    const struct sigaction *old = &before[signal];
    if (old->sa_handler != SIG_DFL && old->sa_handler != SIG_IGN) { outl_service_open(); }
    if (old->sa_handler == SIG_DFL) {
        end_by(signal, info);
    } else if (old->sa_flags & SA_SIGINFO) {
        errno = saved;
        old->sa_sigaction(signal, info, context);
    } else if (old->sa_handler != SIG_IGN) {
        errno = saved;
        old->sa_handler(signal);
    }
    errno = saved;
}

static void take(int signal, bool also_handled) {
    struct sigaction old;
    if (sigaction(signal, NULL, &old) != 0) { return; }
    bool is_default = !(old.sa_flags & SA_SIGINFO) && old.sa_handler == SIG_DFL;
    bool is_ignored = !(old.sa_flags & SA_SIGINFO) && old.sa_handler == SIG_IGN;
    if (is_ignored || (!is_default && !also_handled)) { return; }
    before[signal] = old;
    struct sigaction action = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK};
    // A previous handler, called by this one, keeps its conditions.
    if (is_default) { sigfillset(&action.sa_mask); } else { action.sa_mask = old.sa_mask; }
    if (!is_default) { action.sa_flags = (old.sa_flags & ~SA_RESETHAND) | SA_SIGINFO | SA_ONSTACK; }
    sigaction(signal, &action, NULL);
}

static void give_back(int signal) {
    struct sigaction now;
    bool is_ours = sigaction(signal, NULL, &now) == 0 && now.sa_flags & SA_SIGINFO && now.sa_sigaction == handle;
    if (is_ours) { sigaction(signal, &before[signal], NULL); }
}

// The handler of the service's own signal stays, because a late request must not end the process.
void outl_signals_give_back(void) {
    for (size_t index = 0; index < sizeof faults / sizeof faults[0]; index++) { give_back(faults[index]); }
    for (size_t index = 0; index < sizeof endings / sizeof endings[0]; index++) { give_back(endings[index]); }
}

void outl_signals_prepare(void) {
    struct sigaction action = {.sa_sigaction = pass_on, .sa_flags = SA_SIGINFO | SA_RESTART};
    sigfillset(&action.sa_mask);
    sigaction(outl_service_signal(), &action, NULL);
    for (size_t index = 0; index < sizeof faults / sizeof faults[0]; index++) { take(faults[index], true); }
    if (!outl_heap_settings.at_exit) { return; }
    for (size_t index = 0; index < sizeof endings / sizeof endings[0]; index++) { take(endings[index], false); }
}

#endif
