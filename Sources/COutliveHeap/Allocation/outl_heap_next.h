#pragma once

/// The malloc family behind ours: the next definition that the loader finds, which is the C library's.
///
/// Concurrency: any function may be called at any time, also before constructors ran. The first call finds all of them;
/// several threads may do that at once and find the same.

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

/// Whether the functions that follow are not the C library's; only its blocks can be recorded.
bool outl_heap_next_is_foreign(void);
