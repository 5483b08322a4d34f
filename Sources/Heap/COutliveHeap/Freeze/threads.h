#pragma once

/// The program's threads, and the stacks of those that stay blocked while a copy of the process is made.
///
/// Concurrency: called by the service thread, unless noted otherwise. The list is in memory shared with a
/// copy, because it is known only after the copy was made which threads stayed blocked. A copy reads it once
/// `threads_known` is set.

#include "Base/base.h"

struct outl_thread {
    uint32_t id;
    uint32_t known;  ///< 1 if it stayed blocked in the kernel, so that the stack pointer is valid.
    uintptr_t stack; ///< The stack pointer.
    uintptr_t code;  ///< The program counter.
    uintptr_t low;   ///< Written by the copy: the start of the searched part of the stack, or 0.
    uintptr_t high;  ///< The end of that part, or 0.
    char name[16];
};

/// All threads except the service thread.
struct outl_threads {
    struct outl_thread *items; ///< In memory shared with the copies.
    size_t count;
    size_t locals_size;     ///< The size in bytes of the thread-locals in front of the C library's record of a thread.
    uintptr_t first_record; ///< The C library's record of the first thread, which is not on its stack; 0 if unknown.
};
extern struct outl_threads outl_threads OUTL_HIDDEN;

/// The offset of a thread's ID in the C library's record of it, unchanged in all versions for x86-64 with threads.
enum { OUTL_RECORD_ID_OFFSET = 720 };

/// Records the calling thread if it is the program's first one. Called by the constructor.
void outl_threads_prepare(void);

/// Returns `true` if the program's first thread has ended; `false` if that is unknown.
bool outl_threads_first_has_ended(void);

/// Lists the threads and their stack pointers. Called just before a copy is made.
void outl_threads_list(void);

/// Clears `known` for threads that moved meanwhile. Called just after a copy is made.
void outl_threads_recheck(void);
