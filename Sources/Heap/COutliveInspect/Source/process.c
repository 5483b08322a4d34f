// Copied during the pause is what can differ from the files: writable mappings, those without a file, and those that
// the loader relocated before it made them read-only (RELRO), which contain metadata.
#include "Source/process.h"

#if OUTL_HEAP_SERVED

#include "Memory/system.h"
#include "Source/elf.h"
#include "Source/permit.h"
#include "Source/place.h"
#include "Source/smaps.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/uio.h>

enum { page = 4096 };
enum { longest_pause = 5 }; // In seconds.

// The part of a file that the loader makes read-only.
struct relocated {
    struct outl_mapping of; // The mapping at its beginning.
    uint64_t start, end;    // Offsets in the file; both 0 if there is none.
};

// The open files of /proc, and what is known of the mapped files.
struct reading {
    struct outl_source *source;
    struct outl_inspect_result *result;
    int maps, pagemap;
    uint64_t deadline; // The end of the longest pause, or 0 while there is none.
    struct outl_array relocated;
};

// MARK: Selection

static const struct relocated *find_relocated(const struct reading *reading, const struct outl_mapping *mapping) {
    const struct relocated *items = (const void *)reading->relocated.items;
    for (size_t index = 0; index < reading->relocated.count; index++) {
        if (outl_mapping_is_of(&items[index].of, mapping)) { return &items[index]; }
    }
    return NULL;
}

// Reads the headers of all files that begin in a mapping and are not known yet.
static void learn_relocated(struct reading *reading) {
    const struct outl_mappings *mappings = &reading->source->mappings;
    for (size_t index = 0; index < mappings->items.count; index++) {
        const struct outl_mapping *mapping = outl_mapping_at(mappings, index);
        bool may_begin = mapping->offset == 0 && mapping->flags & OUTL_MAP_READ && outl_mapping_has_file(mapping);
        if (!may_begin || find_relocated(reading, mapping)) { continue; }
        _Alignas(uint64_t) char bytes[page];
        struct relocated found = {.of = *mapping};
        struct iovec local = {bytes, sizeof bytes}, remote = {(void *)mapping->range.start, sizeof bytes};
        ssize_t got = process_vm_readv(reading->source->process, &local, 1, &remote, 1, 0);
        struct outl_elf elf;
        bool is_elf = got > 0 && outl_elf_read(bytes, (size_t)got, &elf);
        for (size_t segment = 0; is_elf && segment < elf.count; segment++) {
            if (elf.segments[segment].p_type != PT_GNU_RELRO) { continue; }
            found.start = elf.segments[segment].p_offset;
            found.end = found.start + elf.segments[segment].p_filesz;
        }
        outl_array_add(&reading->relocated, &found, sizeof found);
    }
}

// Returns `true` if a mapping is to be copied.
static bool is_copied(const struct reading *reading, const struct outl_mapping *mapping) {
    if (!(mapping->flags & OUTL_MAP_READ)) { return false; }
    if (mapping->flags & OUTL_MAP_WRITE || !outl_mapping_has_file(mapping)) { return true; }
    if (mapping->flags & OUTL_MAP_EXECUTE) { return false; }
    const struct relocated *found = find_relocated(reading, mapping);
    uint64_t end = mapping->offset + (mapping->range.end - mapping->range.start);
    return found && mapping->offset < found->end && found->start < end;
}

// Lists the parts to copy. Returns their size.
static uint64_t list_parts(const struct reading *reading) {
    struct outl_array *parts = &reading->source->parts;
    struct outl_array *resident = reading->source->with_memory ? &reading->source->resident : NULL;
    parts->count = reading->source->resident.count = 0;
    for (size_t index = 0; index < reading->source->mappings.items.count; index++) {
        const struct outl_mapping *mapping = outl_mapping_at(&reading->source->mappings, index);
        if (!is_copied(reading, mapping)) { continue; }
        // Pages of a file that were never touched have the file's content, not zeros.
        if (outl_mapping_has_file(mapping)) {
            outl_array_add(parts, &mapping->range, sizeof mapping->range);
        } else {
            outl_place_resident(mapping->range, reading->pagemap, parts, resident);
        }
    }
    const struct outl_range *items = (const void *)parts->items;
    uint64_t size = 0;
    for (size_t index = 0; index < parts->count; index++) { size += items[index].end - items[index].start; }
    return size;
}

// MARK: Before the stop

static void fail_of_place(struct reading *reading) {
    outl_inspect_fail(
        reading->result, OUTL_INSPECT_FAILED, ENOMEM, "there is no place for the memory of process %d",
        reading->source->process);
}

