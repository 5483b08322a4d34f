// Copied during the pause is what can differ from the files: memory without a file, and of modules what is writable,
// and what the loader relocated before it made it read-only (RELRO), which contains metadata. Of all that only pages
// that the process has: to read another one may wait for a userfaultfd or a file system while the process is stopped.
//
// To read a page with process_vm_readv that the process shares with a child gives it a copy of its own, which may take
// more memory than there is. Such pages are read from its file of memory, at up to twice the time.
//
// Shared memory, and files that are no modules, stay unread. No object, root or metadata is in them, databases map
// terabytes of them, and to read a page that no program has used yet would give memory to a file in memory.
#include "Source/process.h"

#if OUTL_HEAP_SERVED

#include "Memory/system.h"
#include "Source/bound.h"
#include "Source/loaded.h"
#include "Source/permit.h"
#include "Source/place.h"
#include "Source/smaps.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/uio.h>

enum { page = 4096 };

// The open files of /proc, and what is known of the mapped files.
struct reading {
    struct outl_source *source;
    struct outl_inspect_result *result;
    int maps, memory;
    struct outl_array shared; // The parts with pages that another process has as well, each an outl_range.
    uint64_t longest;  // The longest pause in nanoseconds.
    uint64_t deadline; // The time to end the pause, or 0 while there is none.
    struct outl_loaded loaded;
    struct outl_program program;
};

static uint64_t size_of(const struct outl_range *range) { return range->end - range->start; }

// MARK: Failures

static void fail_of_place(struct reading *reading) {
    outl_inspect_fail(
        reading->result, OUTL_INSPECT_FAILED, ENOMEM, "there is no place for the memory of process %d",
        reading->source->process);
}

// Returns `false` with the reason in the result if a call failed, because the process has ended or became another one.
static bool fail_of_copy(struct reading *reading, int error) {
    outl_inspect_fail(
        reading->result, error == EPERM ? OUTL_INSPECT_FORBIDDEN : OUTL_INSPECT_ENDED, error,
        "the memory of process %d cannot be read: %s", reading->source->process, strerror(error));
    return false;
}

// Returns `false` with the reason in the result if the pause has taken too long.
static bool is_in_time(struct reading *reading) {
    if (!outl_is_late(reading->deadline)) { return true; }
    outl_inspect_fail(
        reading->result, OUTL_INSPECT_PAUSED, ETIMEDOUT, "its memory was not copied within the longest pause of %lu ms",
        reading->longest / outl_millisecond);
    return false;
}

// MARK: Selection

// Learns of all files what is not known yet.
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
        struct outl_array *used = outl_mapping_has_file(mapping) ? NULL : resident;
        if (!outl_place_resident(mapping->range, reading->loaded.pagemap, reading->deadline, parts, used)) { break; }
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

static void close_memory(struct reading *reading) {
    int *files[] = {&reading->maps, &reading->memory, &reading->loaded.pagemap};
    for (size_t index = 0; index < OUTL_COUNT(files); index++) {
        if (*files[index] >= 0) { close(*files[index]); }
        *files[index] = -1;
    }
}

// Opens what shows the memory of the program. The files stay with the memory that the process had when they were opened.
static bool open_memory(struct reading *reading) {
    struct outl_source *source = reading->source;
    close_memory(reading);
    reading->maps = openat(source->folder, "maps", O_RDONLY | O_CLOEXEC);
    int error = errno;
    reading->memory = openat(source->folder, "mem", O_RDONLY | O_CLOEXEC);
    // May be missing: all memory is then copied.
    reading->loaded.pagemap = openat(source->folder, "pagemap", O_RDONLY | O_CLOEXEC);
    if (reading->maps >= 0) { return true; }
    outl_inspect_fail(
        reading->result, error == EACCES || error == EPERM ? OUTL_INSPECT_FORBIDDEN : OUTL_INSPECT_ENDED, error,
        "the mappings of process %d cannot be read: %s", source->process, strerror(error));
    return false;
}

