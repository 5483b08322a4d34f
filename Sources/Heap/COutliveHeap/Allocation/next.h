#pragma once

/// The next definitions of the malloc family that the loader finds, normally the C library's.
///
/// Concurrency: any function may be called at any time, also before constructors ran. The first call finds all of them;
/// several threads may do so at once and find the same.

#include "Base/base.h"

/// The functions: result, name, parameters, arguments, and the function used if there is no next one.
#define OUTL_MALLOC_FAMILY(X) \
    X(void *, malloc, (size_t size), (size), __libc_malloc) \
    X(void *, calloc, (size_t count, size_t size), (count, size), __libc_calloc) \
    X(void *, realloc, (void *block, size_t size), (block, size), __libc_realloc) \
    X(void *, reallocarray, (void *block, size_t count, size_t size), (block, count, size), libc_reallocarray) \
    X(void, free, (void *block), (block), __libc_free) \
    X(int, posix_memalign, (void **block, size_t alignment, size_t size), (block, alignment, size), \
      libc_posix_memalign) \
    X(void *, aligned_alloc, (size_t alignment, size_t size), (alignment, size), __libc_memalign) \
    X(void *, memalign, (size_t alignment, size_t size), (alignment, size), __libc_memalign) \
    X(void *, valloc, (size_t size), (size), __libc_valloc) \
    X(void *, pvalloc, (size_t size), (size), __libc_pvalloc) \
    X(size_t, malloc_usable_size, (void *block), (block), libc_usable_size)

#define OUTL_MEMBER(result, name, parameters, arguments, otherwise) result(*name) parameters;
struct outl_heap_next {
    OUTL_MALLOC_FAMILY(OUTL_MEMBER)
};
#undef OUTL_MEMBER
extern struct outl_heap_next outl_heap_next OUTL_HIDDEN;

/// Finds all functions, unless a call did that before.
void outl_heap_next_find(void);
