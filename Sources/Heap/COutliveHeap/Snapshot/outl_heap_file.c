// Concurrency contract: see the header. `outl_freeze` increases the cycle just before it makes the copy: blocks
// allocated from then on belong to the next one.

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "outl_heap_state.h"

#if OUTL_HEAP_SERVED

#include "outl_heap_file.h"

#include "outl_heap_blocks.h"
#include "outl_heap_complete.h"
#include "outl_heap_directory.h"
#include "outl_heap_freeze.h"
#include "outl_heap_maps.h"
#include "outl_heap_modules.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { seconds_asked = 120, seconds_at_end = 8 };

// MARK: Names

enum { name_size = 64 };

struct names {
    char working[name_size];
    char final[name_size];
    char error[name_size];
};

static void make_names(struct names *names, const char *part) {
    int process = (int)outl_heap_settings.process;
    snprintf(names->working, name_size, ".heap-%d-%s.part", process, part);
    snprintf(names->final, name_size, "heap-%d-%s.olheap", process, part);
    snprintf(names->error, name_size, "heap-%d-%s.error", process, part);
}

static void name(struct names *names, const struct outl_snapshot *snapshot) {
    char part[32] = "exit";
    if (snapshot->reason == OUTL_REASON_REQUEST) { snprintf(part, sizeof part, "request-%u", snapshot->number); }
    if (snapshot->reason == OUTL_REASON_SIGNAL) { snprintf(part, sizeof part, "signal-%u", snapshot->number); }
    make_names(names, part);
}

// MARK: The directory

static int kept = -1;

static int open_directory(void) {
    const char *why;
    return kept >= 0 ? kept : outl_directory_open(&why);
}

// Writes the reason to a file, or an empty file if there is no room for it.
static void say_error(int directory, const struct names *names, const char *reason) {
    int file = outl_directory_make_file(directory, names->working);
    if (file < 0) { return; }
    char line[512];
    int length = snprintf(line, sizeof line, "%s\n", reason);
    if (write(file, line, (size_t)length) != length && ftruncate(file, 0) != 0) {}
    close(file);
    if (renameat(directory, names->working, directory, names->error) != 0) {
        unlinkat(directory, names->working, 0);
    }
}

// MARK: Snapshots

static bool take_in(int directory, const struct outl_snapshot *snapshot) {
    char reason[256], text[128];
    struct names names;
    name(&names, snapshot);
    uint32_t cycle = outl_heap_cycle;
    int file = outl_directory_make_file(directory, names.working);
    int error = errno;
    // At the end of the process, a signal may have interrupted a thread in the loader, whose lock it holds.
    bool at_end = snapshot->reason == OUTL_REASON_EXIT || snapshot->reason == OUTL_REASON_FATAL_SIGNAL;
    if (!at_end || !outl_heap_modules_at_work()) { outl_heap_modules_refresh(); }
    if (file < 0) {
        snprintf(reason, sizeof reason, "no file can be made: %s", strerror_r(error, text, sizeof text));
        say_error(directory, &names, reason);
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
        if (error == 0 && renameat(directory, names.working, directory, names.final) != 0) { error = errno; }
        if (error == OUTL_ERROR_MAPS) {
            snprintf(reason, sizeof reason, "%s", outl_maps_words);
        } else if (error) {
            snprintf(reason, sizeof reason, "the file cannot be written: %s", strerror_r(error, text, sizeof text));
        }
    }
    close(file);
    if (!result || error) {
        say_error(directory, &names, reason);
        return false;
    }
    return true;
}

bool outl_snapshot_take(const struct outl_snapshot *snapshot) {
    int directory = open_directory();
    if (directory < 0) { return false; }
    bool succeeded = take_in(directory, snapshot);
    if (kept < 0) { close(directory); }
    return succeeded;
}

static const char last_word[] = "end";

void outl_snapshot_prepare(bool keeps_open) {
    int directory = open_directory();
    if (directory < 0) { return; }
    // Removes the message of a service that ended in an earlier program of this process.
    struct names names;
    make_names(&names, last_word);
    unlinkat(directory, names.error, 0);
    if (keeps_open) { kept = directory; } else { close(directory); }
}

void outl_snapshot_refuse(const char *reason) {
    int directory = open_directory();
    if (directory < 0) { return; }
    struct names names;
    make_names(&names, last_word);
    say_error(directory, &names, reason);
    if (kept < 0) { close(directory); }
}

#endif
