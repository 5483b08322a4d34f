#include "Memory/architecture.h"

#if OUTL_HEAP_SERVED

#include "Memory/maps.h"

#include <elf.h>

// The first and third words of the record are its own address.
const struct outl_architecture outl_x86_64 = {
    .name = "x86-64", .machine = EM_X86_64, .record_id = 720, .marks = {0, 16}, .marked = 0, .record_size = 2304,
    .locals_follow = false, .locals_table = 8,
    .registers = 27, .references = 15, .stack = 19, .code = 16, .thread = 21, .call = 15, .result = 10,
    .arguments = {14, 13, 12}, .numbers_calls = true, .event_calls = {232, 281, 441}, .event_size = 12,
    .task_sizes = {208, 192}};

// The list of robust mutexes is in the record, and nearly always empty: then it leads to itself in both directions.
const struct outl_architecture outl_aarch64 = {
    .name = "aarch64", .machine = EM_AARCH64, .record_id = 208, .marks = {216, 224}, .marked = 224,
    .record_size = 2304, .locals_follow = true, .locals_table = 0,
    .registers = 34, .references = 31, .stack = 31, .code = 32, .thread = 0, .call = 8, .result = 0,
    .arguments = {0, 1, 2}, .numbers_calls = false, .event_calls = {22, 441, 441}, .event_size = 16,
    .task_sizes = {224, 192}};

#if defined(__aarch64__)
const struct outl_architecture *outl_architecture = &outl_aarch64;
#else
const struct outl_architecture *outl_architecture = &outl_x86_64;
#endif

const struct outl_architecture *outl_architecture_of(uint16_t machine) {
    if (machine == outl_x86_64.machine) { return &outl_x86_64; }
    return machine == outl_aarch64.machine ? &outl_aarch64 : NULL;
}

struct outl_wait outl_architecture_wait(int64_t number, const uint64_t arguments[OUTL_CALL_ARGUMENTS]) {
    const struct outl_architecture *of = outl_architecture;
    struct outl_wait wait = {.is_in_call = true};
    for (int index = 0; index < OUTL_EVENT_CALLS; index++) {
        // The second argument is the address of the array, the third one the number of its items.
        uintptr_t start = arguments[1], size, end;
        bool is_endless = __builtin_mul_overflow(arguments[2], of->event_size, &size)
            || __builtin_add_overflow(start, size, &end);
        if (number == of->event_calls[index] && !is_endless) { wait.events = (struct outl_range){start, end}; }
    }
    return wait;
}

// Returns `true` if a thread was stopped while it waited in a system call.
//
// The result of a call that a stop interrupted is EINTR, or one of the kernel's codes for its repetition. On aarch64
// the kernel has prepared the repetition by then, so that only EINTR is seen.
static bool is_interrupted(const uint64_t *registers) {
    enum { first_repetition = -516, last_repetition = -512, interrupted = -4 };
    const struct outl_architecture *of = outl_architecture;
    const int64_t result = (int64_t)registers[of->result];
    if (of->numbers_calls && (int64_t)registers[of->call] < 0) { return false; }
    return result == interrupted || (result >= first_repetition && result <= last_repetition);
}

struct outl_wait outl_architecture_wait_of(const uint64_t *registers) {
    const struct outl_architecture *of = outl_architecture;
    if (!is_interrupted(registers)) { return (struct outl_wait){0}; }
    uint64_t arguments[OUTL_CALL_ARGUMENTS];
    for (int index = 0; index < OUTL_CALL_ARGUMENTS; index++) { arguments[index] = registers[of->arguments[index]]; }
    return outl_architecture_wait((int64_t)registers[of->call], arguments);
}

bool outl_architecture_is_record(uintptr_t address) {
    const struct outl_architecture *of = outl_architecture;
    return outl_maps_readable(address, of->record_size) && outl_word(address + of->marks[0]) == address + of->marked
        && outl_word(address + of->marks[1]) == address + of->marked;
}

#endif
