#pragma once

/// The program's threads, and where the stack of each is that stands still while a copy of the process is made.
///
/// Concurrency: called by the service thread; the list is in memory that a copy sees too, because which threads stood still
/// is known only after the copy was made. A copy reads it once `threads_known` is set.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct outl_thread {
    uint32_t id;
    uint32_t known;   ///< Whether it was blocked in the kernel all the while, so that the pointer is right.
    uintptr_t stack;  ///< Its stack pointer.
    uintptr_t code;   ///< Where it is.
    char name[16];
};

/// Just before a copy is made.
void outl_threads_look(void);

/// Just after: threads that have moved meanwhile are not known any more.
void outl_threads_look_again(void);

/// All threads but the service's own.
const struct outl_thread *outl_threads_all(size_t *count);
