// A core file rarely contains code and constants, which are in the files of the modules. Which ones it lacks depends on
// /proc/PID/coredump_filter; with the default it has the first page of each module, and so its build ID.
#include "Source/core.h"

#if OUTL_HEAP_SERVED

#include "Memory/system.h"
#include "Source/corefile.h"
#include "Source/module_files.h"
#include "Source/permit.h"
#include "Source/place.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { page = 4096 };
static const uint64_t no_segment = UINT64_MAX; // The offset of a mapping that is only named.

// A file that is mapped, with all mappings of it.
struct named {
    const char *path;
    uint32_t is_needed; // 1 if the core file lacks a part of it.
    uint32_t is_module; // 1 if it has code, or begins like a module.
    int file;           // -1 if it is not open.
    char build_id[OUTL_BUILD_ID_ROOM]; // Empty if it is not in the core file.
    uint64_t hash;                     // Of the first page; 0 if that is not in the core file.
};

struct reading {
    struct outl_corefile core;
    const char *root;
    struct outl_source *source;
    struct outl_inspect_result *result;
    struct outl_array contents; // Of each mapping, an outl_core_segment.
    struct outl_keyed names;    // Each a named. The number is the inode of its mappings, less 1.
};

static struct outl_core_segment *content_of(const struct reading *reading, size_t index) {
    return (struct outl_core_segment *)reading->contents.items + index;
}

static struct named *named_of(const struct reading *reading, const struct outl_mapping *mapping) {
    return outl_mapping_has_file(mapping) ? (struct named *)reading->names.array.items + mapping->inode - 1 : NULL;
}

static bool fail_of_memory(struct reading *reading) {
    outl_inspect_fail(reading->result, OUTL_INSPECT_FAILED, ENOMEM, "there is no memory for its mappings");
    return false;
}

// MARK: Mappings

// Returns the number of a path, plus 1.
static uint64_t number_of(struct reading *reading, const char *path) {
    uint64_t one = 5381, other = 0;
    for (const char *at = path; *at; at++) {
        one = one * 33 + (unsigned char)*at;
        other = (other ^ (unsigned char)*at) * UINT64_C(0x100000001B3);
    }
    bool is_new;
    uint32_t number = outl_keyed_find(&reading->names, sizeof(struct named), one, other, &is_new);
    if (number == OUTL_NOTHING) { return 0; }
    struct named *named = (struct named *)reading->names.array.items + number;
    if (is_new) { *named = (struct named){.path = path, .file = -1}; }
    return (uint64_t)number + 1;
}

// Adds a mapping with its content.
static void add(struct reading *reading, const struct outl_core_segment *content, const struct outl_core_name *name) {
    static const char devices[] = "/dev/";
    struct outl_mapping mapping = {.range = content->range, .flags = content->flags, .path = ""};
    if (name) {
        mapping.offset = name->offset + (content->range.start - name->range.start);
        mapping.inode = number_of(reading, name->path);
        mapping.path = mapping.inode ? name->path : "";
        // As in a live process, where reading them may have effects.
        if (strncmp(name->path, devices, sizeof devices - 1) == 0) { mapping.flags = 0; }
    }
    uintptr_t stack = reading->core.stack;
    bool is_stack = mapping.range.start <= stack && stack < mapping.range.end;
    if (!name && !is_stack && mapping.flags) { mapping.flags |= OUTL_MAP_ANONYMOUS; }
    outl_array_add(&reading->source->mappings.items, &mapping, sizeof mapping);
    outl_array_add(&reading->contents, content, sizeof *content);
}

// Joins segments and names. A name without a segment is a mapping that was not written.
static bool join(struct reading *reading) {
    const struct outl_core_segment *segment = (const void *)reading->core.segments.items;
    const struct outl_core_segment *end = segment + reading->core.segments.count;
    const struct outl_core_name *name = (const void *)reading->core.names.items;
    const struct outl_core_name *last = name + reading->core.names.count;
    uintptr_t done = 0;
    while (segment < end || name < last) {
        if (name < last && (segment == end || name->range.end <= segment->range.start)) {
            struct outl_core_segment none = {.range = name->range, .offset = no_segment};
            // Of a name with segments in a part of its range, the rest was not mapped.
            if (name->range.start >= done) { add(reading, &none, name); }
            name++;
            continue;
        }
        bool is_named = name < last && name->range.start <= segment->range.start
            && segment->range.end <= name->range.end;
        add(reading, segment, is_named ? name : NULL);
        done = segment++->range.end;
    }
    bool has_failed = reading->source->mappings.items.failed || reading->contents.failed || reading->names.array.failed;
    return !has_failed || fail_of_memory(reading);
}

