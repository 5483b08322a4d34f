// Concurrency contract: see the header.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "outl_heap_state.h"

#if OUTL_HEAP_SERVED

#include "outl_heap_complete.h"

#include "outl_heap_blocks.h"
#include "outl_heap_capture.h"
#include "outl_heap_maps.h"
#include "outl_heap_modules.h"
#include "outl_heap_scratch.h"
#include "outl_heap_threads.h"
#include "outl_heap_types.h"
#include "outl_stack_table.h"

#include <errno.h>
#include <unistd.h>

// The header of the file.
struct header {
    char magic[8];
    uint32_t version;
    uint32_t sections;
    uint64_t size;
    uint32_t process;
    uint32_t reason;
    uint32_t number;
    uint32_t cycle;
    uint32_t flags;
    uint32_t frames;
    uint64_t time;
    uint64_t pause;
    uint64_t raw_blocks;
    uint64_t raw_bytes;
    uint64_t bookkeeping;
    uint64_t stack_bytes;
};
_Static_assert(sizeof(struct header) == 96 && sizeof(struct outl_section) == 32, "as docs/heap-snapshot.md says");
_Static_assert(sizeof(struct outl_type) == 32 && sizeof(struct outl_field) == 32, "as docs/heap-snapshot.md says");

// An item of the section of modules.
struct module_item {
    struct outl_text path;
    struct outl_text build_id;
    uint64_t bias;
    uint64_t start;
    uint64_t end;
    uint32_t epoch_from;
    uint32_t epoch_to;
};
_Static_assert(sizeof(struct module_item) == 48, "as docs/heap-snapshot.md says");

enum { flag_graph = 1, flag_stacks = 2, flag_incomplete = 4 };
enum { version = 1 };

// MARK: Sections

// Reads the keys that the copy wrote, before the types overwrite them.
static int read_keys(int file, const struct outl_freeze_result *result, struct outl_array *keys) {
    size_t size = result->key_count * sizeof(struct outl_type_key);
    if (size == 0) { return 0; }
    char *items = outl_array_append(keys, result->key_count, sizeof(struct outl_type_key));
    if (!items) { return ENOMEM; }
    for (size_t done = 0; done < size;) {
        ssize_t got = pread(file, items + done, size - done, (off_t)(result->keys_offset + done));
        if (got > 0) { done += (size_t)got; } else if (got == 0 || errno != EINTR) { return got == 0 ? EIO : errno; }
    }
    return 0;
}

// Returns the number of a class's superclass among the types plus 1, or 0. Adds the superclass if it is missing.
static uint32_t superclass_of(struct outl_type_key key, struct outl_array *keys, struct outl_table *numbers) {
    if (key.kind != OUTL_TYPE_CLASS || outl_metadata_kind(key.metadata) != OUTL_TYPE_CLASS) { return 0; }
    uintptr_t superclass = *(const uintptr_t *)(key.metadata + 8);
    if (outl_metadata_kind(superclass) != OUTL_TYPE_CLASS) { return 0; }
    uint32_t number = 0, fresh = (uint32_t)keys->count;
    if (!outl_table_put(numbers, superclass, OUTL_TYPE_CLASS, fresh, &number)) { return 0; }
    if (number == fresh) {
        struct outl_type_key *item = outl_array_append(keys, 1, sizeof *item);
        if (!item) { return 0; }
        *item = (struct outl_type_key){.metadata = superclass, .kind = OUTL_TYPE_CLASS};
    }
    return number < keys->count ? number + 1 : 0;
}

static void write_types_of(struct outl_array *keys, struct outl_sections *sections, bool fields) {
    struct outl_table numbers = {0};
    for (uint32_t index = 0; fields && index < keys->count; index++) {
        struct outl_type_key key = ((const struct outl_type_key *)keys->items)[index];
        uint32_t number;
        outl_table_put(&numbers, key.metadata, outl_type_key_rest(key), index, &number);
    }
    outl_output_begin(sections, OUTL_SECTION_TYPES, sizeof(struct outl_type));
    for (size_t index = 0; index < keys->count; index++) {
        struct outl_type_key key = ((const struct outl_type_key *)keys->items)[index];
        struct outl_type type = outl_types_find(key, fields);
        if (fields) { type.superclass = superclass_of(key, keys, &numbers); }
        outl_output_write(&type, sizeof type);
    }
    outl_output_end(sections, OUTL_SECTION_TYPES);
    outl_table_free(&numbers);
}

