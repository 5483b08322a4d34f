// A library to preload that counts what is allocated, and does nothing else: where another allocator than the C
// library's would change the program. The counts are in a file that is mapped, so that the last allocation is in it.
//
// COUNT_FILE is the path of the file, of two words, which exists. Not for a program with children.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t),
    *__libc_memalign(size_t, size_t);
// As the heap tier has, for which the C library allocates something in each thread.
__thread char own __attribute__((used));
static unsigned long before[2], *counts = before;

__attribute__((constructor)) static void begin(void) {
    const char *path = getenv("COUNT_FILE");
    int file = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
    unsigned long *mapped = file < 0 ? MAP_FAILED : mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (mapped == MAP_FAILED) { return; }
    close(file);
    memcpy(mapped, before, sizeof before);
    counts = mapped;
}

static void count(size_t bytes) {
    __atomic_add_fetch(&counts[0], 1, __ATOMIC_RELAXED);
    __atomic_add_fetch(&counts[1], bytes, __ATOMIC_RELAXED);
}

void *malloc(size_t size) {
    count(size);
    return __libc_malloc(size);
}
void *calloc(size_t number, size_t size) {
    count(number * size);
    return __libc_calloc(number, size);
}
void *realloc(void *block, size_t size) {
    // With a size of 0 it frees.
    if (size || !block) { count(size); }
    return __libc_realloc(block, size);
}
void *memalign(size_t alignment, size_t size) {
    count(size);
    return __libc_memalign(alignment, size);
}
void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }
int posix_memalign(void **block, size_t alignment, size_t size) {
    void *made = memalign(alignment, size);
    if (made) { *block = made; }
    return made ? 0 : 12;
}
