#include "Source/hold.h"

#if OUTL_HEAP_SERVED

#include "Memory/system.h"

#include <errno.h>
#include <string.h>

// The time by which the reader, or the holding thread, may be later than the deadline before the process is ended.
static const uint64_t grace = 500000000;

enum { STOPPING, STOPPED, FAILED, ENDING, LATE };

static void set(_Atomic uint32_t *word, uint32_t value) {
    atomic_store(word, value);
    outl_futex_wake(word);
}

// Waits while a word has a value, up to a time of the monotonic clock. Returns `false` at that time.
static bool await_change(_Atomic uint32_t *word, uint32_t value, uint64_t deadline) {
    while (atomic_load(word) == value) {
        uint64_t now = outl_now(CLOCK_MONOTONIC);
        if (now >= deadline) { return false; }
        outl_futex_wait(word, value, deadline - now);
    }
    return true;
}

// MARK: The holding thread

static void *run(void *context) {
    struct outl_hold *hold = context;
    uint64_t deadline = hold->start + hold->longest;
    if (!outl_stop(hold->process, hold->folder, deadline, hold->tracees, &hold->failure)) {
        set(&hold->state, FAILED);
        return NULL;
    }
    hold->result->stopping = outl_now(CLOCK_MONOTONIC) - hold->start;
    set(&hold->state, STOPPED);
    uint32_t expected = STOPPED;
    await_change(&hold->state, STOPPED, deadline);
    bool is_late = atomic_compare_exchange_strong(&hold->state, &expected, LATE);
    outl_stop_end(hold->tracees);
    hold->end = outl_now(CLOCK_MONOTONIC);
    // The reader may be in a system call that never returns.
    if (is_late && !await_change(&hold->is_noticed, false, hold->end + grace)) { _exit(OUTL_HOLD_LATE); }
    return NULL;
}

// MARK: The timer

// Has the kernel end this process some time after the deadline. SIGKILL also ends a process that is stopped itself.
static void arm(struct outl_hold *hold) {
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGKILL};
    uint64_t end = hold->longest + 2 * grace;
    struct itimerspec time = {.it_value = {(time_t)(end / outl_second), (long)(end % outl_second)}};
    hold->has_timer = timer_create(CLOCK_MONOTONIC, &event, &hold->timer) == 0
        && timer_settime(hold->timer, 0, &time, NULL) == 0;
}

static void disarm(struct outl_hold *hold) {
    if (hold->has_timer) { timer_delete(hold->timer); }
}

// MARK: The reader

static void fail(struct outl_hold *hold) {
    outl_inspect_fail(
        hold->result, OUTL_INSPECT_PAUSED, ETIMEDOUT, "its memory was not copied within the longest pause of %lu ms",
        hold->longest / (outl_second / 1000));
}

bool outl_hold_begin(struct outl_hold *hold) {
    hold->start = outl_now(CLOCK_MONOTONIC);
    hold->failure = (struct outl_inspect_result){0};
    atomic_store(&hold->state, STOPPING);
    atomic_store(&hold->is_noticed, false);
    int error = pthread_create(&hold->thread, NULL, run, hold);
    if (error) {
        outl_inspect_fail(
            hold->result, OUTL_INSPECT_FAILED, error, "a thread cannot be started: %s", strerror(error));
        return false;
    }
    arm(hold);
    // To seize a thread may wait for a program that is being executed. The end of this process ends that.
    if (!await_change(&hold->state, STOPPING, hold->start + hold->longest + grace)) {
        outl_inspect_fail(hold->result, OUTL_INSPECT_STUCK, 0, "its threads cannot be traced");
        return false;
    }
    if (atomic_load(&hold->state) != FAILED) { return true; }
    disarm(hold);
    pthread_join(hold->thread, NULL);
    *hold->result = hold->failure;
    return false;
}

bool outl_hold_lasts(const struct outl_hold *hold) { return atomic_load(&hold->state) == STOPPED; }

bool outl_hold_end(struct outl_hold *hold) {
    uint32_t expected = STOPPED;
    bool lasted = atomic_compare_exchange_strong(&hold->state, &expected, ENDING);
    if (lasted) { outl_futex_wake(&hold->state); }
    set(&hold->is_noticed, true);
    pthread_join(hold->thread, NULL);
    disarm(hold);
    hold->result->pause = hold->end - hold->start;
    if (!lasted) { fail(hold); }
    return lasted;
}

#endif