// Opens the program and its memory.
static bool open_program(struct reading *reading) {
    struct outl_source *source = reading->source;
    reading->program = outl_permit_identity(source->folder);
    source->headers = reading->program.headers;
    source->executable = openat(source->folder, "exe", O_RDONLY | O_CLOEXEC);
    return outl_permit_program(source->process, source->folder, reading->result) && open_memory(reading);
}

// Returns `false` with the reason in the result if the stopped process executes another program. Opens no file of it,
// because to open one may wait for its file system.
static bool is_same_program(struct reading *reading) {
    struct outl_program now = outl_permit_identity(reading->source->folder);
    if (now.headers == reading->program.headers && now.random == reading->program.random) { return true; }
    outl_inspect_fail(reading->result, OUTL_INSPECT_STARTING, EAGAIN, "its memory is that of another program");
    return false;
}

// Learns which parts another process has as well. Not during the stop, because this reads an entry for every page.
static void learn_shared(struct reading *reading) {
    const struct outl_range *parts = (const void *)reading->source->parts.items;
    for (size_t index = 0; index < reading->source->parts.count; index++) {
        if (!outl_place_is_shared(parts[index], reading->loaded.pagemap)) { continue; }
        outl_place_add(&reading->shared, parts[index]);
    }
}

static void touch(const struct outl_source *source) {
    outl_place_touch((const void *)source->parts.items, source->parts.count);
}

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
    learn_shared(reading);
    if (!source->at_once) { touch(source); }
    return true;
}

static bool read_mappings(struct reading *reading) {
    int error = outl_mappings_read(&reading->source->mappings, reading->maps);
    if (error) {
        outl_inspect_fail(
            reading->result, OUTL_INSPECT_FAILED, error, "the mappings of process %d cannot be read: %s",
            reading->source->process, strerror(error));
    } else if (reading->source->mappings.items.count == 0
               && outl_permit_state(reading->source->process, reading->source->folder, reading->result)) {
        outl_inspect_fail(reading->result, OUTL_INSPECT_STARTING, EAGAIN, "its memory is that of another program");
    }
    return reading->result->outcome == OUTL_INSPECT_DONE;
}

// MARK: During the stop

enum { maximum_vectors = 256, maximum_bytes = 1 << 22 };

// Returns `true` if another process has pages of a part as well.
static bool is_shared(const struct reading *reading, const struct outl_range *part) {
    const struct outl_range *shared = (const void *)reading->shared.items;
    size_t next = outl_range_above(shared, reading->shared.count, sizeof *shared, part->start);
    return reading->memory >= 0 && next < reading->shared.count && shared[next].start < part->end;
}

// Makes the vectors for parts of the memory and their places, from an address in the first part, up to the next shared
// part. Returns their number.
static size_t make_vectors(
    const struct reading *reading, const struct outl_range *parts, size_t count, uintptr_t start,
    struct iovec *local, struct iovec *remote
) {
    size_t made = 0;
    for (size_t rest = maximum_bytes; made < count && made < maximum_vectors && rest > 0; made++) {
        if (made > 0 && is_shared(reading, &parts[made])) { break; }
        uintptr_t from = made == 0 ? start : parts[made].start;
        size_t size = parts[made].end - from < rest ? parts[made].end - from : rest;
        local[made] = (struct iovec){(void *)(from ^ outl_shift), size};
        remote[made] = (struct iovec){(void *)from, size};
        rest -= size;
    }
    return made;
}

// Copies as much from an address in the first part as one call does. Returns the number of bytes, or -1 with errno set.
static ssize_t copy_some(
    const struct reading *reading, const struct outl_range *parts, size_t count, uintptr_t address
) {
    if (is_shared(reading, parts)) {
        size_t size = parts->end - address < maximum_bytes ? parts->end - address : maximum_bytes;
        ssize_t got = pread(reading->memory, (void *)(address ^ outl_shift), size, (off_t)address);
        // The file ends with the process.
        if (got == 0) { errno = ESRCH; }
        return got > 0 ? got : -1;
    }
    struct iovec local[maximum_vectors], remote[maximum_vectors];
    size_t vectors = make_vectors(reading, parts, count, address, local, remote);
    return process_vm_readv(reading->source->process, local, vectors, remote, vectors, 0);
}

