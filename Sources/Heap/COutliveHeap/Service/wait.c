#include "Service/wait.h"

#if OUTL_HEAP_SERVED

#include "Base/tier_files.h"
#include "Memory/system.h"

#include <errno.h>
#include <sys/signalfd.h>

#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

static const struct timespec tick = {.tv_nsec = 100000000};
static int signals = -1;
static int timer;
static bool has_timer;

int outl_wait_signal(void) { return SIGRTMIN + 2; }

// Uses system calls, because the C library's functions need a newer version than the tier does. If no signal can be
// queued (RLIMIT_SIGPENDING), there is no timer, and the end of a first thread by a bare system call goes unnoticed.
static void start_timer(void) {
    struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = outl_wait_signal()};
    event.sigev_notify_thread_id = (pid_t)syscall(SYS_gettid);
    if (syscall(SYS_timer_create, CLOCK_MONOTONIC, &event, &timer) != 0) { return; }
    has_timer = true;
    struct itimerspec times = {.it_interval = tick, .it_value = tick};
    syscall(SYS_timer_settime, timer, 0, &times, NULL);
}

bool outl_wait_prepare(void) {
    if (!outl_descriptors_leave()) { return false; }
    sigset_t own = OUTL_SIGNALS(outl_wait_signal());
    signals = signalfd(-1, &own, SFD_CLOEXEC);
    if (signals >= 0) { start_timer(); }
    return true;
}

// The descriptors are in the thread's own table, and close with it.
void outl_wait_end(void) {
    if (has_timer) { syscall(SYS_timer_delete, timer); }
}

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
    sigset_t own = OUTL_SIGNALS(outl_wait_signal());
    siginfo_t info;
    if (sigtimedwait(&own, &info, &tick) > 0) {
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