// MARK: Files

// Learns which files are needed, and their build IDs as far as the core file contains them.
static void learn(struct reading *reading) {
    static struct outl_first_page first;
    for (size_t index = 0; index < reading->source->mappings.items.count; index++) {
        const struct outl_mapping *mapping = outl_mapping_at(&reading->source->mappings, index);
        const struct outl_core_segment *content = content_of(reading, index);
        struct named *named = named_of(reading, mapping);
        if (!named) { continue; }
        bool may_read = mapping->flags & OUTL_MAP_READ || content->offset == no_segment;
        if (may_read && content->size < mapping->range.end - mapping->range.start) { named->is_needed = 1; }
        if (mapping->flags & OUTL_MAP_EXECUTE) { named->is_module = 1; }
        bool has_first = mapping->offset == 0 && content->have >= page && named->hash == 0;
        if (!has_first || !outl_first_page_read(reading->core.file, content->offset, &first)) { continue; }
        named->is_module = 1;
        memcpy(named->build_id, first.build_id, sizeof named->build_id);
        // A program could change a page that it may write to.
        if (!(mapping->flags & OUTL_MAP_WRITE)) { named->hash = first.hash; }
    }
}

// Opens the file at the path, without the kernel's remark that it was deleted: another may be the same.
static int open_named(const struct reading *reading, const struct named *named) {
    static const char remark[] = " (deleted)";
    char path[4096];
    size_t length = strnlen(named->path, sizeof path), extra = sizeof remark - 1;
    if (length == sizeof path) { return -1; }
    memcpy(path, named->path, length + 1);
    if (length > extra && strcmp(path + length - extra, remark) == 0) { path[length - extra] = 0; }
    return outl_file_open(reading->root, path);
}

static bool fail_of_file(struct reading *reading, const struct named *named, const char *problem) {
    const char *id = named->build_id;
    outl_inspect_fail(
        reading->result, OUTL_INSPECT_FILE, ENOENT, "%.340s%s%.64s%s, which %s", named->path,
        *id ? " (build ID " : "", id, *id ? ")" : "", problem);
    return false;
}

// Returns `true` if a file is not the one that was mapped: by the build ID, or by the page that contains it if any.
static bool is_other(const struct named *named, const struct outl_first_page *first) {
    if (named->build_id[0]) { return strcmp(named->build_id, first->build_id) != 0; }
    return named->hash != 0 && named->hash != first->hash;
}

// Opens a needed file, and compares it with the core file.
static bool open_needed(struct reading *reading, struct named *named) {
    static struct outl_first_page first;
    named->file = open_named(reading, named);
    if (named->file < 0) { return !named->is_module || fail_of_file(reading, named, "is missing"); }
    bool is_module = outl_first_page_read(named->file, 0, &first);
    if (named->is_module && (!is_module || is_other(named, &first))) {
        return fail_of_file(reading, named, "is another file at that path");
    }
    if (is_module) {
        if (named->build_id[0] || named->hash) { reading->result->verified++; } else { reading->result->unverified++; }
        return true;
    }
    // What a program reads from a data file is no object.
    close(named->file);
    named->file = -1;
    return true;
}

static bool open_files(struct reading *reading) {
    struct named *items = (struct named *)reading->names.array.items;
    for (size_t index = 0; index < reading->names.array.count; index++) {
        if (items[index].is_needed && !open_needed(reading, &items[index])) { return false; }
    }
    return true;
}

// Sets the permissions of mappings without a segment to those in the headers of their file.
static void learn_flags(struct reading *reading) {
    static struct outl_first_page first;
    for (size_t index = 0; index < reading->source->mappings.items.count; index++) {
        struct outl_mapping *mapping = outl_mapping_at(&reading->source->mappings, index);
        const struct named *named = named_of(reading, mapping);
        bool is_unknown = named && named->file >= 0 && content_of(reading, index)->offset == no_segment;
        if (!is_unknown || !outl_first_page_read(named->file, 0, &first)) { continue; }
        for (size_t number = first.elf.count; number-- > 0;) {
            const Elf64_Phdr *segment = &first.elf.segments[number];
            uint64_t start = segment->p_offset & ~(uint64_t)(page - 1), end = segment->p_offset + segment->p_filesz;
            if (segment->p_type != PT_LOAD || mapping->offset < start || mapping->offset >= end) { continue; }
            mapping->flags = (segment->p_flags & PF_R ? OUTL_MAP_READ : 0)
                | (segment->p_flags & PF_W ? OUTL_MAP_WRITE : 0) | (segment->p_flags & PF_X ? OUTL_MAP_EXECUTE : 0);
        }
    }
}