static int write_types(int file, const struct outl_freeze_result *result, struct outl_sections *sections, bool fields) {
    struct outl_array keys = {0};
    int error = read_keys(file, result, &keys);
    if (error == 0) { write_types_of(&keys, sections, fields); }
    outl_array_free(&keys);
    if (error) { return error; }
    size_t count;
    const struct outl_field *all = outl_fields_all(&count);
    outl_output_begin(sections, OUTL_SECTION_FIELDS, sizeof *all);
    outl_output_write(all, count * sizeof *all);
    outl_output_end(sections, OUTL_SECTION_FIELDS);
    outl_output_begin(sections, OUTL_SECTION_FIELD_OWNERS, sizeof(struct outl_text));
    outl_output_write(outl_fields_owners(), count * sizeof(struct outl_text));
    outl_output_end(sections, OUTL_SECTION_FIELD_OWNERS);
    return 0;
}

// An item of the section of threads.
struct thread_item {
    struct outl_text name;
    uint32_t id;
    uint32_t flags;
    uint64_t low;
    uint64_t high;
};
_Static_assert(sizeof(struct thread_item) == 32, "as docs/heap-snapshot.md says");

static void write_threads(struct outl_sections *sections) {
    size_t count;
    const struct outl_thread *threads = outl_threads_all(&count);
    outl_output_begin(sections, OUTL_SECTION_THREADS, sizeof(struct thread_item));
    for (size_t index = 0; index < count; index++) {
        const struct outl_thread *thread = &threads[index];
        struct thread_item item = {
            .name = outl_text_add_string(thread->name), .id = thread->id, .flags = thread->high != 0,
            .low = thread->low, .high = thread->high};
        outl_output_write(&item, sizeof item);
    }
    outl_output_end(sections, OUTL_SECTION_THREADS);
}

static void write_modules(struct outl_sections *sections) {
    static struct {
        struct outl_text path;
        struct outl_text build_id;
    } texts[1 << 14]; // The maximum number of modules.
    static size_t known;
    size_t count = outl_heap_modules_count();
    outl_output_begin(sections, OUTL_SECTION_MODULES, sizeof(struct module_item));
    for (size_t index = 0; index < count; index++) {
        const struct outl_module *module = outl_heap_module(index);
        if (index == known && module->path) {
            texts[known].path = outl_text_add_string(module->path);
            texts[known++].build_id = outl_text_add_string(module->build_id);
        }
        struct module_item item = {
            .bias = module->bias, .start = module->start, .end = module->end, .epoch_from = module->epoch_from,
            .epoch_to = module->epoch_to};
        if (index < known) {
            item.path = texts[index].path;
            item.build_id = texts[index].build_id;
        }
        outl_output_write(&item, sizeof item);
    }
    outl_output_end(sections, OUTL_SECTION_MODULES);
}

static int write_header(
    const struct outl_snapshot *snapshot, const struct outl_freeze_result *result, const struct outl_sections *sections,
    uint32_t cycle, int file
) {
    bool stacks = outl_heap_stacks && outl_heap_settings.frames > 0;
    struct header header = {
        .magic = {'O', 'U', 'T', 'L', 'H', 'E', 'A', 'P'},
        .version = version,
        .size = sections->end,
        .process = (uint32_t)outl_heap_settings.process,
        .reason = snapshot->reason,
        .number = snapshot->reason == OUTL_REASON_EXIT || snapshot->reason == OUTL_REASON_SIGNAL ? 0 : snapshot->number,
        .cycle = cycle,
        .flags = (snapshot->with_graph ? flag_graph : 0) | (stacks ? flag_stacks : 0)
            | (outl_blocks_lost() || outl_heap_capture_is_full() ? flag_incomplete : 0),
        .frames = stacks ? (uint32_t)outl_heap_settings.frames : 0,
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

// Writes the content that the copy could not know, after its own.
int outl_snapshot_complete(
    const struct outl_snapshot *snapshot, const struct outl_freeze_result *result, uint32_t cycle, int file
) {
    if (!outl_maps_read()) { return OUTL_ERROR_MAPS; }
    struct outl_sections sections = result->sections;
    outl_output_open(file, result->keys_offset);
    int error = write_types(file, result, &sections, snapshot->with_graph);
    if (error) { return error; }
    write_modules(&sections);
    if (snapshot->with_graph) { write_threads(&sections); }
    size_t size;
    const char *text = outl_text_all(&size);
    outl_output_begin(&sections, OUTL_SECTION_TEXT, 1);
    outl_output_write(text, size);
    outl_output_end(&sections, OUTL_SECTION_TEXT);
    error = outl_output_flush();
    // The keys may extend beyond the content that overwrote them.
    if (error == 0 && ftruncate(file, (off_t)sections.end) != 0) { error = errno; }
    return error ? error : write_header(snapshot, result, &sections, cycle, file);
}

#endif
