#include "Snapshot/snapshot.h"

#if OUTL_HEAP_SERVED

#include "Allocation/capture.h"
#include "Allocation/table.h"
#include "Base/files.h"
#include "Base/maps.h"
#include "Freeze/threads.h"
#include "Freeze/walk.h"
#include "Names/modules.h"
#include "Names/types.h"
#include "outl_stack_table.h"

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

// MARK: Content

// The header of the file.
struct header {
    char magic[8];
    uint32_t version, sections;
    uint64_t size;
    uint32_t process, reason, number, cycle, flags, frames;
    uint64_t time, pause, raw_blocks, raw_bytes, bookkeeping, stack_bytes;
};
_Static_assert(sizeof(struct header) == 96 && sizeof(struct outl_section) == 32, "as docs/heap-snapshot.md says");
_Static_assert(sizeof(struct outl_type) == 32 && sizeof(struct outl_field) == 32, "as docs/heap-snapshot.md says");

// An item of the section of modules.
struct module_item {
    struct outl_text path, build_id;
    uint64_t bias, start, end;
    uint32_t epoch_from, epoch_to;
};
_Static_assert(sizeof(struct module_item) == 48, "as docs/heap-snapshot.md says");

// An item of the section of threads.
struct thread_item {
    struct outl_text name;
    uint32_t id, flags;
    uint64_t low, high;
};
_Static_assert(sizeof(struct thread_item) == 32, "as docs/heap-snapshot.md says");

enum { version = 1, flag_graph = 1, flag_stacks = 2, flag_incomplete = 4 };

// MARK: Types

// Reads the keys that the copy wrote, before the types overwrite them.
static int read_keys(int file, const struct outl_freeze_result *result, struct outl_array *keys) {
    size_t size = result->key_count * sizeof(struct outl_type_key);
    char *items = outl_array_append(keys, result->key_count, sizeof(struct outl_type_key));
    if (!items) { return ENOMEM; }
    for (size_t done = 0; done < size;) {
        ssize_t got = pread(file, items + done, size - done, (off_t)(result->keys_offset + done));
        if (got > 0) { done += (size_t)got; } else if (got == 0 || errno != EINTR) { return got == 0 ? EIO : errno; }
    }
    return 0;
}

// Returns the number of a class's superclass among the types plus 1, or 0. Adds the superclass if it is missing.
static uint32_t superclass_of(struct outl_type_key key, struct outl_keyed *keys) {
    if (key.kind != OUTL_TYPE_CLASS || outl_metadata_kind(key.metadata) != OUTL_TYPE_CLASS) { return 0; }
    struct outl_type_key superclass = {.metadata = outl_word(key.metadata + 8), .kind = OUTL_TYPE_CLASS};
    if (outl_metadata_kind(superclass.metadata) != OUTL_TYPE_CLASS) { return 0; }
    bool is_new;
    uint32_t number = outl_keyed_find(keys, sizeof key, superclass.metadata, outl_type_key_rest(superclass), &is_new);
    if (is_new) { ((struct outl_type_key *)keys->array.items)[number] = superclass; }
    return number == OUTL_NOTHING ? 0 : number + 1;
}

static void write_types_of(struct outl_keyed *keys, struct outl_sections *sections, bool with_fields) {
    for (uint32_t index = 0; with_fields && index < keys->array.count; index++) {
        struct outl_type_key key = ((const struct outl_type_key *)keys->array.items)[index];
        uint32_t number;
        outl_table_put(&keys->numbers, key.metadata, outl_type_key_rest(key), index, &number);
    }
    outl_output_begin(sections, OUTL_SECTION_TYPES, sizeof(struct outl_type));
    for (size_t index = 0; index < keys->array.count; index++) {
        struct outl_type_key key = ((const struct outl_type_key *)keys->array.items)[index];
        struct outl_type type = outl_types_find(key, with_fields);
        if (with_fields) { type.superclass = superclass_of(key, keys); }
        outl_output_write(&type, sizeof type);
    }
    outl_output_end(sections, OUTL_SECTION_TYPES);
}

static int write_types(
    int file, const struct outl_freeze_result *result, struct outl_sections *sections, bool with_fields
) {
    struct outl_keyed keys = {0};
    int error = read_keys(file, result, &keys.array);
    if (error == 0) { write_types_of(&keys, sections, with_fields); }
    outl_keyed_free(&keys);
    if (error) { return error; }
    outl_output_array(sections, OUTL_SECTION_FIELDS, &outl_fields, sizeof(struct outl_field));
    outl_output_array(sections, OUTL_SECTION_FIELD_OWNERS, &outl_field_owners, sizeof(struct outl_text));
    return 0;
}

// MARK: Other sections

