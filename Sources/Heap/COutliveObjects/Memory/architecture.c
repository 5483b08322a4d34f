#include "Memory/architecture.h"

#if OUTL_HEAP_SERVED

#include "Memory/maps.h"

#include <elf.h>

// The first and third words of the record are its own address.
const struct outl_architecture outl_x86_64 = {
    .name = "x86-64", .machine = EM_X86_64, .record_id = 720, .marks = {0, 16}, .marked = 0, .record_size = 2304,
    .locals_follow = false, .locals_table = 8,
    .registers = 27, .references = 15, .stack = 19, .code = 16, .thread = 21, .task_sizes = {208, 192}};

// The list of robust mutexes is in the record, and nearly always empty: then it leads to itself in both directions.
const struct outl_architecture outl_aarch64 = {
    .name = "aarch64", .machine = EM_AARCH64, .record_id = 208, .marks = {216, 224}, .marked = 224,
    .record_size = 2304, .locals_follow = true, .locals_table = 0,
    .registers = 34, .references = 31, .stack = 31, .code = 32, .thread = 0, .task_sizes = {224, 192}};

#if defined(__aarch64__)
const struct outl_architecture *outl_architecture = &outl_aarch64;
#else
const struct outl_architecture *outl_architecture = &outl_x86_64;
#endif

const struct outl_architecture *outl_architecture_of(uint16_t machine) {
    if (machine == outl_x86_64.machine) { return &outl_x86_64; }
    return machine == outl_aarch64.machine ? &outl_aarch64 : NULL;
}

bool outl_architecture_is_record(uintptr_t address) {
    const struct outl_architecture *of = outl_architecture;
    return outl_maps_readable(address, of->record_size) && outl_word(address + of->marks[0]) == address + of->marked
        && outl_word(address + of->marks[1]) == address + of->marked;
}

#endif
