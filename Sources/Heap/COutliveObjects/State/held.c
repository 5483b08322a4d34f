// Tasks are found by their first word, in all memory that may have blocks: a state does without the list of blocks.
#include "State/held.h"

#if OUTL_HEAP_SERVED

#include "Memory/maps.h"
#include "Objects/tasks.h"
#include "Reader/contexts.h"
#include "State/owners.h"
#include "Types/runtime.h"

enum { word = 8, block_alignment = 16, slab_header = 32, most_slabs = 1024 };
// What is read at most for one state, in bytes: the memory that is searched, and the frames of all tasks.
static const uint64_t most_searched = UINT64_C(1) << 30, most_frames = UINT64_C(1) << 24;
static uint64_t frames_left;

static void visit_task(
    uintptr_t address, void (*visit)(uintptr_t task, const struct outl_resume *function, void *context), void *context
) {
    uintptr_t functions[OUTL_TASK_FUNCTIONS];
    uint32_t count = outl_task_functions(address, functions);
    for (uint32_t index = 0; index < count; index++) {
        const struct outl_resume *function = outl_resume_at(functions[index]);
        if (function) { return visit(address, function, context); }
    }
}

void outl_held_each_task(
    void (*visit)(uintptr_t task, const struct outl_resume *function, void *context), void *context
) {
    enum { wanted = OUTL_MAP_READ | OUTL_MAP_WRITE };
    if (!outl_resumes_exist()) { return; }
    outl_tasks_prepare();
    frames_left = most_frames;
    uint64_t searched = 0;
    for (size_t index = 0; outl_runtime.task_metadata && index < outl_map_count; index++) {
        const struct outl_map *map = &outl_maps[index];
        bool has_blocks = (map->flags & wanted) == wanted && (map->flags & (OUTL_MAP_ANONYMOUS | OUTL_MAP_HEAP));
        struct outl_range rest = map->range;
        while (has_blocks) {
            struct outl_range part = outl_maps_content(rest);
            if (part.start >= part.end) { break; }
            searched += part.end - part.start;
            if (searched > most_searched) { return; }
            uintptr_t at = outl_aligned(part.start, block_alignment);
            for (; at + word <= part.end; at += block_alignment) {
                if (outl_word(at) == outl_runtime.task_metadata) { visit_task(at, visit, context); }
            }
            rest.start = part.end;
        }
    }
}

// Returns `true` if an object has a type that the program or one of its libraries declares.
static bool is_of_program(uintptr_t object, uintptr_t *metadata) {
    enum { header = 16 };
    if (object % word != 0 || !outl_maps_readable(object, header)) { return false; }
    *metadata = outl_word(object);
    if (outl_metadata_kind(*metadata) != OUTL_TYPE_CLASS || outl_metadata_deinitialised(object)) { return false; }
    uintptr_t descriptor = outl_context_of(*metadata), module = descriptor ? outl_context_module(descriptor) : 0;
    size_t length = 0;
    const char *name = module ? outl_context_name(module, &length) : NULL;
    return name && outl_owner_has_module(name, length);
}

static void visit_words(
    uintptr_t start, uintptr_t end, void (*visit)(uintptr_t object, uintptr_t metadata, void *context), void *context
) {
    if (end <= start || end - start > frames_left || !outl_maps_readable(start, end - start)) { return; }
    frames_left -= end - start;
    for (uintptr_t at = start; at + word <= end; at += word) {
        uintptr_t object = outl_word(at), metadata;
        if (object > 4096 && is_of_program(object, &metadata)) { visit(object, metadata, context); }
    }
}

void outl_held_each_object(
    uintptr_t task, void (*visit)(uintptr_t object, uintptr_t metadata, void *context), void *context
) {
    enum { nearest = 4096 };
    struct outl_node node = {.address = task, .bytes = UINT32_MAX};
    uintptr_t slab = outl_task_slab(&node);
    // The first frame often lies between the task and the block of its frames.
    if (slab > task && slab - task < nearest) { visit_words(task + outl_runtime.task_size, slab, visit, context); }
    for (int count = 0; slab && count < most_slabs; count++) {
        uint32_t end = outl_slab_end(slab);
        if (end == 0) { return; }
        visit_words(slab + slab_header, slab + end, visit, context);
        slab = outl_word(slab + word);
    }
}

#endif