// Copies parts of the memory to their places. Returns `false` if the process has ended, with the reason in the result,
// or if the stop is over.
static bool copy(struct reading *reading, const struct outl_range *parts, size_t count, uint64_t *copied) {
    uintptr_t address = count ? parts->start : 0;
    while (count > 0) {
        if (!is_in_time(reading)) { return false; }
        ssize_t got = copy_some(reading, parts, count, address);
        if (got < 0 && errno == EINTR) { continue; }
        if (got > 0) {
            *copied += (uint64_t)got;
        } else if (got == 0 || errno == EFAULT || errno == EIO || errno == ENOMEM) {
            // A page without content, such as one beyond the end of its file.
            got = (ssize_t)(((address | (page - 1)) + 1) - address);
            reading->result->lost += (uint64_t)got;
        } else {
            return fail_of_copy(reading, errno);
        }
        for (size_t rest = (size_t)got; rest > 0 && count > 0;) {
            size_t step = parts->end - address < rest ? parts->end - address : rest;
            rest -= step;
            address += step;
            if (address < parts->end) { continue; }
            parts++;
            if (--count > 0) { address = parts->start; }
        }
    }
    return is_in_time(reading);
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
    bool is_ready = is_same_program(reading) && open_memory(reading) && read_mappings(reading) && learn_files(reading)
        && list_parts(reading) && reserve(reading);
    if (is_ready && reading->source->at_once) { touch(reading->source); }
    return is_ready && copy(reading, (const void *)parts->items, parts->count, &reading->result->copied);
}

// MARK: After the stop

// Reads a part of a mapping from the file, or if that is out of reach from the process, which seldom changes what it had
// not written before. Returns `false` if that failed.
static bool read_part(
    struct reading *reading, const struct outl_mapping *mapping, int file, struct outl_range part
) {
    void *place = (void *)(part.start ^ outl_shift);
    off_t offset = (off_t)(mapping->offset + (part.start - mapping->range.start));
    if (file >= 0 && pread(file, place, size_of(&part), offset) >= 0) { return true; }
    uint64_t copied = 0, lost = reading->result->lost;
    bool is_copied = copy(reading, &part, 1, &copied) && reading->result->lost == lost;
    reading->result->lost = lost;
    return is_copied;
}

// Fills the pages of a copied mapping of a module that the process did not have.
static void complete(struct reading *reading, const struct outl_mapping *mapping) {
    const struct outl_array *parts = &reading->source->parts;
    const struct outl_range *items = (const void *)parts->items;
    size_t next = outl_range_above(items, parts->count, sizeof *items, mapping->range.start);
    bool is_open = false;
    int file = -1;
    for (uintptr_t address = mapping->range.start; address < mapping->range.end; next++) {
        bool is_inside = next < parts->count && items[next].start < mapping->range.end;
        struct outl_range gap = {address, is_inside ? items[next].start : mapping->range.end};
        address = is_inside ? items[next].end : mapping->range.end;
        if (gap.start >= gap.end) { continue; }
        if (!is_open) { file = outl_loaded_open(&reading->loaded, mapping); }
        is_open = true;
        if (!read_part(reading, mapping, file, gap)) { outl_loaded_miss(&reading->loaded, mapping); }
    }
    if (file >= 0) { close(file); }
}

// Provides the bytes of a mapping that was not copied. Returns the number of bytes from its start that there are.
static size_t attach(struct reading *reading, const struct outl_mapping *mapping) {
    enum { maximum_copied = 1 << 28 };
    int file = outl_loaded_open(&reading->loaded, mapping);
    size_t size = file >= 0 ? outl_place_file(mapping->range, file, mapping->offset) : 0;
    if (file >= 0) { close(file); }
    if (size > 0) { return size; }
    bool is_read = size_of(&mapping->range) <= maximum_copied && outl_place_reserve(mapping->range)
        && read_part(reading, mapping, -1, mapping->range);
    if (!is_read) { outl_loaded_miss(&reading->loaded, mapping); }
    return is_read ? size_of(&mapping->range) : 0;
}

