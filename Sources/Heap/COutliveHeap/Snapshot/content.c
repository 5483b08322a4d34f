#include "Snapshot/content.h"

#if OUTL_HEAP_SERVED

#include "Allocation/capture.h"
#include "Allocation/view.h"
#include "Base/files.h"
#include "Base/maps.h"
#include "Freeze/threads.h"
#include "Names/fields.h"
#include "Names/modules.h"
#include "Names/types.h"
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

// An item of the section of threads.
struct thread_item {
    struct outl_text name;
    uint32_t id;
    uint32_t flags;
    uint64_t low;
    uint64_t high;
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
    size_t count;
    const struct outl_field *all = outl_fields_all(&count);
    outl_output_section(sections, OUTL_SECTION_FIELDS, all, count, sizeof *all);
    outl_output_section(sections, OUTL_SECTION_FIELD_OWNERS, outl_fields_owners(), count, sizeof(struct outl_text));
    return 0;
}

// MARK: Other sections

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
    size_t count = outl_modules_count();
    outl_output_begin(sections, OUTL_SECTION_MODULES, sizeof(struct module_item));
    for (size_t index = 0; index < count; index++) {
        const struct outl_module *module = outl_modules_get(index);
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
    size_t size;
    const char *text = outl_text_all(&size);
    outl_output_section(&sections, OUTL_SECTION_TEXT, text, size, 1);
    error = outl_output_flush();
    // The keys may extend beyond the content that overwrote them.
    if (error == 0 && ftruncate(file, (off_t)sections.end) != 0) { error = errno; }
    return error ? error : write_header(snapshot, result, &sections, cycle, file);
}

#endif
