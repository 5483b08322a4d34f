// PTRACE_SEIZE leaves a thread running, PTRACE_INTERRUPT stops it without a signal. A thread may start others until it
// has stopped, so the list of threads is final only if it is unchanged while all of them are stopped. One that was in
// it and ended meanwhile is a change: it may have started another. The kernel ends the list at one that ends just then,
// so there also have to be as many as it counts.
//
// The list begins with the first thread: if there are two inspections at once, one seizes it, and the other nothing.
#include "Source/stop.h"

#if OUTL_HEAP_SERVED

#include "Memory/system.h"
#include "Source/permit.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>

static struct outl_tracee *tracee_at(const struct outl_array *tracees, size_t index) {
    return (struct outl_tracee *)tracees->items + index;
}

// Returns the letter of a thread's state, or the letter for an ended one if there is no such thread.
static char state_of(int folder, pid_t id) {
    char path[64], text[256];
    snprintf(path, sizeof path, "task/%d/stat", id);
    int file = openat(folder, path, O_RDONLY | O_CLOEXEC);
    ssize_t got = file >= 0 ? read(file, text, sizeof text - 1) : 0;
    if (file >= 0) { close(file); }
    text[got > 0 ? got : 0] = 0;
    // The state follows the name, which may contain any characters.
    const char *state = strrchr(text, ')');
    return state ? state[2] : 'X';
}

// Returns `true` if a thread has ended, though it is still listed: the first thread may end before the others.
static bool has_ended(int folder, pid_t id) {
    char state = state_of(folder, id);
    return state == 'Z' || state == 'X';
}

// Returns `false` with the reason in the result if the pause has taken too long.
static bool is_in_time(uint64_t deadline, struct outl_inspect_result *result) {
    if (!outl_is_late(deadline)) { return true; }
    outl_inspect_fail(
        result, OUTL_INSPECT_PAUSED, ETIMEDOUT, "its threads did not stop within the longest pause");
    return false;
}

static bool fail_of_memory(struct outl_inspect_result *result) {
    outl_inspect_fail(result, OUTL_INSPECT_FAILED, ENOMEM, "no memory for the list of threads");
    return false;
}

// MARK: Threads that end

// Takes note of the threads that have ended, whose IDs become 0: one that executes another program waits for that.
//
// Each is asked for by itself, because a wait for any of them would take the stops of others as well.
static void take_ended(struct outl_array *tracees) {
    for (size_t index = 0; index < tracees->count; index++) {
        struct outl_tracee *tracee = tracee_at(tracees, index);
        siginfo_t info = {0};
        const int options = WEXITED | WNOHANG | WNOWAIT | __WALL;
        if (!tracee->id || waitid(P_PID, (id_t)tracee->id, &info, options) != 0) { continue; }
        if (info.si_pid != tracee->id || info.si_code == CLD_TRAPPED) { continue; }
        waitpid(tracee->id, NULL, __WALL | WNOHANG);
        tracee->id = 0;
    }
}

// The seized threads while another one is being seized, which waits as long as that thread executes another program.
// The program in turn waits until the death of the others is taken note of: the handler of a timer does that.
//
// Concurrency: written and read by the one thread of this process. It is set only where the list is whole, so that the
// handler may change it.
static struct outl_array *volatile waiting;

static void handle_timer(int signal) {
    (void)signal;
    int error = errno;
    struct outl_array *tracees = waiting;
    if (tracees) { take_ended(tracees); }
    errno = error;
}

// Starts the timer. Returns `false` if there is none; then the longest pause ends the wait.
static bool start_timer(timer_t *timer) {
    // Rare enough for thousands of threads.
    enum { interval = 50000000 };
    struct sigaction action = {.sa_handler = handle_timer, .sa_flags = SA_RESTART};
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGRTMIN};
    struct itimerspec times = {.it_value.tv_nsec = interval, .it_interval.tv_nsec = interval};
    if (sigaction(SIGRTMIN, &action, NULL) != 0 || timer_create(CLOCK_MONOTONIC, &event, timer) != 0) { return false; }
    timer_settime(*timer, 0, &times, NULL);
    return true;
}

// MARK: Seizing

// Lets a thread go that is seized and was not stopped.
static void let_go(pid_t id) {
    int status;
    ptrace(PTRACE_INTERRUPT, id, NULL, NULL);
    if (waitpid(id, &status, __WALL) != id || !WIFSTOPPED(status)) { return; }
    ptrace(PTRACE_DETACH, id, NULL, (void *)(intptr_t)(status >> 16 == 0 ? WSTOPSIG(status) : 0));
}

