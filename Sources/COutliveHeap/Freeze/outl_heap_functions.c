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

struct code {
    uintptr_t start;
    uintptr_t end;
};

// An item of the section of functions.
struct function {
    uint32_t reference;
    uint32_t of;
    uint64_t address;
};
_Static_assert(sizeof(struct function) == 16, "as docs/heap-snapshot.md says");

static struct outl_array codes; // By rising address.
static struct outl_array functions;
static uintptr_t lowest, highest;
static size_t last_found;
static bool failed;

bool outl_functions_prepare(void) {
    size_t count;
    const struct outl_map *maps = outl_maps_all(&count);
    for (size_t index = 0; index < count; index++) {
        if (!(maps[index].flags & OUTL_MAP_EXECUTE) || !outl_heap_module_at(maps[index].start)) { continue; }
        struct code *code = outl_array_append(&codes, 1, sizeof *code);
        if (!code) { return false; }
        *code = (struct code){maps[index].start, maps[index].end};
        if (codes.count == 1) { lowest = code->start; }
        highest = code->end;
    }
    return true;
}

static bool is_code(uintptr_t address) {
    if (address < lowest || address >= highest) { return false; }
    const struct code *all = (const struct code *)codes.items;
    if (address >= all[last_found].start && address < all[last_found].end) { return true; }
    size_t low = 0, high = codes.count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (all[middle].end <= address) { low = middle + 1; } else { high = middle; }
    }
    // Below `highest` there is one that ends behind the address.
    if (address < all[low].start) { return false; }
    last_found = low;
    return true;
}

static void add(enum outl_reference of, uint32_t number, uintptr_t word) {
    struct function *function = outl_array_append(&functions, 1, sizeof *function);
    if (function) { *function = (struct function){number, of, word}; } else { failed = true; }
}

void outl_functions_note(enum outl_reference of, uint32_t number, uintptr_t word) {
    if (is_code(word)) { add(of, number, word); }
}

void outl_functions_note_on_stack(enum outl_reference of, uint32_t number, uintptr_t word) {
    // Compilers align functions; the byte is that of a call, which has 4 more for the distance.
    enum { alignment = 16, call = 0xE8, call_size = 5 };
    if (word % alignment != 0 || !is_code(word) || !outl_maps_readable(word - call_size, call_size)) { return; }
    if (*(const uint8_t *)(word - call_size) != call) { add(of, number, word); }
}

int outl_functions_write(struct outl_sections *sections) {
    if (failed) { return ENOMEM; }
    outl_output_begin(sections, OUTL_SECTION_FUNCTIONS, sizeof(struct function));
    outl_output_write(functions.items, functions.count * sizeof(struct function));
    outl_output_end(sections, OUTL_SECTION_FUNCTIONS);
    return 0;
}

#endif