static void find_executable(struct reading *reading) {
    uintptr_t headers = reading->core.headers;
    for (size_t index = 0; index < reading->source->mappings.items.count; index++) {
        const struct outl_mapping *mapping = outl_mapping_at(&reading->source->mappings, index);
        const struct named *named = named_of(reading, mapping);
        if (!named || headers < mapping->range.start || headers >= mapping->range.end) { continue; }
        reading->source->executable = named->file;
        snprintf(reading->result->executable, sizeof reading->result->executable, "%s", named->path);
    }
}

// MARK: Memory

// Returns `true` if the rest of a mapping's bytes is in its file.
static bool is_filled(const struct reading *reading, size_t index) {
    const struct outl_mapping *mapping = outl_mapping_at(&reading->source->mappings, index);
    const struct outl_core_segment *content = content_of(reading, index);
    const struct named *named = named_of(reading, mapping);
    return named && named->file >= 0 && content->have == content->size && content->size % page == 0
        && content->size < mapping->range.end - mapping->range.start;
}

// Copies content that does not begin at a page of the file. Returns the number of bytes copied.
static size_t copy(const struct reading *reading, const struct outl_core_segment *content) {
    enum { maximum = 1 << 20 };
    static _Alignas(page) char bytes[maximum];
    static const char zeros[page];
    uint64_t size = content->have & ~(uint64_t)(page - 1);
    for (uint64_t done = 0; done < size;) {
        size_t part = size - done < maximum ? size - done : maximum;
        if (!outl_corefile_bytes(&reading->core, content->offset + done, bytes, part)) { return done; }
        // Reserved memory and stacks are mostly zero, which takes no memory as long as it is not written to.
        for (size_t at = 0; at < part; at += page) {
            if (memcmp(bytes + at, zeros, page) == 0) { continue; }
            memcpy((void *)((content->range.start + done + at) ^ outl_shift), bytes + at, page);
            reading->result->copied += page;
        }
        done += part;
    }
    return size;
}

// Provides the bytes of a mapping. Returns the number of bytes from its start that there are.
static size_t provide(const struct outl_mapping *mapping, void *context) {
    struct reading *reading = context;
    size_t index = (size_t)(mapping - outl_mapping_at(&reading->source->mappings, 0));
    const struct outl_core_segment *content = content_of(reading, index);
    struct outl_range range = mapping->range;
    range.end = range.start + (content->have & ~(uint64_t)(page - 1));
    size_t size = 0;
    if (range.end > range.start) {
        size = content->offset % page == 0 ? outl_place_file(range, reading->core.file, content->offset)
                                           : copy(reading, content);
    }
    reading->result->lost += content->size - (size < content->size ? size : content->size);
    if (!is_filled(reading, index) || size < content->size) { return size; }
    range = (struct outl_range){mapping->range.start + size, mapping->range.end};
    size_t filled = outl_place_file(range, named_of(reading, mapping)->file, mapping->offset + size);
    return size + filled;
}

// Returns `false` if this kernel cannot place the ranges: their bounds are no bounds of its larger pages.
static bool has_pages_for(const struct outl_array *ranges, struct outl_inspect_result *result) {
    size_t own = (size_t)getpagesize();
    for (size_t index = 0; index < ranges->count; index++) {
        struct outl_range range = ((const struct outl_range *)ranges->items)[index];
        if (range.start % own == 0 && range.end % own == 0) { continue; }
        outl_inspect_fail(
            result, OUTL_INSPECT_UNSUPPORTED, EINVAL,
            "this kernel has pages of %zu bytes, and the process had smaller ones: read it on a kernel with pages of %d",
            own, page);
        return false;
    }
    return true;
}

