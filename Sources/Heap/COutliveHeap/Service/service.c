// Concurrency contract:
//
// - The service thread blocks all signals, so that it takes none that the program waits for. It unblocks the signals of
//   faults during guarded work, and the runtime's backtracer's for `outl_service_open`; it waits for its own. Its own
//   signal is also blocked in the thread that starts it, and so in all threads that this one starts: it never
//   interrupts a thread of the program. A thread that unblocked it forwards it.
// - Requests from within the process are in slots: one for callers, one for fatal signals and one for exits. A slot
//   goes from idle to posted (by the requester) to done (by the service), and is awaited as a futex, with a deadline.
//   The callers' slot is guarded by `callers`; the other two are used once each, by the first thread that needs them.
// - A thread that waits may hold a lock that the service needs, if a signal interrupted it: so every wait for the
//   service at the end of the process has a deadline, and the service does not query the loader while that is at work.
// - The thread has a descriptor table of its own if the system allows it: the program cannot close or reuse its
//   descriptors, and it keeps none of the program's open.
// - Before the program forbids itself system calls, the service ends, see confine.c: the census is less important than
//   the program, which the filter would end. For filters not seen there, the service checks if it is confined before
//   each request, see `outl_status_is_confined`.
// - `outl_heap_busy` stays raised on the thread: its allocations are not recorded.
#include "Service/service.h"

#if OUTL_HEAP_SERVED

#include "Allocation/allocator.h"
#include "Base/own_memory.h"
#include "Base/room.h"
#include "Base/state.h"
#include "Base/tier_files.h"
#include "Memory/system.h"
#include "Service/status.h"
#include "Service/wait.h"
#include "Snapshot/snapshot.h"

#include <errno.h>
#include <sched.h>
#include <stdatomic.h>
#include <sys/prctl.h>

// The states of slots and other requests.
enum { idle, posted, done };

struct slot {
    _Atomic uint32_t state;
    atomic_flag was_requested; // Used by the two slots of the end only.
    uint64_t deadline;         // On the monotonic clock. All waiting threads share it.
    struct outl_snapshot snapshot;
    bool succeeded;
};

static struct slot caller_slot, fatal_slot, exit_slot;
static pthread_mutex_t callers = PTHREAD_MUTEX_INITIALIZER;
static const struct outl_service_hooks *hooks;
static pthread_t handle; // The service thread.
static _Atomic pid_t service_thread;
static __thread bool is_own_thread OUTL_INITIAL_TLS;
static _Atomic uint32_t opening; // The state of a request to unblock the backtracer's signals.
static _Atomic(const char *) withdrawal_reason;
static _Atomic uint32_t withdrawal; // The state of a request to end the service.
static _Atomic uint32_t joined;     // Idle, then done: the service thread has ended, or did not end in time.
_Atomic bool outl_heap_filtered;

// The value of the service's signal from within the process; no request has this bit.
enum { wake_value = 1 << 30, number_mask = 0xFFFFFF, graph_bit = 1 << 24, cycle_bit = 1 << 25 };
enum { state_bit = 1 << 26, state_alone_bit = 1 << 27 };
// The timeouts. The copy has 120 seconds, see Snapshot/snapshot.c, and another request may come first.
enum { caller_seconds = 300, end_seconds = 10, open_seconds = 2 };

static uint64_t deadline_in(uint64_t seconds) { return outl_now(CLOCK_MONOTONIC) + seconds * outl_second; }
static bool is_past(uint64_t deadline) { return outl_now(CLOCK_MONOTONIC) > deadline; }

static void complete(_Atomic uint32_t *state) {
    atomic_store(state, done);
    outl_futex_wake(state);
}

// No system call if the tier has withdrawn, or in a child of fork.
bool outl_service_is_running(void) {
    return atomic_load(&outl_heap_on) && atomic_load(&service_thread) != 0 && getpid() == outl_heap_settings.process;
}

pid_t outl_service_thread(void) { return atomic_load(&service_thread); }

static bool can_wait(void) { return outl_service_is_running() && !is_own_thread; }

// MARK: Requests

static bool send(int value) {
    siginfo_t info = {0};
    info.si_code = SI_QUEUE;
    info.si_pid = outl_heap_settings.process;
    info.si_value.sival_int = value;
    pid_t thread = atomic_load(&service_thread);
    return syscall(SYS_rt_tgsigqueueinfo, outl_heap_settings.process, thread, outl_wait_signal(), &info) == 0;
}

// If no signal can be queued (RLIMIT_SIGPENDING), one without a value still arrives.
static _Atomic uint32_t wakes_without_value;

