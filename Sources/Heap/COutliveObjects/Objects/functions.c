#include "Objects/functions.h"

#if OUTL_HEAP_SERVED

#include "Memory/maps.h"
#include "Types/modules.h"

// A readable mapping of a module. Constants may lie in the same mapping as variables.
struct stretch {
    struct outl_range range;
    bool is_code;
};

// An item of the section of functions.
struct function {
    uint32_t reference, of;
    uint64_t address;
};
_Static_assert(sizeof(struct function) == 16, "as docs/heap-snapshot.md says");

static struct outl_array stretches; // By ascending address.
static struct outl_array functions;
static struct outl_range all_stretches;
static size_t last_found;

bool outl_functions_prepare(void) {
    for (const struct outl_map *map = outl_maps; map < outl_maps + outl_map_count; map++) {
        if (!(map->flags & OUTL_MAP_READ) || !outl_modules_find(map->range.start)) { continue; }
        struct stretch stretch = {map->range, map->flags & OUTL_MAP_EXECUTE};
        outl_array_add(&stretches, &stretch, sizeof stretch);
        if (stretches.count == 1) { all_stretches.start = map->range.start; }
        all_stretches.end = map->range.end;
    }
    return !stretches.failed;
}

static const struct stretch *stretch_at(uintptr_t address) {
    if (address < all_stretches.start || address >= all_stretches.end) { return NULL; }
    return outl_range_find(stretches.items, stretches.count, sizeof(struct stretch), address, &last_found);
}

// Compilers align functions.
enum { function_alignment = 16 };

// Returns an async function, which is called through a constant: the distance to it, and the size of its context.
static uintptr_t async_function(const struct stretch *stretch, uintptr_t address) {
    enum { largest_context = 1 << 16 };
    if (address % 4 != 0 || stretch->range.end - address < 8) { return 0; }
    uintptr_t function = address + (uintptr_t)(intptr_t)(int32_t)outl_half(address);
    uint32_t context = outl_half(address + 4);
    if (function % function_alignment != 0 || context == 0 || context > largest_context) { return 0; }
    const struct stretch *code = stretch_at(function);
    return code && code->is_code && outl_modules_find(function) == outl_modules_find(address) ? function : 0;
}

// Returns the function to which a word leads, or 0.
static uintptr_t function_of(uintptr_t word) {
    const struct stretch *stretch = stretch_at(word);
    return !stretch ? 0 : stretch->is_code ? word : async_function(stretch, word);
}

bool outl_functions_has(uintptr_t word) { return function_of(word) != 0; }

// Returns `true` if the opcode of a call, which 4 bytes of distance follow, precedes an address of code.
static bool is_after_call(uintptr_t address) {
    enum { call = 0xE8, call_size = 5 };
    return outl_maps_readable(address - call_size, call_size) && outl_byte(address - call_size) == call;
}

void outl_functions_add(enum outl_reference of, uint32_t number, uintptr_t word, bool on_stack) {
    uintptr_t address = function_of(word);
    bool is_return = on_stack && (address % function_alignment != 0 || (address == word && is_after_call(word)));
    if (address == 0 || is_return) { return; }
    struct function function = {number, of, address};
    outl_array_add(&functions, &function, sizeof function);
}

int outl_functions_write(struct outl_sections *sections) {
    return outl_output_array(sections, OUTL_SECTION_FUNCTIONS, &functions, sizeof(struct function));
}

#endif
