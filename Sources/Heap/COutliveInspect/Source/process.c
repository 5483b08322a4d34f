// Copied during the pause is what can differ from the files: memory without a file, and of modules what is writable,
// and what the loader relocated before it made it read-only (RELRO), which contains metadata.
//
// Shared memory, and files that are no modules, stay unread. No object, root or metadata is in them, databases map
// terabytes of them, and to read a page that no program has used yet would give memory to a file in memory.
#include "Source/process.h"

#if OUTL_HEAP_SERVED

#include "Memory/system.h"
#include "Source/loaded.h"
#include "Source/permit.h"
#include "Source/place.h"
#include "Source/smaps.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/uio.h>

enum { page = 4096 };
enum { longest_pause = 5 }; // In seconds.

// The open files of /proc, and what is known of the mapped files.
struct reading {
    struct outl_source *source;
    struct outl_inspect_result *result;
    int maps;
    uint64_t deadline; // The end of the longest pause, or 0 while there is none.
    struct outl_loaded loaded;
};

static uint64_t size_of(const struct outl_range *range) { return range->end - range->start; }

// MARK: Failures

static void fail_of_place(struct reading *reading) {
    outl_inspect_fail(
        reading->result, OUTL_INSPECT_FAILED, ENOMEM, "there is no place for the memory of process %d",
        reading->source->process);
}

static void fail_of_copy(struct reading *reading, int error) {
    if (error == ETIMEDOUT) {
        outl_inspect_fail(
            reading->result, OUTL_INSPECT_TOO_LARGE, error, "its memory cannot be copied within %d seconds",
            longest_pause);
        return;
    }
    outl_inspect_fail(
        reading->result, error == EPERM ? OUTL_INSPECT_FORBIDDEN : OUTL_INSPECT_ENDED, error,
        "the memory of process %d cannot be read: %s", reading->source->process, strerror(error));
}

// Returns `false` with the reason in the result if the pause has taken too long.
static bool is_in_time(struct reading *reading) {
    if (!outl_is_late(reading->deadline)) { return true; }
    fail_of_copy(reading, ETIMEDOUT);
    return false;
}

// MARK: Selection

// Reads the headers of all files that begin in a mapping and are not known yet.
static bool learn_files(struct reading *reading) {
    const struct outl_mappings *mappings = &reading->source->mappings;
    for (size_t index = 0; index < mappings->items.count; index++) {
        if (!is_in_time(reading)) { return false; }
        outl_loaded_learn(&reading->loaded, outl_mapping_at(mappings, index));
    }
    return true;
}

// Returns `true` if the content of a mapping is of use.
static bool is_needed(struct reading *reading, const struct outl_mapping *mapping) {
    if (!(mapping->flags & OUTL_MAP_READ) || mapping->flags & OUTL_MAP_SHARED) { return false; }
    return !outl_mapping_has_file(mapping) || outl_loaded_module(&reading->loaded, mapping);
}

// Returns `true` if a mapping is to be copied.
static bool is_copied(struct reading *reading, const struct outl_mapping *mapping) {
    if (!is_needed(reading, mapping)) { return false; }
    if (mapping->flags & OUTL_MAP_WRITE || !outl_mapping_has_file(mapping)) { return true; }
    if (mapping->flags & OUTL_MAP_EXECUTE) { return false; }
    const struct outl_loaded_file *module = outl_loaded_module(&reading->loaded, mapping);
    return mapping->offset < module->end && module->start < mapping->offset + size_of(&mapping->range);
}

// Lists the parts to copy.
static bool list_parts(struct reading *reading) {
    struct outl_source *source = reading->source;
    struct outl_array *parts = &source->parts, *resident = source->with_memory ? &source->resident : NULL;
    parts->count = source->resident.count = 0;
    for (size_t index = 0; index < source->mappings.items.count; index++) {
        const struct outl_mapping *mapping = outl_mapping_at(&source->mappings, index);
        if (!is_in_time(reading)) { return false; }
        if (!is_copied(reading, mapping)) { continue; }
        // Pages of a file that were never touched have the file's content, not zeros.
        if (outl_mapping_has_file(mapping)) {
            outl_array_add(parts, &mapping->range, sizeof mapping->range);
        } else if (!outl_place_resident(
                       mapping->range, reading->loaded.pagemap, reading->deadline, parts, resident)) {
            break;
        }
    }
    if (parts->failed || reading->loaded.files.array.failed) {
        outl_inspect_fail(reading->result, OUTL_INSPECT_FAILED, ENOMEM, "no memory");
        return false;
    }
    return is_in_time(reading);
}