// Reserves the places of all bytes that there are.
static bool reserve(struct reading *reading) {
    struct outl_array ranges = {0};
    uint64_t copied = 0;
    for (size_t index = 0; index < reading->source->mappings.items.count; index++) {
        const struct outl_mapping *mapping = outl_mapping_at(&reading->source->mappings, index);
        const struct outl_core_segment *content = content_of(reading, index);
        if (!(mapping->flags & OUTL_MAP_READ)) { continue; }
        struct outl_range range = mapping->range;
        if (!is_filled(reading, index)) { range.end = range.start + (content->have & ~(uint64_t)(page - 1)); }
        if (range.start == range.end) { continue; }
        outl_array_add(&ranges, &range, sizeof range);
        if (content->offset % page != 0) { copied += content->have; }
    }
    if (ranges.failed) { return fail_of_memory(reading); }
    if (!has_pages_for(&ranges, reading->result) || !outl_permit_size(copied, reading->result)) { return false; }
    bool is_chosen = outl_place_choose(ranges.items, ranges.count, sizeof(struct outl_range));
    if (!is_chosen) {
        outl_inspect_fail(reading->result, OUTL_INSPECT_FAILED, ENOMEM, "there is no place for its memory");
    }
    outl_array_free(&ranges);
    return is_chosen;
}

// Lists the memory in which blocks with mappings of their own may lie.
static void list_parts(struct reading *reading) {
    enum { wanted = OUTL_MAP_READ | OUTL_MAP_WRITE | OUTL_MAP_ANONYMOUS };
    for (size_t index = 0; index < reading->source->mappings.items.count; index++) {
        const struct outl_mapping *mapping = outl_mapping_at(&reading->source->mappings, index);
        struct outl_range range = mapping->range;
        range.end = range.start + (content_of(reading, index)->have & ~(uint64_t)(page - 1));
        bool is_part = (mapping->flags & wanted) == wanted && range.start < range.end;
        if (is_part) { outl_array_add(&reading->source->parts, &range, sizeof range); }
    }
}

// MARK: All

// Checks that the core file has what only the process had: its private memory, and the names of its files.
static bool check(struct reading *reading) {
    const struct outl_core_segment *segments = (const void *)reading->core.segments.items;
    bool has_private = false;
    for (size_t index = 0; index < reading->source->mappings.items.count && !has_private; index++) {
        const struct outl_mapping *mapping = outl_mapping_at(&reading->source->mappings, index);
        has_private = mapping->flags & OUTL_MAP_WRITE && !outl_mapping_has_file(mapping)
            && content_of(reading, index)->size > 0;
    }
    if (reading->core.segments.count == 0 || !segments) {
        outl_inspect_fail(reading->result, OUTL_INSPECT_CORE, ENODATA, "it has no memory");
    } else if (!has_private) {
        outl_inspect_fail(
            reading->result, OUTL_INSPECT_CORE, ENODATA,
            "it has no private memory: write 0x33 to /proc/PID/coredump_filter before the next one");
    } else if (reading->core.names.count == 0) {
        outl_inspect_fail(
            reading->result, OUTL_INSPECT_CORE, ENODATA, "it does not name the files of the program (note NT_FILE)");
    }
    return reading->result->outcome == OUTL_INSPECT_DONE;
}

static bool fill(struct reading *reading) {
    if (!reserve(reading)) { return false; }
    if (outl_mappings_publish(&reading->source->mappings, provide, reading)) { return true; }
    outl_inspect_fail(reading->result, OUTL_INSPECT_FAILED, E2BIG, "it has too many mappings");
    return false;
}

bool outl_core_read(int file, const char *root, struct outl_source *source, struct outl_inspect_result *result) {
    static struct reading reading;
    reading = (struct reading){.root = root, .source = source, .result = result};
    bool with_memory = source->with_memory;
    *source = (struct outl_source){.is_core = true, .folder = -1, .executable = -1, .with_memory = with_memory};
    bool is_read = outl_corefile_read(file, &reading.core, result);
    result->size = reading.core.size;
    result->expected = reading.core.expected;
    if (!is_read) { return false; }
    source->process = reading.core.process;
    source->tracees = reading.core.threads;
    source->headers = reading.core.headers;
    source->time = reading.core.time;
    result->threads = (uint32_t)source->tracees.count;
    if (!join(&reading) || !check(&reading)) { return false; }
    learn(&reading);
    if (!open_files(&reading)) { return false; }
    learn_flags(&reading);
    find_executable(&reading);
    list_parts(&reading);
    result->is_partial = reading.core.expected > reading.core.size;
    return fill(&reading);
}

#endif
