#include "Inspect/inspected_subject.h"

#if OUTL_HEAP_SERVED

#include "Inspect/tier.h"
#include "Memory/architecture.h"
#include "Objects/recognise.h"
#include "Objects/subject.h"
#include "Reader/properties.h"
#include "Types/runtime.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

// MARK: Blocks

static const struct outl_array *blocks;

static void each_block(void (*visit)(const struct outl_block *block, void *context), void *context) {
    const struct outl_block *items = (const void *)blocks->items;
    for (size_t index = 0; index < blocks->count; index++) {
        if (index + OUTL_AHEAD < blocks->count) { outl_fetch_ahead(items[index + OUTL_AHEAD].address); }
        visit(&items[index], context);
    }
}

// MARK: Threads

static void read_name(int folder, struct outl_thread *thread) {
    char path[64];
    snprintf(path, sizeof path, "task/%u/comm", thread->id);
    int file = openat(folder, path, O_RDONLY | O_CLOEXEC);
    ssize_t got = file >= 0 ? read(file, thread->name, sizeof thread->name - 1) : 0;
    if (file >= 0) { close(file); }
    thread->name[got > 0 ? got : 0] = 0;
    thread->name[strcspn(thread->name, "\n")] = 0;
}

// Returns the C library's record of a thread. Where the thread-locals follow it, so does what the pointer leads to.
static uintptr_t record_of(uintptr_t pointer) {
    enum { alignment = 16, farthest = 4096 };
    if (!outl_architecture->locals_follow) { return pointer; }
    for (uintptr_t before = alignment; before <= farthest && before <= pointer; before += alignment) {
        if (outl_architecture_is_record(pointer - before)) { return pointer - before; }
    }
    return 0;
}

// Returns the size of the thread-locals in front of a thread's record, or of the record and the ones behind it. The
// thread pointer leads to the vector of their blocks: after its length, 16 bytes for each module that has any.
static size_t locals_size(uintptr_t pointer, uintptr_t record) {
    enum { maximum = 1 << 20, maximum_modules = 1 << 12, page = 4096 };
    uintptr_t table = pointer + outl_architecture->locals_table;
    uintptr_t vector = outl_maps_readable(table, 8) ? outl_word(table) : 0;
    if (vector % 8 != 0 || vector < 4096 || !outl_maps_readable(vector - 16, 16)) { return 0; }
    uintptr_t count = outl_word(vector - 16), size = 0;
    for (uintptr_t module = 1; module <= count && module <= maximum_modules; module++) {
        if (!outl_maps_readable(vector + 16 * module, 16)) { break; }
        // Other blocks are allocated apart from the record.
        uintptr_t block = outl_word(vector + 16 * module);
        uintptr_t distance = outl_architecture->locals_follow ? block - record : record - block;
        if (distance < maximum && distance > size) { size = distance; }
    }
    // The last one ends with the page of its beginning, or in the next.
    return size > 0 && outl_architecture->locals_follow ? outl_aligned(record + size, page) + page - record : size;
}

// Describes all threads except the heap tier's.
static void describe_threads(const struct outl_source *source, uint32_t omitted) {
    enum { page = 4096 };
    size_t count = source->tracees.count;
    outl_subject.threads = outl_memory_map((count + 1) * sizeof *outl_subject.threads);
    for (size_t index = 0; outl_subject.threads && index < count; index++) {
        const struct outl_tracee *tracee = (const struct outl_tracee *)source->tracees.items + index;
        if (omitted && (uint32_t)tracee->id == omitted) { continue; }
        struct outl_thread *thread = &outl_subject.threads[outl_subject.thread_count++];
        *thread = (struct outl_thread){
            .id = (uint32_t)tracee->id, .known = 1, .stack = tracee->stack, .code = tracee->code,
            .registers = tracee->registers, .register_count = outl_architecture->references,
            .wait = tracee->wait};
        uintptr_t record = record_of(tracee->base);
        read_name(source->folder, thread);
        if (tracee->id == source->process) {
            outl_subject.first_record = record;
        } else {
            outl_subject.record_in_page = record % page;
        }
        size_t size = locals_size(tracee->base, record);
        if (size > outl_subject.locals_size) { outl_subject.locals_size = size; }
    }
}

// MARK: Tasks

// The concurrency runtime publishes the layout of tasks for debuggers. A stripped static executable has no symbols.
static void describe_tasks(const struct outl_source *source) {
    enum { layout, size, metadata, count };
    static const char *const names[count] = {
        [layout] = "_swift_concurrency_debug_internal_layout_version",
        [size] = "_swift_concurrency_debug_asyncTaskSize",
        [metadata] = "_swift_concurrency_debug_asyncTaskMetadata",
    };
    uintptr_t at[count];
    outl_modules_symbols(source, names, count, at);
    bool are_known = outl_maps_readable(at[layout], 4) && outl_maps_readable(at[size], 8)
        && outl_maps_readable(at[metadata], 8);
    if (!are_known) {
        outl_recognise_tasks();
        return;
    }
    outl_runtime.task_layout = outl_half(at[layout]);
    outl_runtime.task_size = outl_word(at[size]);
    outl_runtime.task_metadata = outl_word(at[metadata]);
}

// MARK: All

void outl_subject_describe(
    const struct outl_source *source, const struct outl_glibc *glibc, uint64_t pause, bool is_partial
) {
    blocks = &glibc->blocks;
    outl_subject = (struct outl_subject){
        .process = (uint32_t)source->process, .each_block = each_block, .has_chunks = !glibc->is_scanned,
        .reason = source->is_core ? OUTL_REASON_CORE : OUTL_REASON_INSPECTION,
        .flags = (glibc->is_scanned ? OUTL_FLAG_SCANNED : OUTL_FLAG_USABLE) | (is_partial ? OUTL_FLAG_PARTIAL : 0),
        .time = source->time, .pause = pause};
    outl_reader_begin();
    describe_threads(source, outl_tier_describe(source));
    describe_tasks(source);
}

#endif
