// The constructor: decides whether to record this process, and starts the tier.
//
// Concurrency contract: runs once, before main, on the first thread. A constructor of another library may have started
// threads: they see `outl_heap_on` become `true` when everything is ready, and record from their next block on. Blocks
// allocated before are not recorded.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "outl_heap_capture.h"
#include "outl_heap_classify.h"
#include "outl_heap_directory.h"
#include "outl_heap_greeting.h"
#include "outl_heap_program.h"
#include "outl_heap_refuse.h"
#include "outl_heap_state.h"
#include "outl_heap_table.h"
#include "outl_stack_table.h"

#if defined(__linux__)

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

_Atomic bool outl_heap_on;
struct outl_heap_settings outl_heap_settings;

enum { reason_size = 512 };

static bool read_settings(const char *directory) {
    size_t length = strlen(directory);
    while (length > 1 && directory[length - 1] == '/') { length--; }
    // Leaves room for the names of files.
    if (directory[0] != '/' || length >= sizeof outl_heap_settings.directory - 64) { return false; }
    memcpy(outl_heap_settings.directory, directory, length);
    outl_heap_settings.directory[length] = 0;
    const char *frames = secure_getenv("OUTLIVE_HEAP_FRAMES"), *at_exit = secure_getenv("OUTLIVE_HEAP_EXIT");
    char *end = NULL;
    long count = frames ? strtol(frames, &end, 10) : 16;
    if (frames && (end == frames || *end != 0)) { count = 16; }
    outl_heap_settings.frames = count < 0 ? 0 : count > 64 ? 64 : (int)count;
    outl_heap_settings.at_exit = !at_exit || strcmp(at_exit, "0") != 0;
    outl_heap_settings.process = getpid();
    return true;
}

static void say(const char *reason) {
    char line[reason_size + 64];
    int length = snprintf(line, sizeof line, "outlive: process %d is not watched: %s\n", getpid(), reason);
    ssize_t written = write(STDERR_FILENO, line, (size_t)length);
    (void)written;
}

static void explain_unwritable(char *reason, const char *why) {
    snprintf(reason, reason_size, "OUTLIVE_HEAP cannot be written: %s", why);
}

// The signal state saved while the tier writes. Exceeding a file size limit, or writing to a pipe without a reader,
// must not end the program.
struct quiet {
    sigset_t signals, before, pending;
};

static void begin_quiet(struct quiet *quiet) {
    sigemptyset(&quiet->signals);
    sigaddset(&quiet->signals, SIGXFSZ);
    sigaddset(&quiet->signals, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &quiet->signals, &quiet->before);
    sigpending(&quiet->pending);
}

// Discards the signals that arrived meanwhile. Unblocks only these two, because the service's signal must stay blocked.
static void end_quiet(struct quiet *quiet) {
    static const int both[] = {SIGXFSZ, SIGPIPE};
    struct timespec none = {0, 0};
    for (int index = 0; index < 2; index++) {
        sigset_t one;
        sigemptyset(&one);
        sigaddset(&one, both[index]);
        if (!sigismember(&quiet->pending, both[index])) {
            while (sigtimedwait(&one, NULL, &none) > 0) {}
        }
        if (!sigismember(&quiet->before, both[index])) { pthread_sigmask(SIG_UNBLOCK, &one, NULL); }
    }
}

#if OUTL_HEAP_SERVED && !OUTL_HEAP_SANITIZED

static const size_t stacks_limit = (size_t)512 << 20;

// Stops recording in a child of fork: it has a copy of the tables, but no service thread. A program that it executes
// starts the tier anew.
static void forked(void) {
    atomic_store_explicit(&outl_heap_on, false, memory_order_relaxed);
    outl_heap_thread.busy |= OUTL_THREAD_NEW;
}

