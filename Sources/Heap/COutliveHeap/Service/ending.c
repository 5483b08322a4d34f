#include "Service/ending.h"

#if OUTL_HEAP_SERVED

#include "Base/state.h"
#include "Memory/system.h"
#include "Service/service.h"
#include "Service/wait.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>

// MARK: Signals

// The previous action of each signal. Written before a handler can run.
static struct sigaction before[NSIG];

// Faults, and SIGQUIT, often have a handler already: the runtime's backtracer. Other signals are taken only if
// they have none.
static const int faults[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGSYS, SIGQUIT};
static const int others[] = {SIGHUP,  SIGINT,  SIGPIPE,   SIGALRM, SIGTERM, SIGUSR1,   SIGUSR2,
                             SIGXCPU, SIGXFSZ, SIGVTALRM, SIGPROF, SIGIO,   SIGSTKFLT, SIGPWR};

static void forward(int signal, siginfo_t *info, void *context) {
    (void)signal, (void)context;
    outl_service_forward(info);
}

// Lets a signal have its default effect. One caused by an instruction occurs again; any other is sent again, and takes
// effect when the handler returns and unblocks it.
static void end_by(int signal, const siginfo_t *info) {
    struct sigaction action = {.sa_handler = SIG_DFL};
    sigaction(signal, &action, NULL);
    bool is_repeated = info->si_code > 0 && signal != SIGABRT && signal != SIGSYS && signal != SIGIO
        && signal != SIGTRAP && info->si_code != SI_KERNEL;
    if (!is_repeated) { syscall(SYS_tgkill, getpid(), syscall(SYS_gettid), signal); }
}

static void handle(int signal, siginfo_t *info, void *context) {
    // A fault or abort of this thread ends guarded work; a signal sent by another process does not.
    if (info->si_code > 0 || info->si_code == SI_TKILL) { outl_guard_leave(); }
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

static void install(int signal, bool also_handled) {
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

static void restore(int signal) {
    struct sigaction now;
    bool is_ours = sigaction(signal, NULL, &now) == 0 && now.sa_flags & SA_SIGINFO && now.sa_sigaction == handle;
    if (is_ours) { sigaction(signal, &before[signal], NULL); }
}

// The handler of the service's own signal stays, because a late request must not end the process.
void outl_ending_restore_handlers(void) {
    for (size_t index = 0; index < OUTL_COUNT(faults); index++) { restore(faults[index]); }
    for (size_t index = 0; index < OUTL_COUNT(others); index++) { restore(others[index]); }
}

// MARK: Exit

#if OUTL_HEAP_SANITIZED

static void prepare_exit(void) {}

#else

// The work that tests leave behind for a moment must not look like growth when they run again and again. What seems to
// grow in a few runs is judged by many, which wait longer.
static void settle(void) {
    enum { nanoseconds_per_run = 25000000, most = 999999999 };
    static atomic_flag is_settled = ATOMIC_FLAG_INIT;
    long runs = outl_heap_settings.tests;
    if (runs <= 1 || atomic_flag_test_and_set(&is_settled)) { return; }
    struct timespec time = {.tv_nsec = runs < most / nanoseconds_per_run ? runs * nanoseconds_per_run : most};
    nanosleep(&time, NULL);
}

static void at_exit(void) {
    settle();
    outl_service_at_end(OUTL_REASON_EXIT, 0);
}

// Handlers run in reverse order: the program's, registered later, before this one; the destructors of libraries
// loaded before it, such as the runtime, after it. It is registered several times, because each handler runs once: a
// second thread that calls `exit` meanwhile would continue, and end the process during the census.
static void prepare_exit(void) {
    enum { threads_at_once = 4 };
    for (int index = 0; index < threads_at_once; index++) {
        atexit(at_exit);
        at_quick_exit(at_exit);
    }
}

// These functions run no handlers. The C library's own `exit` does not call them.
_Noreturn static void end(int status) {
    at_exit();
    for (;;) { syscall(SYS_exit_group, status); }
}

OUTL_EXPORTED void _exit(int status) { end(status); }
OUTL_EXPORTED void _Exit(int status) { end(status); }

#endif

void outl_ending_prepare(void) {
    struct sigaction action = {.sa_sigaction = forward, .sa_flags = SA_SIGINFO | SA_RESTART};
    sigfillset(&action.sa_mask);
    sigaction(outl_wait_signal(), &action, NULL);
    for (size_t index = 0; index < OUTL_COUNT(faults); index++) { install(faults[index], true); }
    if (!outl_heap_settings.at_exit) { return; }
    for (size_t index = 0; index < OUTL_COUNT(others); index++) { install(others[index], false); }
    prepare_exit();
}

#endif