// Returns the number of bytes of a mapping, from its start, that were obtained.
static size_t obtain(const struct outl_mapping *mapping, void *context) {
    struct reading *reading = context;
    bool is_shared = mapping->flags & OUTL_MAP_SHARED;
    if (!is_shared && outl_loaded_is_foreign(&reading->loaded, mapping)) { reading->result->foreign += size_of(&mapping->range); }
    if (!is_needed(reading, mapping)) { return 0; }
    if (!is_copied(reading, mapping)) { return attach(reading, mapping); }
    if (outl_mapping_has_file(mapping)) { complete(reading, mapping); }
    return size_of(&mapping->range);
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
    reading->result->began = outl_now(CLOCK_MONOTONIC);
    reading->deadline = outl_bound_begin(reading->longest);
    if (!reading->deadline) {
        outl_inspect_fail(reading->result, OUTL_INSPECT_FAILED, errno, "a pause cannot be bounded: %s", strerror(errno));
        return false;
    }
    reading->loaded.is_stopped = true;
    bool is_stopped = outl_stop(
        source->process, source->folder, reading->deadline, &source->tracees, reading->result);
    uint64_t start = reading->result->began;
    reading->result->stopping = outl_now(CLOCK_MONOTONIC) - start;
    bool is_copied = is_stopped && copy_all(reading);
    source->is_bound = true;
    source->is_stopped = is_stopped;
    if (!is_copied || !source->at_once) { outl_process_release(source, reading->result); }
    reading->loaded.is_stopped = false;
    reading->deadline = 0;
    reading->result->threads = (uint32_t)source->tracees.count;
    return is_copied;
}

void outl_process_release(struct outl_source *source, struct outl_inspect_result *result) {
    if (!source->is_bound) { return; }
    if (source->is_stopped) { outl_stop_end(&source->tracees); }
    result->pause = outl_now(CLOCK_MONOTONIC) - result->began;
    outl_bound_end();
    result->began = 0;
    source->is_bound = source->is_stopped = false;
}

// Counts the bytes that a userfaultfd of the process had not provided. Not during the stop, because the kernel counts every
// page, and only if it has one, because mapping memory has to wait meanwhile.
static void count_absent(struct reading *reading) {
    struct outl_source *source = reading->source;
    if (!source->with_memory && !outl_smaps_has_userfault(source->folder)) { return; }
    outl_smaps_read(&source->usage, source->folder);
    for (size_t index = 0; index < source->usage.count; index++) {
        const struct outl_smap *map = (const struct outl_smap *)source->usage.items + index;
        uint64_t size = size_of(&map->mapping.range), present = map->resident + map->swapped;
        bool is_counted = map->is_provided && is_needed(reading, &map->mapping) && present < size;
        if (is_counted) { reading->result->absent += size - present; }
    }
}

static void end(struct reading *reading) {
    close_memory(reading);
    outl_array_free(&reading->shared);
    outl_loaded_end(&reading->loaded);
}

bool outl_process_read(
    pid_t process, uint64_t longest, struct outl_source *source, struct outl_inspect_result *result
) {
    bool with_memory = source->with_memory, at_once = source->at_once;
    *source = (struct outl_source){
        .process = process, .folder = -1, .executable = -1, .with_memory = with_memory, .at_once = at_once};
    if (!outl_permit(process, &source->folder, result)) { return false; }
    struct reading reading = {.source = source, .result = result, .maps = -1, .memory = -1, .longest = longest};
    outl_loaded_begin(&reading.loaded, process, source->folder);
    bool is_read = open_program(&reading) && read_mappings(&reading) && prepare(&reading) && stop_and_copy(&reading)
        && publish(&reading);
    if (is_read) {
        count_absent(&reading);
        outl_loaded_missing(&reading.loaded, &source->mappings, result);
    } else {
        outl_process_release(source, result);
    }
    end(&reading);
    return is_read;
}

#endif
