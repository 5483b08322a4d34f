// A program whose first thread ends goes on, and ends with the last of its threads. The service thread must not keep it
// alive: it looks now and then whether it is left alone.
//
// After pthread_exit the C library's last thread calls `exit`; the library counts the service's thread too, and would wait
// for that one for ever. So another thread is started, which calls `exit` in the place of the last one: the service itself
// cannot, as it has none of the program's files open, and handlers of `exit` write to them. After a bare system call no
// handler runs in any program; then it is the service thread that ends last, in the same way. So it is where the kernel
// ended the first thread alone (seccomp: strict, or SECCOMP_RET_KILL_THREAD). The status of the process is that of the thread
// that ends last (before Linux 5.17 of the first one): the service takes that of the first thread, if it was the last but the
// service, and otherwise 0, with which the C library ends threads.
//
// Concurrency contract: `outl_leader_ends` runs on the first thread, among its destructors. The new thread has all
// signals blocked until the end, when it has the mask that the first thread had. It waits for `turn` as a futex.

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "outl_heap_state.h"

#if OUTL_HEAP_SERVED

#include "outl_heap_leader.h"

#include "outl_heap_service.h"
#include "outl_heap_status.h"
#include "outl_heap_threads.h"

#include <linux/futex.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

// Of the thread that ends the program: it waits, and it may.
enum turn { no_thread, waiting, come };
static _Atomic uint32_t turn = no_thread;
static sigset_t mask_before;

static void *wait_for_last(void *unused) {
    (void)unused;
    outl_heap_busy++;
    prctl(PR_SET_NAME, "outlive-last");
    while (atomic_load(&turn) != come) { syscall(SYS_futex, &turn, FUTEX_WAIT_PRIVATE, waiting, NULL, NULL, 0); }
    outl_heap_busy--;
    pthread_sigmask(SIG_SETMASK, &mask_before, NULL);
    exit(0);
}

static void start_last(void) {
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
    pthread_sigmask(SIG_SETMASK, &mask_before, NULL);
}

void outl_leader_ends(void) {
    if (!outl_service_is_here()) { return; }
    outl_heap_busy++;
    if (atomic_load(&outl_heap_filtered)) {
        // It may forbid to start a thread.
        outl_service_withdraw("the program ended its first thread under a filter of system calls (seccomp)");
    } else {
        start_last();
    }
    outl_heap_busy--;
}

_Noreturn static void end_with(int status) {
    int signal = status & 0x7F;
    if (signal) {
        struct sigaction action = {.sa_handler = SIG_DFL};
        sigaction(signal, &action, NULL);
        sigset_t one;
        sigemptyset(&one);
        sigaddset(&one, signal);
        pthread_sigmask(SIG_UNBLOCK, &one, NULL);
        syscall(SYS_tgkill, outl_heap_settings.process, syscall(SYS_gettid), signal);
    }
    for (;;) { syscall(SYS_exit, status >> 8 & 0xFF); }
}

void outl_leader_check(void) {
    static bool was_last = true;
    if (!outl_threads_first_has_ended()) { return; }
    // The first one is counted for as long as there is another.
    enum { alone = 2, with_last = 3 };
    int threads = outl_status_threads();
    if (atomic_load(&turn) == waiting) {
        if (threads != with_last) { return; }
        atomic_store(&turn, come);
        syscall(SYS_futex, &turn, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
    } else if (threads == alone) {
        end_with(was_last ? outl_status_of_first() : 0);
    } else if (threads > alone) {
        was_last = false;
    }
}

#endif
