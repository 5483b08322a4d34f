#include "Service/status.h"

#if OUTL_HEAP_SERVED

#include "Memory/lines.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int status_file = -1, stat_file = -1; // The files that stay open.

struct status {
    int threads;
    int mode;    // The mode of seccomp: 0 for none.
    int filters; // Since Linux 5.9; otherwise 0.
};
static struct status first; // The status at the start.
static bool is_confined;

// The status of this thread, because a filter may apply to other threads alone.
static int open_status(void) { return open("/proc/thread-self/status", O_RDONLY | O_CLOEXEC); }

// Not in /proc/self/task, whose entry disappears when the thread has ended.
static int open_first(void) { return open("/proc/self/stat", O_RDONLY | O_CLOEXEC); }

static bool read_status(struct status *status) {
    char text[4096]; // The list of groups may be longer.
    int file = status_file >= 0 ? status_file : open_status();
    if (file < 0) { return false; }
    struct outl_lines lines = {.file = file, .text = text, .size = sizeof text};
    *status = (struct status){0};
    for (const char *line; (line = outl_lines_next(&lines));) {
        sscanf(line, "Threads: %d", &status->threads);
        sscanf(line, "Seccomp: %d", &status->mode);
        sscanf(line, "Seccomp_filters: %d", &status->filters);
    }
    if (status_file < 0) { close(file); }
    return !lines.failed;
}

static void rewind_status(void) {
    if (status_file >= 0) { lseek(status_file, 0, SEEK_SET); }
}

void outl_status_prepare(bool keeps_open) {
    if (keeps_open) {
        status_file = open_status();
        stat_file = open_first();
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
    bool is_known = read_status(&now);
    if (!is_confined) { rewind_status(); }
    return is_known ? now.threads : 0;
}

int outl_status_of_first(void) {
    char text[1024];
    int file = stat_file >= 0 ? stat_file : open_first();
    outl_file_read(file, text, sizeof text);
    if (file >= 0 && file != stat_file) { close(file); }
    // The last number of the line.
    const char *last = strrchr(text, ' ');
    return last ? (int)strtol(last, NULL, 10) : 0;
}

#endif
