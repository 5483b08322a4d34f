#pragma once

/// The processor for which the subject's program was built, and what its C library stores in another way than others.
///
/// Concurrency: the pointer is written once, before the first read; reading it needs no lock.

#include "Memory/memory.h"
#include "Memory/platform.h"

enum { OUTL_TASK_SIZES = 2, OUTL_REGISTERS_MAX = 34, OUTL_REFERENCES_MAX = 31 };
enum { OUTL_CALL_ARGUMENTS = 3, OUTL_EVENT_CALLS = 3 };

/// The system call in which a thread waits.
struct outl_wait {
    bool is_in_call; ///< `false` outside of a system call, or if that is unknown.
    struct outl_range events; ///< The array of events to which the call is yet to write, or an empty range.
};

/// A processor. The C library's record of a thread contains addresses of itself, which show where it begins.
struct outl_architecture {
    const char *name;      ///< In messages.
    uint16_t machine;      ///< The number in the headers of ELF files.
    uint16_t record_id;    ///< The offset of a thread's ID in its record, in all versions with threads.
    uint16_t marks[2];     ///< The offsets in the record of two words that are an address in it.
    uint16_t marked;       ///< The offset in the record of that address.
    uint16_t record_size;  ///< The size of a record, or a little more.
    bool locals_follow;    ///< `true` if the thread-locals lie behind the record, `false` if in front of it.
    uint16_t locals_table; ///< The offset of the table of thread-locals from the thread pointer.
    /// The general registers as the kernel stores them: their number, how many may be references, which come first,
    /// and the places of the stack pointer, of the program counter, and of the thread pointer, 0 if it is elsewhere.
    uint16_t registers, references, stack, code, thread;
    /// The places among them of the number of a system call, of its result and of its first arguments.
    uint16_t call, result, arguments[OUTL_CALL_ARGUMENTS];
    bool numbers_calls; ///< `true` if the number of a call is negative outside of system calls.
    /// The numbers of the calls of `epoll_wait` and its variants, and the size in bytes of an event.
    uint16_t event_calls[OUTL_EVENT_CALLS], event_size;
    /// The sizes of a task without the parts that its flags add: of Swift 6.2 and 6.3, and of 6.0. A lock is in it.
    uint16_t task_sizes[OUTL_TASK_SIZES];
};

extern const struct outl_architecture outl_x86_64 OUTL_HIDDEN, outl_aarch64 OUTL_HIDDEN;

/// The processor of the subject; this process's unless it was changed.
extern const struct outl_architecture *outl_architecture OUTL_HIDDEN;

/// Returns the processor with a number in the headers of ELF files, or null if it is not supported.
const struct outl_architecture *outl_architecture_of(uint16_t machine);

/// Returns the wait in a system call with a number and its first arguments.
struct outl_wait outl_architecture_wait(int64_t number, const uint64_t arguments[OUTL_CALL_ARGUMENTS]);

/// Returns the wait of a thread that was stopped with these general registers.
struct outl_wait outl_architecture_wait_of(const uint64_t *registers);

/// Returns `true` if the C library's record of a thread begins at an address.
bool outl_architecture_is_record(uintptr_t address);
