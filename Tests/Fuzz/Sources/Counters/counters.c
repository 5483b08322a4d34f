#define _GNU_SOURCE
#include "counters.h"

#ifdef __linux__

#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

// The bounds of the section with the counters, absent from a build without them.
extern char first[] __asm__("__start___sancov_cntrs") __attribute__((weak, visibility("hidden")));
extern char last[] __asm__("__stop___sancov_cntrs") __attribute__((weak, visibility("hidden")));

void outl_fuzz_share_counters(void) {
    enum { page = 4096 };
    // The pages at both ends contain other variables, too.
    uintptr_t start = ((uintptr_t)first + page - 1) / page * page, end = (uintptr_t)last / page * page;
    if (start >= end) { return; }
    size_t size = end - start;
    void *shared = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) { return; }
    memcpy(shared, (void *)start, size);
    mremap(shared, size, size, MREMAP_MAYMOVE | MREMAP_FIXED, (void *)start);
}

#else

void outl_fuzz_share_counters(void) {}

#endif
