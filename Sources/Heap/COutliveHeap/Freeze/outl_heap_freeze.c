// Concurrency contract: see the header.
//
// The copy is made by the bare system call, without a signal at its end: the program's own waitpid(-1) never reports
// it, and glibc runs no fork handlers, which would take locks. The service waits for it with __WCLONE.

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "outl_heap_state.h"

#if OUTL_HEAP_SERVED

#include "outl_heap_freeze.h"

#include "outl_heap_blocks.h"
#include "outl_heap_descriptors.h"
#include "outl_heap_maps.h"
#include "outl_heap_threads.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static uint64_t nanoseconds(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

// MARK: The copy

// Prepares the copy: it ends with the program, is killed first if memory runs out, and leaves no core. No handler of
// the program runs in it, as a blocked fault ends a process.
static void stand_back(void) {
    uint64_t all = ~UINT64_C(0);
    syscall(SYS_rt_sigprocmask, SIG_SETMASK, &all, NULL, sizeof all);
    syscall(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    struct rlimit none = {0, 0};
    syscall(SYS_prlimit64, 0, RLIMIT_CORE, &none, NULL);
    int file = (int)syscall(SYS_openat, AT_FDCWD, "/proc/self/oom_score_adj", O_WRONLY);
    if (file >= 0) {
        syscall(SYS_write, file, "1000", 4);
        syscall(SYS_close, file);
    }
}

_Noreturn static void run_copy(const struct outl_freeze_order *order, struct outl_freeze_result *result) {
    stand_back();
    // The program may have ended before the prctl call.
    if (syscall(SYS_getppid) == outl_heap_settings.process) {
        outl_descriptors_close(order->file);
        result->error = outl_freeze_walk(order, result);
        atomic_store(&result->done, true);
    }
    for (;;) { syscall(SYS_exit_group, 0); }
}

// MARK: The program

static struct outl_freeze_result *shared_result(void) {
    static struct outl_freeze_result *result;
    if (!result) {
        void *memory = mmap(NULL, sizeof *result, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED) { return NULL; }
        result = memory;
    }
    return result;
}

// Returns the exit status of the copy, or -1 after its timeout.
static int await(pid_t copy, int seconds) {
    uint64_t deadline = nanoseconds(CLOCK_MONOTONIC) + (uint64_t)seconds * 1000000000;
    long pause = 200000;
    bool late = false;
    for (;;) {
        int status = 0;
        // After the kill it ends soon, whatever it was doing.
        pid_t ended = waitpid(copy, &status, __WCLONE | (late ? 0 : WNOHANG));
        if (ended == copy) { return late ? -1 : status; }
        // The program reaped it with __WALL, so it has ended.
        if (ended < 0 && errno != EINTR) { return late ? -1 : 0; }
        if (ended == 0 && nanoseconds(CLOCK_MONOTONIC) > deadline) {
            kill(copy, SIGKILL);
            late = true;
        } else if (ended == 0) {
            nanosleep(&(struct timespec){.tv_nsec = pause}, NULL);
            if (pause < 5000000) { pause += pause / 4; }
        }
    }
}

const struct outl_freeze_result *outl_freeze(const struct outl_freeze_order *order, char *reason, int reason_size) {
    char text[128];
    struct outl_freeze_result *result = shared_result();
    if (!result) {
        snprintf(reason, (size_t)reason_size, "no memory for what the copy of the process finds");
        return NULL;
    }
    memset(result, 0, sizeof *result);
    if (order->with_graph) { outl_threads_look(); }
    uint64_t time = nanoseconds(CLOCK_REALTIME), start = nanoseconds(CLOCK_MONOTONIC);
    // Immediately before the clone, so that few allocations come in between.
    if (order->ends_cycle) { outl_heap_cycle = order->cycle + 1; }
    pid_t copy = (pid_t)syscall(SYS_clone, 0UL, NULL, NULL, NULL, NULL);
    if (copy == 0) { run_copy(order, result); }
    int error = errno;
    uint64_t end = nanoseconds(CLOCK_MONOTONIC);
    if (copy < 0) {
        snprintf(reason, (size_t)reason_size, "the process cannot be copied: %s", strerror_r(error, text, sizeof text));
        return NULL;
    }
    if (order->with_graph) { outl_threads_look_again(); }
    atomic_store(&result->threads_known, true);
    int status = await(copy, order->seconds);
    result->time = time;
    result->pause = end - start;
    if (status < 0) {
        snprintf(reason, (size_t)reason_size, "the copy of the process was not done after %d seconds", order->seconds);
    } else if (!atomic_load(&result->done)) {
        char by[32] = "somebody else, or by itself";
        if (WIFSIGNALED(status)) { snprintf(by, sizeof by, "signal %d", WTERMSIG(status)); }
        snprintf(reason, (size_t)reason_size, "the copy of the process was ended by %s", by);
    } else if (result->error == OUTL_ERROR_MAPS) {
        snprintf(reason, (size_t)reason_size, "%s", outl_maps_words);
    } else if (result->error) {
        snprintf(
            reason, (size_t)reason_size, "the copy of the process could not write what it found: %s",
            strerror_r(result->error, text, sizeof text));
    } else {
        return result;
    }
    return NULL;
}

#endif
