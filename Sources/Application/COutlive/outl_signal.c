// The delivery of signals that carry requests, from the signal handler to Swift.
//
// Concurrency contract: `handle` may run on any thread at any moment, between any two instructions, even inside malloc
// or with locks held. It calls only async-signal-safe functions (getpid, write), accesses only lock-free atomics, and
// preserves errno. `write_ends[s]` and `owners[s]` are stored before sigaction makes the handler reachable, and do not
// change while it is. Records are smaller than PIPE_BUF, so each is written completely or not at all. The write end
// never blocks: if the pipe is full, arrivals are counted as dropped instead of blocking the interrupted thread.

#define _GNU_SOURCE 1 // pipe2
#include "outl_signal.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/types.h>
#include <unistd.h>

/// The write end of each signal's pipe plus 1, or 0 without a listener.
static atomic_int write_ends[NSIG];
/// The process that listens for each signal. A forked child inherits the handler, but must not handle the requests.
static atomic_int owners[NSIG];
static _Atomic uint64_t dropped;

_Static_assert(ATOMIC_INT_LOCK_FREE == 2 && ATOMIC_LLONG_LOCK_FREE == 2, "a signal handler cannot take locks");

static void handle(int signal, siginfo_t *info, void *context) {
    (void)context;
    int saved = errno;
    if (getpid() == atomic_load(&owners[signal])) {
        bool has_number = info->si_code == SI_QUEUE;
        struct outl_signal_record record = {
            .number = has_number ? info->si_value.sival_int : 0,
            .has_number = has_number,
        };
        ssize_t written;
        do {
            written = write(atomic_load(&write_ends[signal]) - 1, &record, sizeof record);
        } while (written < 0 && errno == EINTR);
        if (written != (ssize_t)sizeof record) { atomic_fetch_add(&dropped, 1); }
    }
    errno = saved;
}

static int open_pipe(int ends[2]) {
#ifdef __linux__
    return pipe2(ends, O_NONBLOCK | O_CLOEXEC);
#else
    if (pipe(ends) != 0) { return -1; }
    for (int i = 0; i < 2; i++) {
        fcntl(ends[i], F_SETFL, O_NONBLOCK);
        fcntl(ends[i], F_SETFD, FD_CLOEXEC);
    }
    return 0;
#endif
}

static int close_listener(int signal, int ends[2]) {
    int saved = errno;
    atomic_store(&write_ends[signal], 0);
    close(ends[0]);
    close(ends[1]);
    errno = saved;
    return -1;
}

int outl_signal_listen(int signal) {
    if (signal <= 0 || signal >= NSIG) {
        errno = EINVAL;
        return -1;
    }
    int ends[2];
    if (open_pipe(ends) != 0) { return -1; }

    int unused = 0;
    if (!atomic_compare_exchange_strong(&write_ends[signal], &unused, ends[1] + 1)) {
        close(ends[0]);
        close(ends[1]);
        errno = EBUSY;
        return -1;
    }
    atomic_store(&owners[signal], getpid());

    struct sigaction action = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO | SA_RESTART};
    sigemptyset(&action.sa_mask);
    if (sigaction(signal, &action, NULL) != 0) { return close_listener(signal, ends); }
    return ends[0];
}

uint64_t outl_signal_dropped(void) { return atomic_load(&dropped); }
