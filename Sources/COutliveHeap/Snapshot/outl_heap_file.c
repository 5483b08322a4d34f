// Concurrency contract: see the header. The cycle is raised here, just before the copy is made: what is born from then
// on is of the next one.

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "outl_heap_state.h"

#if OUTL_HEAP_SERVED

#include "outl_heap_file.h"

#include "outl_heap_blocks.h"
#include "outl_heap_complete.h"
#include "outl_heap_freeze.h"
#include "outl_heap_maps.h"
#include "outl_heap_modules.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { seconds_asked = 120, seconds_at_end = 8 };

// MARK: Names

struct paths {
    char working[sizeof outl_heap_settings.directory + 64];
    char final[sizeof outl_heap_settings.directory + 64];
    char error[sizeof outl_heap_settings.directory + 64];
};

static void make_paths(struct paths *paths, const struct outl_snapshot *snapshot) {
    char name[64] = "exit";
    if (snapshot->reason == OUTL_REASON_REQUEST) { snprintf(name, sizeof name, "request-%u", snapshot->number); }
    if (snapshot->reason == OUTL_REASON_SIGNAL) { snprintf(name, sizeof name, "signal-%u", snapshot->number); }
    const char *folder = outl_heap_settings.directory;
    int process = (int)outl_heap_settings.process;
    snprintf(paths->working, sizeof paths->working, "%s/.heap-%d-%s.part", folder, process, name);
    snprintf(paths->final, sizeof paths->final, "%s/heap-%d-%s.olheap", folder, process, name);
    snprintf(paths->error, sizeof paths->error, "%s/heap-%d-%s.error", folder, process, name);
}

static void say_error(const struct paths *paths, const char *reason) {
    unlink(paths->working);
    int file = open(paths->working, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (file < 0) { return; }
    char line[512];
    int length = snprintf(line, sizeof line, "%s\n", reason);
    bool written = write(file, line, (size_t)length) == length;
    close(file);
    if (!written || rename(paths->working, paths->error) != 0) { unlink(paths->working); }
}

// MARK: Taking

bool outl_snapshot_take(const struct outl_snapshot *snapshot) {
    static struct paths paths;
    char reason[256], text[128];
    make_paths(&paths, snapshot);
    uint32_t cycle = outl_heap_cycle;
    unlink(paths.working);
    int file = open(paths.working, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
    int error = errno;
    // At the end a thread may have been interrupted within the loader, whose lock it holds.
    bool at_end = snapshot->reason == OUTL_REASON_EXIT || snapshot->reason == OUTL_REASON_FATAL_SIGNAL;
    if (!at_end || !outl_heap_modules_at_work()) { outl_heap_modules_refresh(); }
    if (file < 0) {
        snprintf(reason, sizeof reason, "no file can be made: %s", strerror_r(error, text, sizeof text));
        say_error(&paths, reason);
        return false;
    }
    struct outl_freeze_order order = {
        .file = file,
        .offset = OUTL_CONTENT_OFFSET,
        .with_graph = snapshot->with_graph,
        .cycle = cycle,
        .ends_cycle = snapshot->ends_cycle,
        .seconds = snapshot->reason == OUTL_REASON_REQUEST ? seconds_asked : seconds_at_end,
    };
    const struct outl_freeze_result *result = outl_freeze(&order, reason, sizeof reason);
    if (result) {
        error = outl_snapshot_complete(snapshot, result, cycle, file);
        if (error == 0 && rename(paths.working, paths.final) != 0) { error = errno; }
        if (error == OUTL_ERROR_MAPS) {
            snprintf(reason, sizeof reason, "%s", outl_maps_words);
        } else if (error) {
            snprintf(reason, sizeof reason, "the file cannot be written: %s", strerror_r(error, text, sizeof text));
        }
    }
    close(file);
    if (!result || error) {
        say_error(&paths, reason);
        return false;
    }
    return true;
}

#endif
