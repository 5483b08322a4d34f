// Concurrency contract:
//
// - The service thread blocks all signals, so that it takes none that the program waits for. It unblocks those of
//   faults during guarded work, and those of the runtime's backtracer for `outl_service_open`; it waits for its own.
//   Its own signal is also blocked in the thread that starts it, and so in all threads that this one starts: it never
//   interrupts a thread of the program. A thread that unblocked it forwards it.
// - Requests from within the process are in slots: one for callers, one for fatal signals and one for exits. A slot
//   goes from idle to posted (by the requester) to done (by the service), and is awaited as a futex, with a deadline.
//   The callers' slot is guarded by `callers`; the other two are used once each, by the first thread that needs them.
// - A thread that waits may hold a lock that the service needs, if a signal interrupted it: so every wait for the
//   service at the end of the process has a deadline, and the service does not query the loader while that is at work.
// - The thread has a descriptor table of its own if the system allows it: the program cannot close or reuse its
//   descriptors, and it keeps none of the program's open.
// - Before the program forbids itself system calls, the service ends, see outl_heap_confine.c: the census is less
//   important than the program, which the filter would end. For filters not seen there, the service checks if it is
//   confined before each request, see outl_heap_status.h.
// - `outl_heap_busy` stays raised on the thread: its allocations are not recorded.

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "outl_heap_state.h"

#if OUTL_HEAP_SERVED

#include "outl_heap_service.h"

#include "outl_heap.h"
#include "outl_heap_leader.h"
#include "outl_heap_masked.h"
#include "outl_heap_modules.h"
#include "outl_heap_status.h"
#include "outl_heap_threads.h"
#include "outl_heap_wait.h"

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
    atomic_flag asked; // Used by the two slots of the end only.
    uint64_t deadline; // On the monotonic clock. All waiting threads share it.
    struct outl_snapshot snapshot;
    bool succeeded;
};

static struct slot caller_slot, fatal_slot, exit_slot;
static pthread_mutex_t callers = PTHREAD_MUTEX_INITIALIZER;
static _Atomic pid_t service_thread;
static uint32_t by_hand; // The snapshots requested by hand. Used by the service thread only.
static _Atomic uint32_t opening; // The state of a request to unblock the backtracer's signals: idle, posted, done.
_Atomic bool outl_heap_filtered;
static pthread_t handle; // The service thread.
static _Atomic(const char *) reason_to_leave;
static _Atomic uint32_t leaving; // The state of a request to end the service.
static _Atomic uint32_t joined;  // Idle, then done: the service thread has ended, or did not end in time.

// The value of the service's signal from within the process; no request has this bit.
enum { wake_value = 1 << 30, number_mask = 0xFFFFFF, graph_bit = 1 << 24, cycle_bit = 1 << 25 };
// The timeouts. The copy has 120 seconds, see outl_heap_file.c, and another request may come first.
static const uint64_t second = 1000000000, caller_seconds = 300, end_seconds = 10, open_seconds = 2;

int outl_service_signal(void) { return SIGRTMIN + 2; }

// No system call if the tier has withdrawn, or in a child of fork.
bool outl_service_is_here(void) {
    return atomic_load(&outl_heap_on) && atomic_load(&service_thread) != 0 && getpid() == outl_heap_settings.process;
}

static __thread bool is_own_thread __attribute__((tls_model("initial-exec")));

bool outl_service_is_own_thread(void) { return is_own_thread; }

// MARK: Requests

static bool send(int value) {
    siginfo_t info = {0};
    info.si_code = SI_QUEUE;
    info.si_pid = outl_heap_settings.process;
    info.si_value.sival_int = value;
    return syscall(
               SYS_rt_tgsigqueueinfo, outl_heap_settings.process, atomic_load(&service_thread), outl_service_signal(),
               &info)
        == 0;
}

// If no signal can be queued (RLIMIT_SIGPENDING), one without a value still arrives.
static _Atomic uint32_t wakes_by_nothing;

static bool wake(void) {
    if (send(wake_value)) { return true; }
    atomic_fetch_add(&wakes_by_nothing, 1);
    return kill(outl_heap_settings.process, outl_service_signal()) == 0;
}

