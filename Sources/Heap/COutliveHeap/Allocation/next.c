// Concurrency contract: each pointer is initially a function that finds them all and forwards its call. The pointers
// are stored one by one, possibly by several threads, each time with the same values. A thread that allocates during
// its search gets blocks of the C library, which provides all blocks unless another allocator comes next. A mix of
// both could only occur if dlsym allocated when it succeeds, which it does not. The constructor replaces the C
// library's functions by others if another allocator lacks them; see allocator.c.
#include "Allocation/next.h"

#if OUTL_HEAP_SERVED

#include <dlfcn.h>
#include <errno.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void __libc_free(void *block);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void *__libc_valloc(size_t size);
extern void *__libc_pvalloc(size_t size);

// MARK: Functions that the C library has under no other name

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

static __thread bool is_finding OUTL_INITIAL_TLS;

static void find_one(void *pointer, const char *name, void *otherwise) {
    void *found = dlsym(RTLD_NEXT, name);
    __atomic_store_n((void **)pointer, found ? found : otherwise, __ATOMIC_RELEASE);
}

// Returns `false` in a recursive call.
static bool find_all(void) {
    if (is_finding) { return false; }
    is_finding = true;
#define FIND(result, name, parameters, arguments, otherwise) find_one(&outl_heap_next.name, #name, (void *)otherwise);
    OUTL_MALLOC_FAMILY(FIND)
    is_finding = false;
    return true;
}

#define FIRST(result, name, parameters, arguments, otherwise) \
    static result first_##name parameters { return find_all() ? outl_heap_next.name arguments : otherwise arguments; }
OUTL_MALLOC_FAMILY(FIRST)

#define INITIAL(result, name, parameters, arguments, otherwise) .name = first_##name,
struct outl_heap_next outl_heap_next = {OUTL_MALLOC_FAMILY(INITIAL)};

void outl_heap_next_find(void) { find_all(); }

#endif
