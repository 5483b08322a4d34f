// The service thread must not keep a program alive, so it checks periodically if it is the only thread left.
//
// After pthread_exit, the last thread known to the C library calls `exit`; the library counts the service thread too,
// and would wait for it forever. So another thread is started that calls `exit` in its place: the service thread
// cannot, because it has none of the program's files open, to which handlers of `exit` write. After a bare system call,
// no program runs handlers; the service thread then ends last, in the same way. So it does if the kernel ended the
// first thread alone (seccomp: strict, or SECCOMP_RET_KILL_THREAD). The process has the exit status of the thread that
// ends last (before Linux 5.17 of the first one). So the service thread ends with the status of the first thread if
// that was the last except the service. Otherwise it ends with 0, as the C library does for threads.
//
// Concurrency contract: `outl_first_thread_ends` runs on the first thread, in one of its destructors. The new thread
// blocks all signals until it calls `exit`, when it restores the mask of the first thread. It waits for `turn` as a
// futex.
#include "Service/first_thread.h"

#if OUTL_HEAP_SERVED

#include "Base/state.h"
#include "Freeze/frozen_threads.h"
#include "Memory/system.h"
#include "Service/service.h"
#include "Service/status.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <sys/prctl.h>

// The state of the thread that ends the program.
enum { no_thread, waiting, ending };
static _Atomic uint32_t turn = no_thread;
static sigset_t mask_before;

static void *wait_for_last(void *unused) {
    (void)unused;
    outl_heap_busy++;
    prctl(PR_SET_NAME, "outlive-last");
    while (atomic_load(&turn) != ending) { outl_futex_wait(&turn, waiting, 0); }
    outl_heap_busy--;
    outl_signals_restore(&mask_before);
    exit(0);
}

static void start_thread(void) {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &mask_before);
    pthread_t thread;
    atomic_store(&turn, waiting);
    if (pthread_create(&thread, NULL, wait_for_last, NULL) == 0) {
        pthread_detach(thread);
    } else {
        atomic_store(&turn, no_thread);
    }
    outl_signals_restore(&mask_before);
}

void outl_first_thread_ends(void) {
    if (!outl_service_is_running()) { return; }
    outl_heap_busy++;
    if (atomic_load(&outl_heap_filtered)) {
        // The filter may forbid the start of a thread.
        outl_service_withdraw("the program ended its first thread under a filter of system calls (seccomp)");
    } else {
        start_thread();
    }
    outl_heap_busy--;
}

_Noreturn static void end_with(int status) {
    int signal = status & 0x7F;
    if (signal) {
        struct sigaction action = {.sa_handler = SIG_DFL};
        sigaction(signal, &action, NULL);
        sigset_t one = OUTL_SIGNALS(signal);
        pthread_sigmask(SIG_UNBLOCK, &one, NULL);
        syscall(SYS_tgkill, outl_heap_settings.process, syscall(SYS_gettid), signal);
    }
    // The thread that reports never ends.
    long call = outl_heap_settings.reports ? SYS_exit_group : SYS_exit;
    for (;;) { syscall(call, status >> 8 & 0xFF); }
}

void outl_first_thread_check(void) {
    static bool was_last = true;
    if (!outl_threads_first_has_ended()) { return; }
    // The kernel counts the first thread as long as there is another.
    enum { alone = 2, with_last = 3 };
    int threads = outl_status_threads() - (outl_heap_settings.reports ? 1 : 0);
    if (atomic_load(&turn) == waiting) {
        if (threads != with_last) { return; }
        atomic_store(&turn, ending);
        outl_futex_wake(&turn);
    } else if (threads == alone) {
        end_with(was_last ? outl_status_of_first() : 0);
    } else if (threads > alone) {
        was_last = false;
    }
}

#endif