static bool is_wake(const struct outl_message *message) {
    if (message->is_queued) { return message->value & wake_value; }
    bool may_be = message->sender == 0 || message->sender == outl_heap_settings.process;
    // Only the service thread decrements it.
    if (!may_be || atomic_load(&wakes_by_nothing) == 0) { return false; }
    atomic_fetch_sub(&wakes_by_nothing, 1);
    return true;
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

// Repeats the signal every second, in case a thread with the signal unblocked received it.
static bool wait_for(struct slot *slot) {
    while (atomic_load(&slot->state) != done) {
        if (now() > slot->deadline || atomic_load(&service_thread) == 0 || !wake()) { return false; }
        struct timespec pause = {.tv_sec = 1};
        syscall(SYS_futex, &slot->state, FUTEX_WAIT_PRIVATE, posted, &pause, NULL, 0);
    }
    return true;
}

bool outl_service_request(const struct outl_snapshot *snapshot) {
    if (!outl_service_is_here() || outl_service_is_own_thread()) { return false; }
    pthread_mutex_lock(&callers);
    bool succeeded = false;
    // A slot that is still posted shows that the service is stuck in the previous request.
    if (atomic_load(&caller_slot.state) != posted) {
        caller_slot.snapshot = *snapshot;
        caller_slot.deadline = now() + caller_seconds * second;
        atomic_store(&caller_slot.state, posted);
        succeeded = wait_for(&caller_slot) && caller_slot.succeeded;
    }
    pthread_mutex_unlock(&callers);
    return succeeded;
}

static void post_once(struct slot *slot, enum outl_reason reason, int signal) {
    sigset_t before;
    // A handler that interrupted here would wait for the slot that this thread is about to post.
    outl_signals_block(&before);
    if (!atomic_flag_test_and_set(&slot->asked)) {
        slot->snapshot = (struct outl_snapshot){.reason = reason, .number = (uint32_t)signal};
        slot->deadline = now() + end_seconds * second;
        atomic_store(&slot->state, posted);
    }
    outl_signals_restore(&before);
    // A second thread may find the slot idle for a moment.
    while (atomic_load(&slot->state) == idle) { sched_yield(); }
}

// A handler may recover from a fault: the exit then has a census of its own. A fatal signal during an exit, and an exit
// during a fatal signal, wait for the census in progress.
void outl_service_at_end(enum outl_reason reason, int signal) {
    int saved = errno;
    if (outl_heap_settings.at_exit && outl_service_is_here() && !outl_service_is_own_thread()) {
        bool is_exit = reason == OUTL_REASON_EXIT ? atomic_load(&fatal_slot.state) != posted
                                                  : atomic_load(&exit_slot.state) != idle;
        struct slot *slot = is_exit ? &exit_slot : &fatal_slot;
        post_once(slot, reason, signal);
        wait_for(slot);
    }
    errno = saved;
}

void outl_service_open(void) {
    int saved = errno;
    if (outl_service_is_here() && !outl_service_is_own_thread()) {
        // Waits for the service, because the backtracer first checks that it can stop each thread.
        uint64_t deadline = now() + open_seconds * second;
        atomic_store(&opening, posted);
        wake();
        while (atomic_load(&opening) == posted && now() < deadline) {
            struct timespec pause = {.tv_nsec = 100000000};
            syscall(SYS_futex, &opening, FUTEX_WAIT_PRIVATE, posted, &pause, NULL, 0);
        }
    }
    errno = saved;
}

bool outl_service_is_withdrawing(void) {
    return atomic_load(&reason_to_leave) && atomic_load(&joined) != done && getpid() == outl_heap_settings.process;
}

// Also joins the thread, which makes system calls at its end. A census in progress is completed first.
static void end_service(void) {
    uint64_t deadline = now() + caller_seconds * second;
    while (atomic_load(&leaving) == posted && now() < deadline && wake()) {
        struct timespec pause = {.tv_sec = 1};
        syscall(SYS_futex, &leaving, FUTEX_WAIT_PRIVATE, posted, &pause, NULL, 0);
    }
    if (atomic_load(&leaving) == done) { pthread_join(handle, NULL); }
    atomic_store(&joined, done);
    syscall(SYS_futex, &joined, FUTEX_WAKE_PRIVATE, INT32_MAX, NULL, NULL, 0);
}

void outl_service_withdraw(const char *reason) {
    if (outl_service_is_own_thread()) { return; }
    const char *none = NULL;
    if (!atomic_compare_exchange_strong(&reason_to_leave, &none, reason)) {
        while (atomic_load(&joined) != done) {
            struct timespec pause = {.tv_sec = 1};
            syscall(SYS_futex, &joined, FUTEX_WAIT_PRIVATE, idle, &pause, NULL, 0);
        }
        return;
    }
    // Recording has no use without a service, and from here on must make no system call.
    atomic_store(&outl_heap_on, false);
    outl_signals_give_back();
    atomic_store(&leaving, posted);
    end_service();
}

// MARK: The service thread

// The runtime's backtracer stops each thread by one of these signals, and reports threads that it cannot stop.
static void mask_backtracer(int how) {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGPROF);
    sigaddset(&signals, SIGUSR1);
    sigaddset(&signals, SIGUSR2);
    pthread_sigmask(how, &signals, NULL);
}