// Reserves and touches the memory for the copy.
static bool prepare(struct reading *reading) {
    struct outl_source *source = reading->source;
    struct outl_array ranges = {0};
    learn_relocated(reading);
    for (size_t index = 0; index < source->mappings.items.count; index++) {
        const struct outl_mapping *mapping = outl_mapping_at(&source->mappings, index);
        if (is_copied(reading, mapping)) { outl_array_add(&ranges, &mapping->range, sizeof mapping->range); }
    }
    if (!outl_permit_size(list_parts(reading), reading->result)) { return false; }
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
        if (reading->deadline && outl_now(CLOCK_MONOTONIC) > reading->deadline) {
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

// Copies all parts of the stopped process.
static bool copy_all(struct reading *reading) {
    struct outl_source *source = reading->source;
    if (!read_mappings(reading)) { return false; }
    learn_relocated(reading);
    list_parts(reading);
    const struct outl_range *parts = (const void *)source->parts.items;
    reading->result->copied = reading->result->lost = 0;
    for (size_t index = 0; index < source->mappings.items.count; index++) {
        const struct outl_mapping *mapping = outl_mapping_at(&source->mappings, index);
        // Reserved before, except for what the process mapped meanwhile.
        if (!is_copied(reading, mapping) || outl_place_reserve(mapping->range)) { continue; }
        fail_of_place(reading);
        return false;
    }
    for (size_t index = 0; index < source->parts.count; index++) {
        if (!copy(reading, parts[index], &reading->result->copied)) {
            fail_of_copy(reading, errno);
            return false;
        }
    }
    if (source->parts.failed) { outl_inspect_fail(reading->result, OUTL_INSPECT_FAILED, ENOMEM, "no memory"); }
    return !source->parts.failed;
}

// MARK: After the stop

// Opens the file of a mapping, which may have been deleted or replaced. Returns -1 if it cannot be found.
static int open_file(const struct outl_source *source, const struct outl_mapping *mapping) {
    char path[64];
    snprintf(path, sizeof path, "map_files/%lx-%lx", mapping->range.start, mapping->range.end);
    // Needs a capability, but leads to the right file in any case.
    int file = openat(source->folder, path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file >= 0) { return file; }
    int root = openat(source->folder, "root", O_PATH | O_DIRECTORY | O_CLOEXEC);
    file = openat(root, mapping->path + 1, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (root >= 0) { close(root); }
    struct stat status;
    bool is_same = file >= 0 && fstat(file, &status) == 0 && status.st_ino == mapping->inode
        && major(status.st_dev) == mapping->major && minor(status.st_dev) == mapping->minor;
    if (file >= 0 && !is_same) { close(file); }
    return is_same ? file : -1;
}

// Provides the bytes of a mapping that was not copied. Returns the number of bytes from its start that there are.
static size_t attach(struct reading *reading, const struct outl_mapping *mapping) {
    enum { most_copied = 1 << 28 };
    if (!outl_mapping_has_file(mapping)) { return 0; }
    int file = open_file(reading->source, mapping);
    size_t size = file >= 0 ? outl_place_file(mapping->range, file, mapping->offset) : 0;
    if (file >= 0) { close(file); }
    if (size > 0 || mapping->range.end - mapping->range.start > most_copied) { return size; }
    // The file is out of reach. Its pages in the process do not change, unless they are unmapped.
    uint64_t copied = 0, lost = reading->result->lost;
    bool is_copied = outl_place_reserve(mapping->range) && copy(reading, mapping->range, &copied);
    bool is_whole = is_copied && reading->result->lost == lost;
    reading->result->lost = lost;
    return is_whole ? mapping->range.end - mapping->range.start : 0;
}

// Returns the number of bytes of a mapping, from its start, that were obtained.
static size_t obtain(const struct outl_mapping *mapping, void *context) {
    struct reading *reading = context;
    if (!(mapping->flags & OUTL_MAP_READ)) { return 0; }
    return is_copied(reading, mapping) ? mapping->range.end - mapping->range.start : attach(reading, mapping);
}

static bool publish(struct reading *reading) {
    if (outl_mappings_publish(&reading->source->mappings, obtain, reading)) { return true; }
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
    // May be missing: all memory is then copied.
    reading.pagemap = openat(source->folder, "pagemap", O_RDONLY | O_CLOEXEC);
    if (reading.maps < 0) {
        int error = errno;
        outl_inspect_fail(
            result, error == EACCES || error == EPERM ? OUTL_INSPECT_FORBIDDEN : OUTL_INSPECT_ENDED, error,
            "the mappings of process %d cannot be read: %s", process, strerror(error));
        return false;
    }
    bool is_read = read_mappings(&reading) && prepare(&reading) && stop_and_copy(&reading) && publish(&reading);
    close(reading.maps);
    if (reading.pagemap >= 0) { close(reading.pagemap); }
    outl_array_free(&reading.relocated);
    return is_read;
}

#endif