static uint64_t size_of_parts(const struct outl_source *source) {
    const struct outl_range *items = (const void *)source->parts.items;
    uint64_t size = 0;
    for (size_t index = 0; index < source->parts.count; index++) { size += size_of(&items[index]); }
    return size;
}

// MARK: Before the stop

// Reserves and touches the memory for the copy.
static bool prepare(struct reading *reading) {
    struct outl_source *source = reading->source;
    struct outl_array ranges = {0};
    if (!learn_files(reading) || !list_parts(reading)) { return false; }
    for (size_t index = 0; index < source->mappings.items.count; index++) {
        const struct outl_mapping *mapping = outl_mapping_at(&source->mappings, index);
        if (is_copied(reading, mapping)) { outl_array_add(&ranges, &mapping->range, sizeof mapping->range); }
    }
    if (!outl_permit_size(size_of_parts(source), reading->result)) { return false; }
    if (!outl_place_choose(ranges.items, ranges.count, sizeof(struct outl_range))) {
        fail_of_place(reading);
        return false;
    }
    outl_array_free(&ranges);
    outl_place_touch((const void *)source->parts.items, source->parts.count);
    return true;
}

static bool read_mappings(struct reading *reading) {
    int error = outl_mappings_read(&reading->source->mappings, reading->maps);
    if (error) {
        outl_inspect_fail(
            reading->result, OUTL_INSPECT_FAILED, error, "the mappings of process %d cannot be read: %s",
            reading->source->process, strerror(error));
    } else if (reading->source->mappings.items.count == 0) {
        outl_inspect_fail(
            reading->result, OUTL_INSPECT_ENDED, ESRCH, "process %d has ended", reading->source->process);
    }
    return reading->result->outcome == OUTL_INSPECT_DONE;
}

// MARK: During the stop

// Copies a part of the memory to its place. Returns `false` with errno set if the process has ended, or if it is late.
static bool copy(struct reading *reading, struct outl_range part, uint64_t *copied) {
    enum { most = 1 << 25 };
    while (part.start < part.end) {
        size_t size = part.end - part.start < most ? part.end - part.start : most;
        struct iovec local = {(void *)(part.start ^ outl_shift), size};
        struct iovec remote = {(void *)part.start, size};
        if (outl_is_late(reading->deadline)) {
            errno = ETIMEDOUT;
            return false;
        }
        ssize_t got = process_vm_readv(reading->source->process, &local, 1, &remote, 1, 0);
        if (got > 0) {
            part.start += (size_t)got;
            *copied += (uint64_t)got;
        } else if (got == 0 || errno == EFAULT || errno == EIO || errno == ENOMEM) {
            // A page without content, such as one beyond the end of its file.
            uintptr_t next = (part.start | (page - 1)) + 1;
            reading->result->lost += next - part.start;
            part.start = next;
        } else if (errno != EINTR) {
            return false;
        }
    }
    return true;
}

// Reserves the places of all parts. Most were reserved before, except for what the process mapped meanwhile.
static bool reserve(struct reading *reading) {
    const struct outl_mappings *mappings = &reading->source->mappings;
    for (size_t index = 0; index < mappings->items.count; index++) {
        const struct outl_mapping *mapping = outl_mapping_at(mappings, index);
        if (!is_in_time(reading)) { return false; }
        if (!is_copied(reading, mapping) || outl_place_reserve(mapping->range)) { continue; }
        fail_of_place(reading);
        return false;
    }
    return true;
}

// Copies all parts of the stopped process.
static bool copy_all(struct reading *reading) {
    const struct outl_array *parts = &reading->source->parts;
    reading->result->copied = reading->result->lost = 0;
    if (!read_mappings(reading) || !learn_files(reading) || !list_parts(reading) || !reserve(reading)) { return false; }
    for (size_t index = 0; index < parts->count; index++) {
        const struct outl_range part = ((const struct outl_range *)(const void *)parts->items)[index];
        if (copy(reading, part, &reading->result->copied)) { continue; }
        fail_of_copy(reading, errno);
        return false;
    }
    return true;
}