static bool prepare(char *reason) {
    const char *why = NULL;
    if (!outl_blocks_prepare()) {
        why = "no address space is left for the table of blocks";
    } else if (!outl_heap_threads_prepare()) {
        why = "no thread-specific key is left";
    } else if (!outl_heap_calibrate()) {
        why = "the allocation functions of this Swift runtime are not as expected";
    } else if (pthread_atfork(NULL, NULL, forked) != 0) {
        why = "no memory is left";
    }
    if (why) { snprintf(reason, reason_size, "%s", why); }
    return why == NULL;
}

// Checks the recording with two objects: the live one must be in the table as an object, the released one must not.
static struct outl_heap_controls check(void) {
    void *kept = outl_heap_control_make(), *gone = outl_heap_control_make();
    outl_heap_control_end(gone);
    const struct outl_block *found = outl_blocks_find((uintptr_t)kept);
    struct outl_heap_controls controls = {
        .leak_found = found && found->kind == OUTL_BLOCK_OBJECT,
        .false_alarm = outl_blocks_find((uintptr_t)gone) != NULL,
    };
    outl_heap_control_end(kept);
    return controls;
}

// Writes the greeting before it starts the service, which would have to be stopped if the write failed. The greeting
// gets its final name afterwards, because a reader of the file may send a request immediately.
static bool start(int directory, char *reason) {
    if (outl_heap_refuses(reason, reason_size) || !prepare(reason)) { return false; }
    if (outl_heap_settings.frames > 0) { outl_heap_stacks = outl_stack_table_create(stacks_limit); }
    atomic_store_explicit(&outl_heap_on, true, memory_order_release);
    struct outl_heap_controls controls = check();
    if (!controls.leak_found || controls.false_alarm) {
        snprintf(reason, reason_size, "the check of itself failed: what it would find means nothing");
    } else if (!outl_heap_greeting_write(directory, &controls, NULL)) {
        explain_unwritable(reason, strerror(errno));
    } else if (outl_heap_service_start(reason, reason_size)) {
        return true;
    }
    forked();
    return false;
}

#else

static bool start(int directory, char *reason) {
    (void)directory;
    outl_heap_refuses(reason, reason_size);
    return false;
}

#endif

static void greet_in(int directory) {
    char reason[reason_size] = "";
    bool served = start(directory, reason);
    if (!served) {
        say(reason);
        // If the write fails, standard error has the reason, or no reader waits for the file.
        if (!outl_heap_greeting_write(directory, NULL, reason)) { return; }
    }
    if (outl_heap_greeting_publish(directory) || !served) { return; }
    explain_unwritable(reason, strerror(errno));
    say(reason);
#if OUTL_HEAP_SERVED && !OUTL_HEAP_SANITIZED
    forked();
#endif
}

static void greet(const char *path) {
    if (!read_settings(path)) {
        say("OUTLIVE_HEAP is not an absolute path, or too long");
        return;
    }
    const char *why;
    int directory = outl_directory_open(&why);
    if (directory < 0) {
        char reason[reason_size];
        explain_unwritable(reason, why);
        say(reason);
        return;
    }
    greet_in(directory);
    close(directory);
}

__attribute__((constructor))
static void begin(void) {
    const char *directory = secure_getenv("OUTLIVE_HEAP");
    if (!directory || !*directory) { return; }
    const char *target = secure_getenv("OUTLIVE_TARGET"), *probe = secure_getenv("OUTLIVE_HEAP_PROBE");
    if (target && *target && !outl_heap_program_is(target)) { return; }
    bool only_probe = probe && strcmp(probe, "1") == 0;
    if (outl_heap_is_no_concern()) {
        // A probe does not run the target program, even if it is not a Swift program.
        if (only_probe && target && *target) { _exit(0); }
        return;
    }
    int saved = errno;
    struct quiet quiet;
    begin_quiet(&quiet);
    greet(directory);
    end_quiet(&quiet);
    // A probe needs no census at exit.
    outl_heap_settings.at_exit = outl_heap_settings.at_exit && !only_probe;
    if (only_probe) { _exit(0); }
    errno = saved;
}

#endif