// Seizes a thread. Returns `false` if that is impossible, with the reason in the result.
static bool seize(pid_t id, int folder, struct outl_array *tracees, struct outl_inspect_result *result) {
    enum { maximum_attempts = 32 };
    for (int attempt = 1;; attempt++) {
        waiting = tracees;
        long outcome = ptrace(PTRACE_SEIZE, id, NULL, NULL);
        waiting = NULL;
        if (outcome == 0) { break; }
        int error = errno;
        if (error == ESRCH || has_ended(folder, id)) { return true; }
        // Another tracer may have come first, which the error does not tell, and may have left since.
        if (!outl_permit_tracer(folder, id, result)) { return false; }
        if (attempt < maximum_attempts) { continue; }
        outl_inspect_fail(result, OUTL_INSPECT_FORBIDDEN, error, "thread %d cannot be traced: %s", id, strerror(error));
        return false;
    }
    char path[32];
    snprintf(path, sizeof path, "task/%d", id);
    if (faccessat(folder, path, F_OK, 0) != 0) {
        // The thread has ended, and a thread of another process may have got its number.
        let_go(id);
        return true;
    }
    struct outl_tracee *tracee = outl_array_append(tracees, 1, sizeof *tracee);
    // It is let go by the end of this process.
    if (!tracee) { return fail_of_memory(result); }
    *tracee = (struct outl_tracee){.id = id};
    // Fails for a thread that has just ended, which the wait reports.
    ptrace(PTRACE_INTERRUPT, id, NULL, NULL);
    return true;
}

struct entry {
    uint64_t inode, next;
    uint16_t size;
    uint8_t type;
    char name[];
};

// Returns the number of threads, including ended ones that are still listed; 0 if it is not known.
static size_t count_threads(int list) {
    enum { others = 2 };
    struct stat status;
    // Each is a folder, as are the two of every folder.
    return fstat(list, &status) == 0 && status.st_nlink > others ? status.st_nlink - others : 0;
}

// Seizes a thread of the list, unless it was found before, otherwise `is_changed` becomes `true`. Returns `false` if that
// is impossible.
static bool seize_new(
    pid_t id, int folder, struct outl_keyed *found, struct outl_array *tracees, bool *is_changed,
    struct outl_inspect_result *result
) {
    bool is_new;
    if (outl_keyed_find(found, 1, (uint64_t)id, 0, &is_new) == OUTL_NOTHING) { return fail_of_memory(result); }
    *is_changed = *is_changed || is_new;
    return !is_new || seize(id, folder, tracees, result);
}

// Finds the threads that are seized, and no others: one that has ended leaves its number to another at an exec.
static void find_again(const struct outl_array *tracees, struct outl_keyed *found) {
    bool is_new;
    outl_keyed_free(found);
    for (size_t index = 0; index < tracees->count; index++) {
        outl_keyed_find(found, 1, (uint64_t)tracee_at(tracees, index)->id, 0, &is_new);
    }
}

// Seizes the threads of the list that are not seized yet. `is_changed` becomes `false` if there was none, nor can be.
static bool seize_all(
    int list, int folder, struct outl_keyed *found, struct outl_array *tracees, bool *is_changed,
    struct outl_inspect_result *result
) {
    _Alignas(struct entry) char entries[1 << 15];
    size_t listed = 0;
    bool is_seized = true;
    *is_changed = false;
    lseek(list, 0, SEEK_SET);
    for (long got; is_seized && (got = syscall(SYS_getdents64, list, entries, sizeof entries)) > 0;) {
        for (long at = 0; is_seized && at < got;) {
            const struct entry *entry = (const struct entry *)(entries + at);
            pid_t id = (pid_t)strtol(entry->name, NULL, 10);
            is_seized = id <= 0 || seize_new(id, folder, found, tracees, is_changed, result);
            listed += id > 0;
            at += entry->size;
        }
    }
    size_t counted = count_threads(list);
    *is_changed = *is_changed || (counted > 0 && listed != counted);
    return is_seized;
}

// MARK: Waiting

// The longest wait for a thread in the kernel in milliseconds, during which the others are stopped. One in a vfork does
// not stop until its child runs another program.
enum { longest_wait = 500 };

// - status: The signal, and an event from the eighth bit on.
static void set_stopped(struct outl_tracee *tracee, int status) {
    tracee->is_stopped = true;
    // Without an event it is about to receive a signal, which is lost unless it is passed on. A thread that job control
    // has stopped reports the event, too, and stays stopped.
    if (status >> 8 == 0) { tracee->signal = status; }
}

// Waits until a thread has stopped. Returns `false` if it does not in time; a thread that ended has the ID 0.
static bool await(
    struct outl_tracee *tracee, struct outl_array *tracees, int folder, uint64_t maximum, uint64_t deadline
) {
    enum { patience = 128 };
    for (unsigned attempt = 0; tracee->id; attempt++) {
        siginfo_t info = {0};
        // Without taking the stop: the kernel then still delivers the signal if this process is killed.
        int outcome = waitid(P_PID, (id_t)tracee->id, &info, WSTOPPED | WEXITED | WNOHANG | WNOWAIT | __WALL);
        if (outcome == 0 && info.si_pid == tracee->id && info.si_code == CLD_TRAPPED) {
            set_stopped(tracee, info.si_status);
            return true;
        }
        if (info.si_pid == tracee->id || (outcome < 0 && errno != EINTR)) {
            waitpid(tracee->id, NULL, __WALL | WNOHANG);
            tracee->id = 0;
            return true;
        }
        uint64_t now = outl_now(CLOCK_MONOTONIC);
        // One that does not wait in the kernel only lacks a processor.
        if (now > deadline || (now > maximum && state_of(folder, tracee->id) == 'D')) { return false; }
        // Ever more rarely, since there may be thousands of threads.
        if (attempt >= patience && (attempt & (attempt - 1)) == 0) { take_ended(tracees); }
        // A thread on another processor stops within microseconds, one in an uninterruptible wait later.
        if (attempt > 100) { nanosleep(&(struct timespec){.tv_nsec = 20000}, NULL); } else { sched_yield(); }
    }
    return true;
}

