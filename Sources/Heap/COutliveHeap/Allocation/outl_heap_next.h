#pragma once

/// The next definitions of the malloc family that the loader finds, normally the C library's.
///
/// Concurrency: any function may be called at any time, also before constructors ran. The first call finds all of them;
/// several threads may do so at once and find the same.

#include "outl_heap_hidden.h"

#include <stdbool.h>
#include <stddef.h>

struct outl_heap_next {
    void *(*malloc)(size_t size);
    void *(*calloc)(size_t count, size_t size);
    void *(*realloc)(void *block, size_t size);
    void *(*reallocarray)(void *block, size_t count, size_t size);
    void (*free)(void *block);
    int (*posix_memalign)(void **block, size_t alignment, size_t size);
    void *(*aligned_alloc)(size_t alignment, size_t size);
    void *(*memalign)(size_t alignment, size_t size);
    void *(*valloc)(size_t size);
    void *(*pvalloc)(size_t size);
    size_t (*malloc_usable_size)(void *block);
};
extern struct outl_heap_next outl_heap_next OUTL_HIDDEN;

/// Returns `true` if the next functions are not the C library's, whose blocks alone can be recorded.
bool outl_heap_next_is_foreign(void);