// MARK: After the stop

// Provides the bytes of a mapping that was not copied. Returns the number of bytes from its start that there are.
static size_t attach(struct reading *reading, const struct outl_mapping *mapping) {
    enum { most_copied = 1 << 28 };
    int file = outl_loaded_open(&reading->loaded, mapping);
    size_t size = file >= 0 ? outl_place_file(mapping->range, file, mapping->offset) : 0;
    if (file >= 0) { close(file); }
    if (size > 0 || size_of(&mapping->range) > most_copied) { return size; }
    // The file is out of reach. Its pages in the process do not change, unless they are unmapped.
    uint64_t copied = 0, lost = reading->result->lost;
    bool is_copied = outl_place_reserve(mapping->range) && copy(reading, mapping->range, &copied);
    bool is_whole = is_copied && reading->result->lost == lost;
    reading->result->lost = lost;
    return is_whole ? size_of(&mapping->range) : 0;
}

// Returns the number of bytes of a mapping, from its start, that were obtained.
static size_t obtain(const struct outl_mapping *mapping, void *context) {
    struct reading *reading = context;
    if (!is_needed(reading, mapping)) { return 0; }
    return is_copied(reading, mapping) ? size_of(&mapping->range) : attach(reading, mapping);
}

static bool publish(struct reading *reading) {
    const struct outl_array *parts = &reading->source->parts;
    if (outl_mappings_publish(&reading->source->mappings, obtain, reading)) {
        outl_maps_set_content((const void *)parts->items, parts->count);
        return true;
    }
    outl_inspect_fail(
        reading->result, OUTL_INSPECT_FAILED, E2BIG, "process %d has too many mappings", reading->source->process);
    return false;
}

// MARK: All

static bool stop_and_copy(struct reading *reading) {
    struct outl_source *source = reading->source;
    source->time = outl_now(CLOCK_REALTIME);
    uint64_t start = outl_now(CLOCK_MONOTONIC);
    if (!outl_stop(source->process, source->folder, &source->tracees, reading->result)) { return false; }
    reading->result->stopping = outl_now(CLOCK_MONOTONIC) - start;
    reading->deadline = start + longest_pause * outl_second;
    bool is_copied = copy_all(reading);
    outl_stop_end(&source->tracees);
    reading->deadline = 0;
    reading->result->pause = outl_now(CLOCK_MONOTONIC) - start;
    // Not during the stop, because the kernel counts every page.
    if (is_copied && source->with_memory) { outl_smaps_read(&source->usage, source->folder); }
    reading->result->threads = (uint32_t)source->tracees.count;
    return is_copied;
}

bool outl_process_read(pid_t process, struct outl_source *source, struct outl_inspect_result *result) {
    bool with_memory = source->with_memory;
    *source = (struct outl_source){.process = process, .folder = -1, .executable = -1, .with_memory = with_memory};
    if (!outl_permit(process, &source->folder, &source->headers, result)) { return false; }
    source->executable = openat(source->folder, "exe", O_RDONLY | O_CLOEXEC);
    struct reading reading = {.source = source, .result = result};
    reading.maps = openat(source->folder, "maps", O_RDONLY | O_CLOEXEC);
    reading.loaded = (struct outl_loaded){.process = process, .folder = source->folder};
    // May be missing: all memory is then copied.
    reading.loaded.pagemap = openat(source->folder, "pagemap", O_RDONLY | O_CLOEXEC);
    if (reading.maps < 0) {
        int error = errno;
        outl_inspect_fail(
            result, error == EACCES || error == EPERM ? OUTL_INSPECT_FORBIDDEN : OUTL_INSPECT_ENDED, error,
            "the mappings of process %d cannot be read: %s", process, strerror(error));
        return false;
    }
    bool is_read = read_mappings(&reading) && prepare(&reading) && stop_and_copy(&reading) && publish(&reading);
    close(reading.maps);
    if (reading.loaded.pagemap >= 0) { close(reading.loaded.pagemap); }
    outl_keyed_free(&reading.loaded.files);
    return is_read;
}

#endif