// Fails because of a thread that waits in the kernel, or has had all of the time there was.
static bool fail_of_wait(pid_t id, uint64_t deadline, struct outl_inspect_result *result) {
    if (!is_in_time(deadline, result)) { return false; }
    result->detail = (uint64_t)id;
    outl_inspect_fail(result, OUTL_INSPECT_STUCK, 0, "thread %d did not stop within %d ms", id, longest_wait);
    return false;
}

static bool await_all(
    struct outl_array *tracees, int folder, uint64_t deadline, struct outl_inspect_result *result
) {
    uint64_t maximum = outl_now(CLOCK_MONOTONIC) + longest_wait * outl_millisecond;
    size_t kept = 0;
    for (size_t index = 0; index < tracees->count; index++) {
        struct outl_tracee *tracee = tracee_at(tracees, index);
        bool is_stopped = tracee->is_stopped || await(tracee, tracees, folder, maximum, deadline);
        if (!is_stopped) { return fail_of_wait(tracee->id, deadline, result); }
    }
    for (size_t index = 0; index < tracees->count; index++) {
        if (tracee_at(tracees, index)->id) { *tracee_at(tracees, kept++) = *tracee_at(tracees, index); }
    }
    tracees->count = kept;
    return true;
}

void outl_tracee_set(struct outl_tracee *tracee, const uint64_t *registers) {
    const struct outl_architecture *of = outl_architecture;
    tracee->stack = registers[of->stack];
    tracee->code = registers[of->code];
    if (of->thread) { tracee->base = registers[of->thread]; }
    for (int index = 0; index < of->references; index++) { tracee->registers[index] = registers[index]; }
    tracee->wait = outl_architecture_wait_of(registers);
}

// Reads a set of registers. Returns `false` if the kernel has another number of them.
static bool read_registers(pid_t id, int set, uint64_t *registers, size_t count) {
    struct iovec room = {.iov_base = registers, .iov_len = count * sizeof *registers};
    return ptrace(PTRACE_GETREGSET, id, (void *)(intptr_t)set, &room) == 0 && room.iov_len == count * sizeof *registers;
}

static void read_all_registers(struct outl_tracee *tracee) {
    uint64_t registers[OUTL_REGISTERS_MAX], pointer;
    if (!read_registers(tracee->id, NT_PRSTATUS, registers, outl_architecture->registers)) { return; }
    outl_tracee_set(tracee, registers);
    if (!outl_architecture->thread && read_registers(tracee->id, NT_ARM_TLS, &pointer, 1)) { tracee->base = pointer; }
}

// MARK: All threads

bool outl_stop(
    pid_t process, int folder, uint64_t deadline, struct outl_array *tracees, struct outl_inspect_result *result
) {
    tracees->count = 0;
    int list = openat(folder, "task", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool is_complete = list >= 0, is_changed = true;
    struct outl_keyed found = {0};
    // Obtains memory before the stop.
    outl_keyed_find(&found, 1, 0, 0, &is_changed);
    timer_t timer;
    bool has_timer = start_timer(&timer);
    result->began = outl_now(CLOCK_MONOTONIC);
    for (is_changed = true; is_complete && is_changed;) {
        is_complete = seize_all(list, folder, &found, tracees, &is_changed, result);
        size_t seized = tracees->count;
        is_complete = is_complete && await_all(tracees, folder, deadline, result) && is_in_time(deadline, result);
        if (tracees->count < seized) { find_again(tracees, &found); }
    }
    if (has_timer) { timer_delete(timer); }
    outl_keyed_free(&found);
    if (list >= 0) { close(list); }
    if (is_complete && tracees->count > 0) {
        for (size_t index = 0; index < tracees->count; index++) {
            read_all_registers(tracee_at(tracees, index));
        }
        return true;
    }
    outl_stop_end(tracees);
    tracees->count = 0;
    if (result->outcome == OUTL_INSPECT_DONE) {
        outl_inspect_fail(result, OUTL_INSPECT_ENDED, ESRCH, "process %d has ended", process);
    }
    return false;
}

void outl_stop_end(struct outl_array *tracees) {
    for (size_t index = 0; index < tracees->count; index++) {
        const struct outl_tracee *tracee = tracee_at(tracees, index);
        if (!tracee->id) { continue; }
        // Not possible for a thread that was killed while it was stopped, nor for one that has not stopped. The first
        // would be kept as a zombie; the second is let go by the end of this process.
        if (ptrace(PTRACE_DETACH, tracee->id, NULL, (void *)(intptr_t)tracee->signal) != 0) {
            waitpid(tracee->id, NULL, __WALL | WNOHANG);
        }
    }
}

#endif
