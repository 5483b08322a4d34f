#include "File/content.h"

#if OUTL_HEAP_SERVED

#include "Memory/maps.h"
#include "Objects/graph.h"
#include "State/program_state.h"
#include "Types/modules.h"
#include "Types/types.h"

#include <errno.h>
#include <unistd.h>

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

enum { version = 1, version_with_notes = 2, flag_graph = 1 };

// MARK: Types

// Reads the keys that the walk wrote, before the types overwrite them.
static int read_keys(int file, const struct outl_walk_result *result, struct outl_array *keys) {
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
    int file, const struct outl_walk_result *result, struct outl_sections *sections, bool with_fields
) {
    struct outl_keyed keys = {0};
    outl_types_begin(outl_subject.epoch);
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
    for (size_t index = 0; index < outl_subject.thread_count; index++) {
        const struct outl_thread *thread = &outl_subject.threads[index];
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

// Files of the heap tier have none, and stay readable for earlier readers.
static void write_notes(struct outl_sections *sections) {
    if (outl_subject.note_count == 0) { return; }
    outl_output_begin(sections, OUTL_SECTION_NOTES, sizeof(struct outl_text));
    for (size_t index = 0; index < outl_subject.note_count; index++) {
        struct outl_text text = outl_text_add_string(outl_subject.notes[index].text);
        outl_output_write(&text, sizeof text);
    }
    outl_output_end(sections, OUTL_SECTION_NOTES);
}

static int write_header(
    const struct outl_walk_order *order, const struct outl_walk_result *result, const struct outl_sections *sections
) {
    struct header header = {
        .magic = {'O', 'U', 'T', 'L', 'H', 'E', 'A', 'P'},
        .version = outl_subject.reason > OUTL_REASON_SIGNAL || outl_subject.sampling ? version_with_notes : version,
        .size = sections->end,
        .process = outl_subject.process,
        .reason = outl_subject.reason,
        .number = outl_subject.number,
        .cycle = order->cycle,
        .flags = (order->with_graph ? flag_graph : 0) | outl_subject.flags,
        .frames = outl_subject.frames,
        .time = outl_subject.time,
        .pause = outl_subject.pause,
        .raw_blocks = result->raw_blocks,
        .raw_bytes = result->raw_bytes,
        .bookkeeping = outl_subject.bookkeeping,
        .stack_bytes = outl_subject.stack_bytes,
    };
    struct outl_section table[OUTL_SECTION_LAST];
    for (int kind = OUTL_SECTION_TEXT; kind <= OUTL_SECTION_LAST; kind++) {
        if (sections->of[kind].item_size) { table[header.sections++] = sections->of[kind]; }
    }
    outl_output_open(order->file, 0);
    outl_output_write(&header, sizeof header);
    outl_output_write(table, header.sections * sizeof *table);
    return outl_output_flush();
}

// MARK: The file

int outl_content_walk(const struct outl_walk_order *order, struct outl_walk_result *result) {
    static struct outl_walk walk;
    walk = (struct outl_walk){.order = order, .result = result};
    outl_output_open(order->file, OUTL_CONTENT_OFFSET);
    int error = order->without_heap ? 0 : outl_census_write(&walk);
    bool has_totals = outl_subject.sampling || outl_subject.ledger;
    if (error == 0 && has_totals && !order->without_heap) { error = outl_totals_write(&walk); }
    if (error == 0 && order->with_graph) { error = outl_graph_write(&walk); }
    if (error || walk.error) { return error ? error : walk.error; }
    outl_walk_write_stacks(&walk);
    // Not part of the file: read back as it is completed, and overwritten by the types.
    result->keys_offset = outl_output_offset();
    result->key_count = walk.types.array.count;
    outl_output_write(walk.types.array.items, result->key_count * sizeof(struct outl_type_key));
    return outl_output_flush();
}

int outl_content_complete(const struct outl_walk_order *order, const struct outl_walk_result *result) {
    struct outl_sections sections = result->sections;
    outl_output_open(order->file, result->keys_offset);
    int error = write_types(order->file, result, &sections, order->with_graph);
    if (error) { return error; }
    write_modules(&sections);
    if (order->with_graph) { write_threads(&sections); }
    write_notes(&sections);
    if (order->with_state) {
        struct outl_hash_key key = {.words = {order->state_key[0], order->state_key[1]}};
        error = outl_state_write(&sections, key, order->open_module);
        if (error) { return error; }
    }
    if (outl_subject.write_more) { outl_subject.write_more(&sections); }
    outl_output_array(&sections, OUTL_SECTION_TEXT, &outl_texts, 1);
    error = outl_output_flush();
    // The keys may extend beyond the content that overwrote them.
    if (error == 0 && ftruncate(order->file, (off_t)sections.end) != 0) { error = errno; }
    return error ? error : write_header(order, result, &sections);
}

#endif
