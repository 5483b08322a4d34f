// Decides whether this process is served, and starts the tier.
//
// Concurrency contract: runs once, before main, on the first thread. A constructor of another library may have started
// threads: they see `outl_heap_on` become true when everything is ready, and record from their next block on. What was
// allocated before is not recorded.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "outl_heap_capture.h"
#include "outl_heap_classify.h"
#include "outl_heap_greeting.h"
#include "outl_heap_program.h"
#include "outl_heap_refuse.h"
#include "outl_heap_state.h"
#include "outl_heap_table.h"
#include "outl_stack_table.h"

#if defined(__linux__)

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

_Atomic bool outl_heap_on;
struct outl_heap_settings outl_heap_settings;

enum { reason_size = 512 };

static bool read_settings(const char *directory) {
    size_t length = strlen(directory);
    while (length > 1 && directory[length - 1] == '/') { length--; }
    // Room for the names of files.
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

#if OUTL_HEAP_SERVED && !OUTL_HEAP_SANITIZED

static const size_t stacks_limit = (size_t)512 << 20;

// A child of fork keeps silent: it has the memory, but not the service. Its own children that are executed begin anew.
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

// An object that is kept must be in the table as an object, and one that was let go must not be.
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

static bool start(struct outl_heap_controls *controls, char *reason) {
    if (outl_heap_refuses(reason, reason_size) || !prepare(reason)) { return false; }
    if (outl_heap_settings.frames > 0) { outl_heap_stacks = outl_stack_table_create(stacks_limit); }
    atomic_store_explicit(&outl_heap_on, true, memory_order_release);
    *controls = check();
    bool good = controls->leak_found && !controls->false_alarm;
    if (!good) { snprintf(reason, reason_size, "the check of itself failed: what it would find means nothing"); }
    if (good && outl_heap_service_start(reason, reason_size)) { return true; }
    forked();
    return false;
}

#else

static bool start(struct outl_heap_controls *controls, char *reason) {
    (void)controls;
    outl_heap_refuses(reason, reason_size);
    return false;
}

#endif

__attribute__((constructor))
static void begin(void) {
    const char *directory = secure_getenv("OUTLIVE_HEAP");
    if (!directory || !*directory) { return; }
    const char *target = secure_getenv("OUTLIVE_TARGET"), *probe = secure_getenv("OUTLIVE_HEAP_PROBE");
    if (target && *target && !outl_heap_program_is(target)) { return; }
    bool only_probe = probe && strcmp(probe, "1") == 0;
    if (outl_heap_is_no_concern()) {
        // A chosen program that is not Swift is not run for a probe, either.
        if (only_probe && target && *target) { _exit(0); }
        return;
    }
    int saved = errno;
    char reason[reason_size] = "";
    struct outl_heap_controls controls = {false, false};
    if (!read_settings(directory)) {
        say("OUTLIVE_HEAP is not an absolute path, or too long");
    } else {
        bool served = start(&controls, reason);
        if (!served) { say(reason); }
        if (!outl_heap_greet(served ? &controls : NULL, served ? NULL : reason)) {
            char unwritable[reason_size];
            snprintf(unwritable, sizeof unwritable, "OUTLIVE_HEAP cannot be written: %s", strerror(errno));
            if (served) { say(unwritable); }
#if OUTL_HEAP_SERVED && !OUTL_HEAP_SANITIZED
            forked();
#endif
        }
    }
    // Nobody wants a census of that.
    outl_heap_settings.at_exit = outl_heap_settings.at_exit && !only_probe;
    if (only_probe) { _exit(0); }
    errno = saved;
}

#endif
