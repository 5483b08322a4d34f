#include "Snapshot/snapshot.h"

#if OUTL_HEAP_SERVED

#include "Allocation/capture.h"
#include "Allocation/ledger.h"
#include "Allocation/sample.h"
#include "Allocation/table.h"
#include "Base/tier_files.h"
#include "File/content.h"
#include "Freeze/freeze.h"
#include "Loader/loader.h"
#include "Types/modules.h"
#include "outl_stack_table.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { seconds_of_request = 120, seconds_otherwise = 8, name_size = 64 };

// MARK: Names

struct names {
    char working[name_size];
    char final[name_size];
    char error[name_size];
};

static struct names make_names(const char *part) {
    struct names names;
    int process = (int)outl_heap_settings.process;
    snprintf(names.working, name_size, ".heap-%d-%s.part", process, part);
    snprintf(names.final, name_size, "heap-%d-%s.olheap", process, part);
    snprintf(names.error, name_size, "heap-%d-%s.error", process, part);
    return names;
}

static struct names names_of(const struct outl_snapshot *snapshot) {
    char part[32] = "exit";
    if (snapshot->reason == OUTL_REASON_REQUEST) { snprintf(part, sizeof part, "request-%u", snapshot->number); }
    if (snapshot->reason == OUTL_REASON_SIGNAL) { snprintf(part, sizeof part, "signal-%u", snapshot->number); }
    return make_names(part);
}

// The names of the message of a service that has ended.
static struct names last_names(void) { return make_names("end"); }

// MARK: The directory

static int open_file = -1; // The descriptor that stays open.

static int open_directory(void) {
    const char *why;
    return open_file >= 0 ? open_file : outl_directory_open(&why);
}

static void close_directory(int directory) {
    if (open_file < 0) { close(directory); }
}

// Writes the reason to a file, or an empty file if there is no room for it.
static void write_error(int directory, const struct names *names, const char *reason) {
    int file = outl_directory_create(directory, names->working);
    if (file < 0) { return; }
    char line[512];
    int length = snprintf(line, sizeof line, "%s\n", reason);
    if (write(file, line, (size_t)length) != length && ftruncate(file, 0) != 0) {}
    close(file);
    outl_directory_rename(directory, names->working, names->error);
}

// MARK: Snapshots

// Describes what the header of the file says of the process.
static void describe(const struct outl_snapshot *snapshot) {
    bool has_stacks = outl_heap_stacks && outl_heap_settings.frames > 0;
    bool has_number = snapshot->reason == OUTL_REASON_REQUEST || snapshot->reason == OUTL_REASON_FATAL_SIGNAL;
    outl_subject.reason = snapshot->reason;
    outl_subject.number = has_number ? snapshot->number : 0;
    outl_subject.flags = has_stacks ? OUTL_FLAG_STACKS : 0;
    outl_subject.frames = has_stacks ? (uint32_t)outl_heap_settings.frames : 0;
}

static int complete(const struct outl_walk_order *order, const struct outl_freeze_result *result) {
    bool is_incomplete = (!outl_subject.sampling && outl_blocks_lost()) || outl_heap_capture_is_full();
    outl_subject.flags |= is_incomplete ? OUTL_FLAG_INCOMPLETE : 0;
    outl_subject.epoch = outl_heap_epoch;
    outl_subject.time = result->time;
    outl_subject.pause = result->pause;
    // Takes longer than the reading of a state.
    if (!order->without_heap) {
        outl_subject.bookkeeping = outl_subject.sampling ? outl_sample_memory()
                                                         : outl_blocks_memory() + outl_heap_capture_memory() + outl_ledger_memory();
        outl_subject.stack_bytes = outl_stack_table_memory(outl_heap_stacks);
    }
    return outl_content_complete(order, &result->walk);
}

