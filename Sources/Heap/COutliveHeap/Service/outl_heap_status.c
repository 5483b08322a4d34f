// Concurrency contract: see the header.

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "outl_heap_state.h"

#if OUTL_HEAP_SERVED

#include "outl_heap_status.h"

#include "outl_heap_lines.h"

#include <fcntl.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int kept = -1, kept_of_first = -1;

struct status {
    int threads;
    int mode;    // The mode of seccomp: 0 for none.
    int filters; // Since Linux 5.9; otherwise 0.
};
static struct status first; // The status at the start.
static bool is_confined;

static void take_line(struct status *status, const char *line) {
    static const struct {
        const char *key;
        size_t offset;
    } numbers[] = {
        {"Threads:", offsetof(struct status, threads)},
        {"Seccomp:", offsetof(struct status, mode)},
        {"Seccomp_filters:", offsetof(struct status, filters)},
    };
    for (size_t index = 0; index < sizeof numbers / sizeof numbers[0]; index++) {
        size_t length = strlen(numbers[index].key);
        if (strncmp(line, numbers[index].key, length) != 0) { continue; }
        *(int *)((char *)status + numbers[index].offset) = (int)strtol(line + length, NULL, 10);
    }
}

// Reads a file from its beginning. Its list of groups may be longer than the buffer.
static bool read_file(int file, struct status *status) {
    char text[4096];
    struct outl_lines lines = {.file = file, .text = text, .size = sizeof text};
    *status = (struct status){0};
    for (const char *line; (line = outl_lines_next(&lines));) { take_line(status, line); }
    return !lines.failed;
}

// The status of this thread, because a filter may apply to other threads alone.
static int open_status(void) { return open("/proc/thread-self/status", O_RDONLY | O_CLOEXEC); }

// Not in /proc/self/task, whose entry disappears when the thread has ended.
static int open_first(void) { return open("/proc/self/stat", O_RDONLY | O_CLOEXEC); }

static bool read_status(struct status *status) {
    int file = kept >= 0 ? kept : open_status();
    if (file < 0) { return false; }
    bool known = read_file(file, status);
    if (kept < 0) { close(file); }
    return known;
}

static void rewind_status(void) {
    if (kept >= 0) { lseek(kept, 0, SEEK_SET); }
}

void outl_status_prepare(bool keeps_open) {
    if (keeps_open) {
        kept = open_status();
        kept_of_first = open_first();
    }
    read_status(&first);
    rewind_status();
}

bool outl_status_is_confined(void) {
    if (is_confined) { return true; }
    struct status now;
    is_confined = read_status(&now) && (now.mode != first.mode || now.filters != first.filters);
    // Rewound now, because a filter may forbid it later.
    if (!is_confined) { rewind_status(); }
    return is_confined;
}

int outl_status_threads(void) {
    struct status now;
    // The file was not rewound.
    if (is_confined) { rewind_status(); }
    bool known = read_status(&now);
    if (!is_confined) { rewind_status(); }
    return known ? now.threads : 0;
}

int outl_status_of_first(void) {
    char text[1024];
    int file = kept_of_first >= 0 ? kept_of_first : open_first();
    ssize_t got = file < 0 ? 0 : read(file, text, sizeof text - 1);
    if (file >= 0 && file != kept_of_first) { close(file); }
    text[got > 0 ? got : 0] = 0;
    // The last number of the line.
    const char *last = strrchr(text, ' ');
    return last ? (int)strtol(last, NULL, 10) : 0;
}

#endif