static void complete(struct slot *slot, bool succeeded) {
    slot->succeeded = succeeded;
    atomic_store(&slot->state, done);
    syscall(SYS_futex, &slot->state, FUTEX_WAKE_PRIVATE, INT32_MAX, NULL, NULL, 0);
}

static void serve(struct slot *slot, bool is_confined) {
    if (atomic_load(&slot->state) != posted) { return; }
    if (is_confined) {
        complete(slot, false);
        return;
    }
    mask_backtracer(SIG_BLOCK);
    complete(slot, outl_snapshot_take(&slot->snapshot));
}

static void open_to_backtracer(bool is_confined) {
    if (atomic_load(&opening) != posted) { return; }
    if (!is_confined) { mask_backtracer(SIG_UNBLOCK); }
    atomic_store(&opening, done);
    syscall(SYS_futex, &opening, FUTEX_WAKE_PRIVATE, INT32_MAX, NULL, NULL, 0);
}

static void answer(const struct outl_message *message) {
    bool is_confined = outl_status_is_confined();
    serve(&caller_slot, is_confined);
    serve(&fatal_slot, is_confined);
    serve(&exit_slot, is_confined);
    open_to_backtracer(is_confined);
    if (is_wake(message) || is_confined) { return; }
    mask_backtracer(SIG_BLOCK);
    int value = message->is_queued ? message->value : 0;
    struct outl_snapshot snapshot = {
        .reason = OUTL_REASON_REQUEST,
        .number = (uint32_t)value & number_mask,
        .with_graph = (value & graph_bit) != 0,
        .ends_cycle = (value & cycle_bit) != 0,
    };
    if (snapshot.number == 0) { snapshot = (struct outl_snapshot){.reason = OUTL_REASON_SIGNAL, .number = ++by_hand}; }
    outl_snapshot_take(&snapshot);
}

// Fails the pending requests; later callers see that there is no service.
static void leave(void) {
    outl_snapshot_refuse(atomic_load(&reason_to_leave));
    outl_wait_end();
    atomic_store(&service_thread, 0);
    serve(&caller_slot, true);
    serve(&fatal_slot, true);
    serve(&exit_slot, true);
    open_to_backtracer(true);
    atomic_store(&leaving, done);
    syscall(SYS_futex, &leaving, FUTEX_WAKE_PRIVATE, INT32_MAX, NULL, NULL, 0);
}

static void *run(void *context) {
    (void)context;
    outl_heap_busy++;
    is_own_thread = true;
    prctl(PR_SET_NAME, "outlive-heap");
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, NULL);
    outl_wait_prepare();
    outl_snapshot_prepare(outl_wait_has_own_files());
    atomic_store(&service_thread, (pid_t)syscall(SYS_gettid));
    while (atomic_load(&leaving) != posted) {
        struct outl_message message = outl_wait_next();
        if (message.is_tick) { outl_leader_check(); } else { answer(&message); }
    }
    leave();
    return NULL;
}

// MARK: Start

bool outl_heap_service_start(char *reason, int reason_size) {
    outl_heap_busy++;
    sigset_t before;
    outl_signals_block(&before);
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    // The runtime demangles names recursively.
    pthread_attr_setstacksize(&attributes, (size_t)1 << 21);
    int error = pthread_create(&handle, &attributes, run, NULL);
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
        // The modules must be known in case the loader is at work at the end. The program's path must be known before
        // its first thread ends.
        outl_heap_modules_refresh();
        outl_signals_prepare();
#if !OUTL_HEAP_SANITIZED
        if (outl_heap_settings.at_exit) { outl_exit_prepare(); }
#endif
    }
    outl_heap_busy--;
    return error == 0;
}

#endif