// Reads the key of the hashes in the state. Without the file it stays 0, and says nothing to a comparison.
static void read_key(int directory, uint64_t key[2]) {
    char name[name_size];
    snprintf(name, sizeof name, "heap-%d-state.key", (int)outl_heap_settings.process);
    int file = openat(directory, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    // All processes of a run of tests share one.
    if (file < 0) { file = openat(directory, "heap-state.key", O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK); }
    uint64_t found[2];
    if (file >= 0 && read(file, found, sizeof found) == sizeof found) {
        key[0] = found[0];
        key[1] = found[1];
    }
    if (file >= 0) { close(file); }
}

// Opens the file of a module, in a copy of the process.
static int open_module(uint32_t module) {
    const char *path = module == 0 ? "/proc/self/exe" : outl_modules[module].path;
    return (int)syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
}

// Takes a snapshot in a file. Returns `false`, with the reason in `reason`, if it fails.
static bool take(
    const struct outl_snapshot *snapshot, int directory, int file, char *reason, size_t reason_size
) {
    struct outl_freeze_order order = {
        .walk = {
            .file = file, .with_graph = snapshot->with_graph && !outl_subject.sampling, .cycle = outl_birth(),
            .with_state = snapshot->with_state, .without_heap = snapshot->without_heap, .open_module = open_module},
        .complete = complete,
        .ends_cycle = snapshot->ends_cycle,
        .seconds = snapshot->reason == OUTL_REASON_REQUEST ? seconds_of_request : seconds_otherwise,
        .copied = snapshot->copied,
        .keeps_index = snapshot->moment && outl_moments_prepare(open_module),
    };
    if (snapshot->with_state) { read_key(directory, order.walk.state_key); }
    describe(snapshot);
    return outl_freeze(&order, reason, reason_size);
}

static bool take_in(int directory, const struct outl_snapshot *snapshot) {
    char reason[256];
    const struct names names = names_of(snapshot);
    int file = outl_directory_create(directory, names.working);
    int error = errno;
    // At the end of the process, a signal may have interrupted a thread in the loader, whose lock it holds.
    bool is_end = snapshot->reason == OUTL_REASON_EXIT || snapshot->reason == OUTL_REASON_FATAL_SIGNAL;
    if (!is_end || !outl_modules_are_changing()) { outl_modules_refresh(); }
    bool is_taken = false;
    if (file < 0) {
        outl_error_describe(reason, sizeof reason, "no file can be made", error);
    } else {
        is_taken = take(snapshot, directory, file, reason, sizeof reason);
        bool is_wanted = !is_taken || !snapshot->moment
            || outl_moments_add(directory, snapshot->moment, snapshot->number, file, outl_freeze_state());
        if (!is_wanted) {
            unlinkat(directory, names.working, 0);
        } else if (is_taken && !outl_directory_rename(directory, names.working, names.final)) {
            outl_error_describe(reason, sizeof reason, "the file cannot be written", errno);
            is_taken = false;
        }
        close(file);
    }
    if (!is_taken && snapshot->moment) { outl_moments_add_failure(directory, snapshot->moment, snapshot->number, reason); }
    if (!is_taken && !snapshot->moment) { write_error(directory, &names, reason); }
    return is_taken;
}

bool outl_snapshot_take(const struct outl_snapshot *snapshot) {
    if (snapshot->moment && !outl_moments_want(snapshot->moment)) { return true; }
    int directory = open_directory();
    if (directory < 0) { return false; }
    bool is_taken = take_in(directory, snapshot);
    close_directory(directory);
    return is_taken;
}

void outl_snapshot_prepare(bool keeps_open) {
    int directory = open_directory();
    if (directory < 0) { return; }
    // Removes the message of an earlier program of this process.
    unlinkat(directory, last_names().error, 0);
    if (keeps_open) { open_file = directory; }
    close_directory(directory);
}

void outl_snapshot_refuse(const char *reason) {
    int directory = open_directory();
    if (directory < 0) { return; }
    const struct names names = last_names();
    write_error(directory, &names, reason);
    close_directory(directory);
}

#endif