static bool wake(void) {
    if (send(wake_value)) { return true; }
    atomic_fetch_add(&wakes_without_value, 1);
    return kill(outl_heap_settings.process, outl_wait_signal()) == 0;
}

static bool is_wake(const struct outl_message *message) {
    if (message->is_queued) { return message->value & wake_value; }
    bool is_own = message->sender == 0 || message->sender == outl_heap_settings.process;
    // Only the service thread decrements it.
    if (!is_own || atomic_load(&wakes_without_value) == 0) { return false; }
    atomic_fetch_sub(&wakes_without_value, 1);
    return true;
}

void outl_service_forward(const void *received) {
    const siginfo_t *info = received;
    int saved = errno;
    // 0 stands for a signal sent by hand.
    if (outl_service_is_running()) { send(info->si_code == SI_QUEUE ? info->si_value.sival_int : 0); }
    errno = saved;
}

// Repeats the signal every second, in case a thread with the signal unblocked received it.
static bool wait_for(struct slot *slot) {
    while (atomic_load(&slot->state) != done) {
        if (is_past(slot->deadline) || atomic_load(&service_thread) == 0 || !wake()) { return false; }
        outl_futex_wait(&slot->state, posted, outl_second);
    }
    return true;
}

static bool request(const struct outl_snapshot *snapshot) {
    bool succeeded = false;
    // A slot that is still posted shows that the service is stuck in the previous request.
    if (atomic_load(&caller_slot.state) != posted) {
        caller_slot.snapshot = *snapshot;
        caller_slot.deadline = deadline_in(caller_seconds);
        atomic_store(&caller_slot.state, posted);
        succeeded = wait_for(&caller_slot) && caller_slot.succeeded;
    }
    return succeeded;
}

bool outl_service_request(const struct outl_snapshot *snapshot) {
    if (!can_wait()) { return false; }
    pthread_mutex_lock(&callers);
    bool succeeded = request(snapshot);
    pthread_mutex_unlock(&callers);
    return succeeded;
}

static bool is_released; // For the service thread only.

// Called on the service thread: the copy is made, and the caller may continue.
static void release_caller(void) {
    is_released = true;
    caller_slot.succeeded = true;
    complete(&caller_slot.state);
}

void outl_service_request_state(const struct outl_moment *moment) {
    // Guarded by `callers`. A caller that does not wait any more may leave its own.
    static struct outl_moment kept;
    static uint32_t number;
    if (!can_wait()) { return; }
    pthread_mutex_lock(&callers);
    if (atomic_load(&caller_slot.state) != posted) {
        kept = *moment;
        request(&(struct outl_snapshot){
            .reason = OUTL_REASON_REQUEST, .number = ++number, .with_state = true, .without_heap = true,
            .moment = &kept, .copied = release_caller});
    }
    pthread_mutex_unlock(&callers);
}

