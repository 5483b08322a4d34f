// Concurrency contract: in a frozen copy only.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "outl_heap_state.h"

#if OUTL_HEAP_SERVED

#include "outl_heap_functions.h"

#include "outl_heap_maps.h"
#include "outl_heap_modules.h"
#include "outl_heap_scratch.h"

#include <errno.h>

// A readable mapping of a module. Constants may lie in the same mapping as variables.
struct stretch {
    uintptr_t start;
    uintptr_t end;
    bool is_code;
};

// An item of the section of functions.
struct function {
    uint32_t reference;
    uint32_t of;
    uint64_t address;
};
_Static_assert(sizeof(struct function) == 16, "as docs/heap-snapshot.md says");

static struct outl_array stretches; // By ascending address.
static struct outl_array functions;
static uintptr_t lowest, highest;
static size_t last_found;
static bool failed;

bool outl_functions_prepare(void) {
    size_t count;
    const struct outl_map *maps = outl_maps_all(&count);
    for (size_t index = 0; index < count; index++) {
        const struct outl_map *map = &maps[index];
        if (!(map->flags & OUTL_MAP_READ) || !outl_heap_module_at(map->start)) { continue; }
        struct stretch *stretch = outl_array_append(&stretches, 1, sizeof *stretch);
        if (!stretch) { return false; }
        *stretch = (struct stretch){map->start, map->end, map->flags & OUTL_MAP_EXECUTE};
        if (stretches.count == 1) { lowest = stretch->start; }
        highest = stretch->end;
    }
    return true;
}

static const struct stretch *stretch_at(uintptr_t address) {
    if (address < lowest || address >= highest) { return NULL; }
    const struct stretch *all = (const struct stretch *)stretches.items;
    if (address >= all[last_found].start && address < all[last_found].end) { return &all[last_found]; }
    size_t low = 0, high = stretches.count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (all[middle].end <= address) { low = middle + 1; } else { high = middle; }
    }
    // Below `highest`, there is always a stretch that ends after the address.
    if (address < all[low].start) { return NULL; }
    last_found = low;
    return &all[low];
}

// Compilers align functions.
enum { function_alignment = 16 };

// Returns an async function, which is called through a constant: the distance to it, and the size of its context.
static uintptr_t suspendable_function(const struct stretch *stretch, uintptr_t address) {
    enum { largest_context = 1 << 16 };
    if (address % 4 != 0 || stretch->end - address < 8) { return 0; }
    uintptr_t function = address + (uintptr_t)(intptr_t)*(const int32_t *)address;
    uint32_t context = *(const uint32_t *)(address + 4);
    if (function % function_alignment != 0 || context == 0 || context > largest_context) { return 0; }
    const struct stretch *code = stretch_at(function);
    return code && code->is_code && outl_heap_module_at(function) == outl_heap_module_at(address) ? function : 0;
}

// Returns the function to which a word leads, or 0.
static uintptr_t function_of(uintptr_t word) {
    const struct stretch *stretch = stretch_at(word);
    return !stretch ? 0 : stretch->is_code ? word : suspendable_function(stretch, word);
}

bool outl_functions_has(uintptr_t word) { return function_of(word) != 0; }

static void add(enum outl_reference of, uint32_t number, uintptr_t word) {
    struct function *function = outl_array_append(&functions, 1, sizeof *function);
    if (function) { *function = (struct function){number, of, word}; } else { failed = true; }
}

void outl_functions_note(enum outl_reference of, uint32_t number, uintptr_t word) {
    uintptr_t function = function_of(word);
    if (function) { add(of, number, function); }
}

void outl_functions_note_on_stack(enum outl_reference of, uint32_t number, uintptr_t word) {
    // The opcode of a call, which 4 bytes of distance follow.
    enum { call = 0xE8, call_size = 5 };
    uintptr_t function = function_of(word);
    if (function == 0 || function % function_alignment != 0) { return; }
    bool is_return = outl_maps_readable(word - call_size, call_size) && *(const uint8_t *)(word - call_size) == call;
    if (function != word || !is_return) { add(of, number, function); }
}

int outl_functions_write(struct outl_sections *sections) {
    if (failed) { return ENOMEM; }
    outl_output_begin(sections, OUTL_SECTION_FUNCTIONS, sizeof(struct function));
    outl_output_write(functions.items, functions.count * sizeof(struct function));
    outl_output_end(sections, OUTL_SECTION_FUNCTIONS);
    return 0;
}

#endif
