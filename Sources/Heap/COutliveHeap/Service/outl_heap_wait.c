// Concurrency contract: see the header. The signal is blocked in every thread, so that the service thread receives it
// whatever disposition the program sets.

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "outl_heap_state.h"

#if OUTL_HEAP_SERVED

#include "outl_heap_wait.h"

#include "outl_heap_descriptors.h"
#include "outl_heap_service.h"
#include "outl_heap_status.h"

#include <errno.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

enum { tick = 100000000 };

static bool has_own_files;
static int signals = -1;
static int timer;
static bool has_timer;

static sigset_t own_signal(void) {
    sigset_t own;
    sigemptyset(&own);
    sigaddset(&own, outl_service_signal());
    return own;
}

// Uses system calls, because the C library's functions need a newer version than the tier does. If no signal can be
// queued (RLIMIT_SIGPENDING), there is no timer, and the end of a first thread by a bare system call goes unnoticed.
static void start_timer(void) {
    struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = outl_service_signal()};
    event.sigev_notify_thread_id = (pid_t)syscall(SYS_gettid);
    if (syscall(SYS_timer_create, CLOCK_MONOTONIC, &event, &timer) != 0) { return; }
    has_timer = true;
    struct itimerspec times = {.it_interval.tv_nsec = tick, .it_value.tv_nsec = tick};
    syscall(SYS_timer_settime, timer, 0, &times, NULL);
}

void outl_wait_prepare(void) {
    has_own_files = outl_descriptors_leave();
    outl_status_prepare(has_own_files);
    if (!has_own_files) { return; }
    sigset_t own = own_signal();
    signals = signalfd(-1, &own, SFD_CLOEXEC);
    if (signals >= 0) { start_timer(); }
}

// The descriptors are in the thread's own table, and close with it.
void outl_wait_end(void) {
    if (has_timer) { syscall(SYS_timer_delete, timer); }
}

bool outl_wait_has_own_files(void) { return has_own_files; }

static struct outl_message message_of(int code, int value, pid_t sender) {
    return (struct outl_message){
        .is_tick = code == SI_TIMER, .is_queued = code == SI_QUEUE, .value = value, .sender = sender};
}

static bool read_signal(struct outl_message *message) {
    struct signalfd_siginfo info;
    if (read(signals, &info, sizeof info) != sizeof info) { return false; }
    *message = message_of(info.ssi_code, info.ssi_int, (pid_t)info.ssi_pid);
    return true;
}

// Waits without a descriptor, if none can be kept open.
static bool take_signal(struct outl_message *message) {
    sigset_t own = own_signal();
    siginfo_t info;
    if (sigtimedwait(&own, &info, &(struct timespec){.tv_nsec = tick}) > 0) {
        *message = message_of(info.si_code, info.si_value.sival_int, info.si_pid);
        return true;
    }
    *message = message_of(SI_TIMER, 0, 0);
    return errno == EAGAIN;
}

struct outl_message outl_wait_next(void) {
    struct outl_message message;
    while (!(signals >= 0 ? read_signal(&message) : take_signal(&message))) {}
    return message;
}

#endif