static void post_once(struct slot *slot, enum outl_reason reason, int signal) {
    sigset_t before;
    // A handler that interrupted here would wait for the slot that this thread is about to post.
    outl_signals_block(&before);
    if (!atomic_flag_test_and_set(&slot->was_requested)) {
        slot->snapshot = (struct outl_snapshot){
            .reason = reason, .number = (uint32_t)signal, .with_graph = outl_heap_settings.with_graph};
        slot->deadline = deadline_in(end_seconds);
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
    if (outl_heap_settings.at_exit && can_wait()) {
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
    if (can_wait()) {
        // Waits for the service, because the backtracer first checks that it can stop each thread.
        uint64_t deadline = deadline_in(open_seconds);
        atomic_store(&opening, posted);
        wake();
        while (atomic_load(&opening) == posted && !is_past(deadline)) {
            outl_futex_wait(&opening, posted, outl_second / 10);
        }
    }
    errno = saved;
}

// MARK: Withdrawal

bool outl_service_is_withdrawing(void) {
    return atomic_load(&withdrawal_reason) && atomic_load(&joined) != done && getpid() == outl_heap_settings.process;
}

// Also joins the thread, which makes system calls at its end. A census in progress is completed first.
static void end_service(void) {
    uint64_t deadline = deadline_in(caller_seconds);
    while (atomic_load(&withdrawal) == posted && !is_past(deadline) && wake()) {
        outl_futex_wait(&withdrawal, posted, outl_second);
    }
    if (atomic_load(&withdrawal) == done) { pthread_join(handle, NULL); }
    complete(&joined);
}

void outl_service_withdraw(const char *reason) {
    if (is_own_thread) { return; }
    const char *none = NULL;
    if (!atomic_compare_exchange_strong(&withdrawal_reason, &none, reason)) {
        while (atomic_load(&joined) != done) { outl_futex_wait(&joined, idle, outl_second); }
        return;
    }
    // Recording has no use without a service, and from here on must make no system call.
    atomic_store(&outl_heap_on, false);
    hooks->withdraw();
    atomic_store(&withdrawal, posted);
    end_service();
}

// MARK: The service thread

// The runtime's backtracer stops each thread by one of these signals, and reports threads that it cannot stop.
static void mask_backtracer(int how) {
    sigset_t signals = OUTL_SIGNALS(SIGPROF, SIGUSR1, SIGUSR2);
    pthread_sigmask(how, &signals, NULL);
}

static void serve(struct slot *slot, bool is_confined) {
    if (atomic_load(&slot->state) != posted) { return; }
    if (!is_confined) { mask_backtracer(SIG_BLOCK); }
    struct outl_snapshot snapshot = slot->snapshot;
    struct outl_moment moment;
    if (snapshot.moment) {
        // The caller may post its next request before this one is done.
        moment = *snapshot.moment;
        snapshot.moment = &moment;
    }
    is_released = false;
    bool succeeded = !is_confined && outl_snapshot_take(&snapshot);
    if (is_released) { return; }
    slot->succeeded = succeeded;
    complete(&slot->state);
}

// Answers all posted requests. If the thread is confined, they fail.
static void serve_all(bool is_confined) {
    serve(&caller_slot, is_confined);
    serve(&fatal_slot, is_confined);
    serve(&exit_slot, is_confined);
    if (atomic_load(&opening) != posted) { return; }
    if (!is_confined) { mask_backtracer(SIG_UNBLOCK); }
    complete(&opening);
}

static void answer(const struct outl_message *message) {
    static uint32_t by_hand; // The number of snapshots requested by hand.
    bool is_confined = outl_status_is_confined();
    serve_all(is_confined);
    if (is_wake(message) || is_confined) { return; }
    mask_backtracer(SIG_BLOCK);
    int value = message->is_queued ? message->value : 0;
    struct outl_snapshot snapshot = {
        .reason = OUTL_REASON_REQUEST,
        .number = (uint32_t)value & number_mask,
        .with_graph = (value & graph_bit) != 0,
        .ends_cycle = (value & cycle_bit) != 0,
        .with_state = (value & (state_bit | state_alone_bit)) != 0,
        .without_heap = (value & state_alone_bit) != 0,
    };
    if (snapshot.number == 0) {
        snapshot = (struct outl_snapshot){
            .reason = OUTL_REASON_SIGNAL, .number = ++by_hand, .with_graph = outl_heap_settings.with_graph};
    }
    outl_snapshot_take(&snapshot);
}

static void *run(void *context) {
    (void)context;
    outl_heap_busy++;
    is_own_thread = true;
    prctl(PR_SET_NAME, "outlive-heap");
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, NULL);
    outl_allocator_prepare_thread();
    bool has_own_files = outl_wait_prepare();
    outl_status_prepare(has_own_files);
    outl_snapshot_prepare(has_own_files);
    pid_t thread = (pid_t)syscall(SYS_gettid);
    atomic_store(&outl_heap_own.thread, (uint32_t)thread);
    atomic_store(&service_thread, thread);
    while (atomic_load(&withdrawal) != posted) {
        struct outl_message message = outl_wait_next();
        if (message.is_tick) { hooks->tick(); } else { answer(&message); }
    }
    // Fails the pending requests; later callers see that there is no service.
    outl_snapshot_refuse(atomic_load(&withdrawal_reason));
    outl_wait_end();
    atomic_store(&service_thread, 0);
    serve_all(true);
    complete(&withdrawal);
    return NULL;
}

bool outl_service_start(const struct outl_service_hooks *own_hooks, char *reason, size_t reason_size) {
    hooks = own_hooks;
    sigset_t before;
    outl_signals_block(&before);
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    // The runtime demangles names recursively, unless they come from metadata.
    pthread_attr_setstacksize(&attributes, (size_t)1 << (outl_room_is_limited() ? 20 : 21));
    int error = pthread_create(&handle, &attributes, run, NULL);
    pthread_attr_destroy(&attributes);
    if (error == 0) { sigaddset(&before, outl_wait_signal()); }
    outl_signals_restore(&before);
    if (error) { outl_error_describe(reason, reason_size, "no thread can be started that takes the census", error); }
    while (error == 0 && atomic_load(&service_thread) == 0) { sched_yield(); }
    return error == 0;
}

#endif
