// The sizes of the compiler's types on 64-bit Linux.
#include "Reader/machine.h"

#if OUTL_HEAP_SERVED

#include "Memory/maps.h"
#include "Reader/kinds.h"

#include <stdio.h>

// Integers and floating-point numbers have their number of bits and `_` behind the letter.
static void read_numeric(struct outl_machine *machine, const char *format) {
    enum { bits = 8, largest = 64, maximum_alignment = 16 };
    char name[32];
    uint32_t width = outl_machine_read_number(machine, 0), size = (width + bits - 1) / bits;
    while (size & (size - 1)) { size += size & -size; } // Values take a power of two.
    if (!outl_machine_accept(machine, '_') || size == 0 || size > largest) { machine->failed = true; return; }
    snprintf(name, sizeof name, format, (unsigned)width);
    outl_machine_push_type(machine, outl_metadata_of_builtin((struct outl_builtin_type){
        .name = name, .size = size, .alignment = size < maximum_alignment ? size : maximum_alignment, .is_plain = true,
        .extra = width == 1 ? 254 : 0}));
}

// A vector has its number of elements and `_` behind the letter, and its type before it.
static void read_vector(struct outl_machine *machine) {
    enum { longest = 32, maximum = 64 };
    char name[2 * longest];
    size_t length;
    struct outl_value_layout layout;
    uint32_t count = outl_machine_read_number(machine, 0);
    uintptr_t type = outl_machine_pop_type(machine);
    bool is_known = outl_machine_accept(machine, '_') && type && count > 0 && count <= maximum
        && outl_word(type) == OUTL_METADATA_BUILTIN && outl_metadata_value_layout(type, &layout);
    const char *element = is_known ? outl_maps_text(outl_word(type + 8), longest, &length) : NULL;
    if (!element) { machine->failed = true; return; }
    snprintf(name, sizeof name, "Vec%ux%s", (unsigned)count, element);
    uint64_t size = layout.size * count;
    outl_machine_push_type(machine, outl_metadata_of_builtin((struct outl_builtin_type){
        .name = name, .size = size, .alignment = (uint32_t)size, .is_plain = true}));
}

void outl_machine_read_builtin(struct outl_machine *machine) {
    enum { many = INT32_MAX };
    static const struct {
        char letter;
        struct outl_builtin_type type;
    } types[] = {
        {'B', {"UnsafeValueBuffer", 24, 8, 0, false}},
        {'D', {"DefaultActorStorage", 96, 16, 0, true}},
        {'O', {"UnknownObject", 8, 8, many, false}},
        {'b', {"BridgeObject", 8, 8, many, false}},
        {'c', {"RawUnsafeContinuation", 8, 8, 1, true}},
        {'d', {"NonDefaultDistributedActorStorage", 96, 16, 0, true}},
        {'e', {"Executor", 16, 8, 1, true}},
        {'j', {"Job", 8, 8, many, true}},
        {'o', {"NativeObject", 8, 8, many, false}},
        {'p', {"RawPointer", 8, 8, 1, true}},
        {'w', {"Word", 8, 8, 0, true}},
    };
    char letter = outl_machine_next(machine);
    if (letter == 'i') { return read_numeric(machine, "Int%u"); }
    if (letter == 'f') { return read_numeric(machine, "FPIEEE%u"); }
    if (letter == 'v') { return read_vector(machine); }
    for (size_t index = 0; index < OUTL_COUNT(types); index++) {
        if (types[index].letter != letter) { continue; }
        return outl_machine_push_type(machine, outl_metadata_of_builtin(types[index].type));
    }
    machine->failed = true;
}

#endif
