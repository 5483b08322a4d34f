#pragma once

/// The program's threads, and where the stack of each is that stands still while a copy of the process is made.
///
/// Concurrency: called by the service thread; the list is in memory that a copy sees too, because which threads stood
/// still is known only after the copy was made. A copy reads it once `threads_known` is set.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct outl_thread {
    uint32_t id;
    uint32_t known;   ///< Whether it was blocked in the kernel all the while, so that the pointer is right.
    uintptr_t stack;  ///< Its stack pointer.
    uintptr_t code;   ///< Where it is.
    uintptr_t low;    ///< Written by the copy: where its stack was looked at, from here
    uintptr_t high;   ///< to here; both 0 where it was not.
    char name[16];
};

/// So many bytes below its stack pointer a function may use without moving it.
enum { OUTL_RED_ZONE = 128 };

/// Remembers the calling thread as the program's first, if it is. By the constructor.
void outl_threads_prepare(void);

/// The C library's record of the first thread, which is not where those of others are; 0 where it is not known.
uintptr_t outl_threads_first_record(void);

/// Where in the C library's record of a thread its id is: a place that has not changed since there are threads on x86-64.
enum { OUTL_RECORD_ID_OFFSET = 720 };

/// Returns `true` if the program's first thread has ended; `false` where that is not known.
bool outl_threads_first_has_ended(void);

/// Just before a copy is made.
void outl_threads_look(void);

/// Just after: threads that have moved meanwhile are not known any more.
void outl_threads_look_again(void);

/// All threads but the service's own.
struct outl_thread *outl_threads_all(size_t *count);

/// Bytes of the thread-locals in front of the C library's record of a thread.
size_t outl_threads_locals_size(void);

/// Where in a page that record lies.
uintptr_t outl_threads_record_in_page(void);