static void write_threads(struct outl_sections *sections) {
    outl_output_begin(sections, OUTL_SECTION_THREADS, sizeof(struct thread_item));
    for (size_t index = 0; index < outl_threads.count; index++) {
        const struct outl_thread *thread = &outl_threads.items[index];
        struct thread_item item = {
            .name = outl_text_add_string(thread->name), .id = thread->id, .flags = thread->high != 0,
            .low = thread->low, .high = thread->high};
        outl_output_write(&item, sizeof item);
    }
    outl_output_end(sections, OUTL_SECTION_THREADS);
}

static void write_modules(struct outl_sections *sections) {
    outl_output_begin(sections, OUTL_SECTION_MODULES, sizeof(struct module_item));
    for (size_t index = 0; index < outl_module_count; index++) {
        const struct outl_module *module = &outl_modules[index];
        struct module_item item = {
            .path = outl_text_add_string(module->path), .build_id = outl_text_add_string(module->build_id),
            .bias = module->bias, .start = module->start, .end = module->end, .epoch_from = module->epoch_from,
            .epoch_to = module->epoch_to};
        outl_output_write(&item, sizeof item);
    }
    outl_output_end(sections, OUTL_SECTION_MODULES);
}

static int write_header(
    const struct outl_snapshot *snapshot, const struct outl_freeze_result *result, const struct outl_sections *sections,
    uint32_t cycle, int file
) {
    bool has_stacks = outl_heap_stacks && outl_heap_settings.frames > 0;
    bool has_number = snapshot->reason == OUTL_REASON_REQUEST || snapshot->reason == OUTL_REASON_FATAL_SIGNAL;
    bool is_incomplete = outl_blocks_lost() || outl_heap_capture_is_full();
    struct header header = {
        .magic = {'O', 'U', 'T', 'L', 'H', 'E', 'A', 'P'},
        .version = version,
        .size = sections->end,
        .process = (uint32_t)outl_heap_settings.process,
        .reason = snapshot->reason,
        .number = has_number ? snapshot->number : 0,
        .cycle = cycle,
        .flags = (snapshot->with_graph ? flag_graph : 0) | (has_stacks ? flag_stacks : 0)
            | (is_incomplete ? flag_incomplete : 0),
        .frames = has_stacks ? (uint32_t)outl_heap_settings.frames : 0,
        .time = result->time,
        .pause = result->pause,
        .raw_blocks = result->raw_blocks,
        .raw_bytes = result->raw_bytes,
        .bookkeeping = outl_blocks_memory() + outl_heap_capture_memory(),
        .stack_bytes = outl_stack_table_memory(outl_heap_stacks),
    };
    struct outl_section table[OUTL_SECTION_LAST];
    for (int kind = OUTL_SECTION_TEXT; kind <= OUTL_SECTION_LAST; kind++) {
        if (sections->of[kind].item_size) { table[header.sections++] = sections->of[kind]; }
    }
    outl_output_open(file, 0);
    outl_output_write(&header, sizeof header);
    outl_output_write(table, header.sections * sizeof *table);
    return outl_output_flush();
}

int outl_content_complete(
    const struct outl_snapshot *snapshot, const struct outl_freeze_result *result, uint32_t cycle, int file
) {
    if (!outl_maps_read()) { return OUTL_ERROR_MAPS; }
    struct outl_sections sections = result->sections;
    outl_output_open(file, result->keys_offset);
    int error = write_types(file, result, &sections, snapshot->with_graph);
    if (error) { return error; }
    write_modules(&sections);
    if (snapshot->with_graph) { write_threads(&sections); }
    outl_output_array(&sections, OUTL_SECTION_TEXT, &outl_texts, 1);
    error = outl_output_flush();
    // The keys may extend beyond the content that overwrote them.
    if (error == 0 && ftruncate(file, (off_t)sections.end) != 0) { error = errno; }
    return error ? error : write_header(snapshot, result, &sections, cycle, file);
}

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

// Takes a snapshot in a file. Returns `false`, with the reason in `reason`, if it fails.
static bool take(const struct outl_snapshot *snapshot, int file, char *reason, size_t reason_size) {
    struct outl_freeze_order order = {
        .file = file,
        .offset = OUTL_CONTENT_OFFSET,
        .with_graph = snapshot->with_graph,
        .cycle = outl_heap_cycle,
        .ends_cycle = snapshot->ends_cycle,
        .seconds = snapshot->reason == OUTL_REASON_REQUEST ? seconds_of_request : seconds_otherwise,
    };
    const struct outl_freeze_result *result = outl_freeze(&order, reason, reason_size);
    if (!result) { return false; }
    int error = outl_content_complete(snapshot, result, order.cycle, file);
    if (error) { outl_error_describe(reason, reason_size, "the file cannot be written", error); }
    return error == 0;
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
        is_taken = take(snapshot, file, reason, sizeof reason);
        if (is_taken && !outl_directory_rename(directory, names.working, names.final)) {
            outl_error_describe(reason, sizeof reason, "the file cannot be written", errno);
            is_taken = false;
        }
        close(file);
    }
    if (!is_taken) { write_error(directory, &names, reason); }
    return is_taken;
}

bool outl_snapshot_take(const struct outl_snapshot *snapshot) {
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
