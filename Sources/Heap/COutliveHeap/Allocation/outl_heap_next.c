// The search for the next definitions of the malloc family.
//
// Concurrency contract: each pointer is initially a function that finds them all and forwards its call. The pointers
// are stored one by one, possibly by several threads, each time with the same values. A thread that allocates during
// its search gets blocks of the C library, which provides all blocks unless another allocator comes next; with such an
// allocator, dlsym would have to allocate when it succeeds, which it does not.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "outl_heap_next.h"

#include "outl_heap_state.h"

#if OUTL_HEAP_SERVED

#include <dlfcn.h>
#include <errno.h>
#include <stdint.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void __libc_free(void *block);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void *__libc_valloc(size_t size);
extern void *__libc_pvalloc(size_t size);

// MARK: Fallbacks for functions that are missing, and during the search

static void *libc_reallocarray(void *block, size_t count, size_t size) {
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes)) {
        errno = ENOMEM;
        return NULL;
    }
    return __libc_realloc(block, bytes);
}

static int libc_posix_memalign(void **block, size_t alignment, size_t size) {
    if (alignment % sizeof(void *) != 0 || alignment == 0 || (alignment & (alignment - 1)) != 0) { return EINVAL; }
    int saved = errno;
    void *fresh = __libc_memalign(alignment, size);
    errno = saved;
    if (!fresh) { return ENOMEM; }
    *block = fresh;
    return 0;
}

static size_t libc_usable_size(void *block) {
    if (!block) { return 0; }
    size_t word = ((size_t *)block)[-1];
    return (word & ~(size_t)7) - ((word & 2) ? 2 : 1) * sizeof(size_t);
}

// MARK: Search

static __thread bool finding __attribute__((tls_model("initial-exec")));

static void find_one(void *pointer, const char *name, void *otherwise) {
    void *found = dlsym(RTLD_NEXT, name);
    __atomic_store_n((void **)pointer, found ? found : otherwise, __ATOMIC_RELEASE);
}

// Returns `false` in a recursive call.
static bool find_all(void) {
    if (finding) { return false; }
    finding = true;
    find_one(&outl_heap_next.malloc, "malloc", (void *)__libc_malloc);
    find_one(&outl_heap_next.calloc, "calloc", (void *)__libc_calloc);
    find_one(&outl_heap_next.realloc, "realloc", (void *)__libc_realloc);
    find_one(&outl_heap_next.reallocarray, "reallocarray", (void *)libc_reallocarray);
    find_one(&outl_heap_next.free, "free", (void *)__libc_free);
    find_one(&outl_heap_next.posix_memalign, "posix_memalign", (void *)libc_posix_memalign);
    find_one(&outl_heap_next.aligned_alloc, "aligned_alloc", (void *)__libc_memalign);
    find_one(&outl_heap_next.memalign, "memalign", (void *)__libc_memalign);
    find_one(&outl_heap_next.valloc, "valloc", (void *)__libc_valloc);
    find_one(&outl_heap_next.pvalloc, "pvalloc", (void *)__libc_pvalloc);
    find_one(&outl_heap_next.malloc_usable_size, "malloc_usable_size", (void *)libc_usable_size);
    finding = false;
    return true;
}

bool outl_heap_next_is_foreign(void) {
    find_all();
    if (outl_heap_next.malloc == __libc_malloc && outl_heap_next.free == __libc_free) { return false; }
    // Another copy of the tier forwards to the C library.
    return dlsym(RTLD_NEXT, "outl_heap_is_tracking") == NULL;
}

static void *first_malloc(size_t size) { return find_all() ? outl_heap_next.malloc(size) : __libc_malloc(size); }
static void *first_calloc(size_t count, size_t size) {
    return find_all() ? outl_heap_next.calloc(count, size) : __libc_calloc(count, size);
}
static void *first_realloc(void *block, size_t size) {
    return find_all() ? outl_heap_next.realloc(block, size) : __libc_realloc(block, size);
}
static void *first_reallocarray(void *block, size_t count, size_t size) {
    return find_all() ? outl_heap_next.reallocarray(block, count, size) : libc_reallocarray(block, count, size);
}
static void first_free(void *block) {
    if (find_all()) { outl_heap_next.free(block); } else { __libc_free(block); }
}
static int first_posix_memalign(void **block, size_t alignment, size_t size) {
    return find_all() ? outl_heap_next.posix_memalign(block, alignment, size)
                      : libc_posix_memalign(block, alignment, size);
}
static void *first_aligned_alloc(size_t alignment, size_t size) {
    return find_all() ? outl_heap_next.aligned_alloc(alignment, size) : __libc_memalign(alignment, size);
}
static void *first_memalign(size_t alignment, size_t size) {
    return find_all() ? outl_heap_next.memalign(alignment, size) : __libc_memalign(alignment, size);
}
static void *first_valloc(size_t size) { return find_all() ? outl_heap_next.valloc(size) : __libc_valloc(size); }
static void *first_pvalloc(size_t size) { return find_all() ? outl_heap_next.pvalloc(size) : __libc_pvalloc(size); }
static size_t first_usable_size(void *block) {
    return find_all() ? outl_heap_next.malloc_usable_size(block) : libc_usable_size(block);
}

struct outl_heap_next outl_heap_next = {
    .malloc = first_malloc,
    .calloc = first_calloc,
    .realloc = first_realloc,
    .reallocarray = first_reallocarray,
    .free = first_free,
    .posix_memalign = first_posix_memalign,
    .aligned_alloc = first_aligned_alloc,
    .memalign = first_memalign,
    .valloc = first_valloc,
    .pvalloc = first_pvalloc,
    .malloc_usable_size = first_usable_size,
};

#endif
