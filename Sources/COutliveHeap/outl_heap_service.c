// Concurrency contract:
// - The service thread has all signals blocked but those of faults; it waits for its own with sigwaitinfo. That signal
//   is blocked in the thread that starts it too, and so in all that this one starts: no thread of the program is ever
//   interrupted by it. A thread that unblocked it all the same passes it on.
// - Requests from within lie in `slots`, one for callers and one for the end of the process. A slot goes from idle to
//   posted (by whoever asks) to done (by the service), and is waited for as a futex. The callers' slot is guarded by
//   `callers`; that of the end is used once.
// - The thread has a table of descriptors of its own: the program can close or use again none of its files, and it
//   holds none of the program's open.
// - `outl_heap_busy` is raised for good on the thread: what it allocates is not recorded.

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "outl_heap_state.h"

#if OUTL_HEAP_SERVED

#include "outl_heap_service.h"

#include "outl_heap.h"
#include "outl_heap_descriptors.h"
#include "outl_heap_threads.h"

#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum slot_state { idle, posted, done };

struct slot {
    _Atomic uint32_t state;
    struct outl_snapshot snapshot;
    bool succeeded;
};

static struct slot caller_slot, end_slot;
static pthread_mutex_t callers = PTHREAD_MUTEX_INITIALIZER;
static _Atomic pid_t service_thread;
static uint32_t by_hand; // Of the service thread.

// The value of the service's signal when it comes from within; no request has this bit.
enum { wake_value = 1 << 30, number_mask = 0xFFFFFF, graph_bit = 1 << 24, cycle_bit = 1 << 25 };
static const int end_seconds = 25;

int outl_service_signal(void) { return SIGRTMIN + 2; }

bool outl_service_is_here(void) {
    return atomic_load(&service_thread) != 0 && getpid() == outl_heap_settings.process && atomic_load(&outl_heap_on);
}

bool outl_service_is_own_thread(void) { return syscall(SYS_gettid) == atomic_load(&service_thread); }

// MARK: Asking

static bool send(int value) {
    siginfo_t info = {0};
    info.si_code = SI_QUEUE;
    info.si_pid = outl_heap_settings.process;
    info.si_uid = getuid();
    info.si_value.sival_int = value;
    return syscall(
               SYS_rt_tgsigqueueinfo, outl_heap_settings.process, atomic_load(&service_thread), outl_service_signal(),
               &info)
        == 0;
}

void outl_service_pass_on(const void *received) {
    const siginfo_t *info = received;
    int saved = errno;
    // 0 stands for a signal sent by hand.
    if (outl_service_is_here()) { send(info->si_code == SI_QUEUE ? info->si_value.sival_int : 0); }
    errno = saved;
}

static uint64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

// Wakes now and then, to send the signal again where the queue of signals was full.
static bool wait_for(struct slot *slot, int seconds) {
    uint64_t deadline = seconds ? now() + (uint64_t)seconds * 1000000000 : UINT64_MAX;
    bool sent = false;
    while (atomic_load(&slot->state) != done) {
        if (!sent) { sent = send(wake_value); }
        if (now() > deadline) { return false; }
        struct timespec pause = {.tv_sec = sent ? 1 : 0, .tv_nsec = sent ? 0 : 10000000};
        syscall(SYS_futex, &slot->state, FUTEX_WAIT_PRIVATE, posted, &pause, NULL, 0);
    }
    return true;
}

bool outl_service_request(const struct outl_snapshot *snapshot) {
    if (!outl_service_is_here() || outl_service_is_own_thread()) { return false; }
    pthread_mutex_lock(&callers);
    caller_slot.snapshot = *snapshot;
    atomic_store(&caller_slot.state, posted);
    wait_for(&caller_slot, 0);
    bool succeeded = caller_slot.succeeded;
    atomic_store(&caller_slot.state, idle);
    pthread_mutex_unlock(&callers);
    return succeeded;
}

void outl_service_at_end(enum outl_reason reason, int signal) {
    int saved = errno;
    if (outl_heap_settings.at_exit && outl_service_is_here() && !outl_service_is_own_thread()) {
        static atomic_flag asked = ATOMIC_FLAG_INIT;
        if (!atomic_flag_test_and_set(&asked)) {
            end_slot.snapshot = (struct outl_snapshot){.reason = reason, .number = (uint32_t)signal};
            atomic_store(&end_slot.state, posted);
        }
        // Whoever comes second may find it idle still, for a moment.
        while (atomic_load(&end_slot.state) == idle) { sched_yield(); }
        wait_for(&end_slot, end_seconds);
    }
    errno = saved;
}

// MARK: Answering

static void serve(struct slot *slot) {
    if (atomic_load(&slot->state) != posted) { return; }
    slot->succeeded = outl_snapshot_take(&slot->snapshot);
    atomic_store(&slot->state, done);
    syscall(SYS_futex, &slot->state, FUTEX_WAKE_PRIVATE, INT32_MAX, NULL, NULL, 0);
}

static void answer(const siginfo_t *info) {
    int value = info->si_code == SI_QUEUE ? info->si_value.sival_int : 0;
    if (value & wake_value) {
        serve(&caller_slot);
        serve(&end_slot);
        return;
    }
    struct outl_snapshot snapshot = {
        .reason = OUTL_REASON_REQUEST,
        .number = (uint32_t)value & number_mask,
        .with_graph = (value & graph_bit) != 0,
        .ends_cycle = (value & cycle_bit) != 0,
    };
    if (snapshot.number == 0) { snapshot = (struct outl_snapshot){.reason = OUTL_REASON_SIGNAL, .number = ++by_hand}; }
    outl_snapshot_take(&snapshot);
}

static void *run(void *context) {
    (void)context;
    outl_heap_busy++;
    prctl(PR_SET_NAME, "outlive-heap");
    outl_descriptors_leave();
    atomic_store(&service_thread, (pid_t)syscall(SYS_gettid));
    sigset_t own;
    sigemptyset(&own);
    sigaddset(&own, outl_service_signal());
    for (;;) {
        siginfo_t info;
        if (sigwaitinfo(&own, &info) > 0) { answer(&info); }
    }
    return NULL;
}

// MARK: Starting

// All but faults, which a handler takes, see outl_heap_guard.h.
static void block_all(sigset_t *before) {
    sigset_t all;
    sigfillset(&all);
    static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS};
    for (size_t index = 0; index < sizeof faults / sizeof faults[0]; index++) { sigdelset(&all, faults[index]); }
    pthread_sigmask(SIG_SETMASK, &all, before);
}

bool outl_heap_service_start(char *reason, int reason_size) {
    outl_heap_busy++;
    sigset_t before;
    block_all(&before);
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    // The runtime demangles names recursively.
    pthread_attr_setstacksize(&attributes, (size_t)1 << 21);
    pthread_t thread;
    int error = pthread_create(&thread, &attributes, run, NULL);
    pthread_attr_destroy(&attributes);
    if (error == 0) { sigaddset(&before, outl_service_signal()); }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (error) {
        char text[128];
        snprintf(
            reason, (size_t)reason_size, "no thread can be started that takes the census: %s",
            strerror_r(error, text, sizeof text));
    } else {
        while (atomic_load(&service_thread) == 0) { sched_yield(); }
        outl_threads_prepare();
        outl_signals_prepare();
#if !OUTL_HEAP_SANITIZED
        if (outl_heap_settings.at_exit) { outl_exit_prepare(); }
#endif
    }
    outl_heap_busy--;
    return error == 0;
}

#endif
