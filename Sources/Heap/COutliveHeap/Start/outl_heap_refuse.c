#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "outl_heap_refuse.h"

#include "outl_heap.h"
#include "outl_heap_classify.h"
#include "outl_heap_next.h"
#include "outl_heap_program.h"
#include "outl_heap_state.h"
#include "outl_heap_table.h"

#if defined(__linux__)

#include <dlfcn.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>

// A preloaded copy recognises by this section a program that has the tier linked in.
__attribute__((section("outl_heap"), used)) static const char mark[] = "outlive heap tier";

#if OUTL_HEAP_SERVED

static bool is_swift(void) { return outl_heap_runtime_found() || outl_heap_program_has_section("swift5_"); }

#if OUTL_HEAP_SANITIZED

bool outl_heap_is_no_concern(void) { return !is_swift(); }

bool outl_heap_refuses(char *reason, int reason_size) {
    snprintf(reason, (size_t)reason_size, "it was built with a sanitizer, which has its own malloc");
    return true;
}

#else

// The malloc of this copy, whichever definition of the name comes first in the process.
extern __typeof__(malloc) outl_heap_own_malloc __attribute__((visibility("hidden")));

// Returns `true` if another copy of the tier comes first and records the allocations.
static bool is_second_copy(void) {
    if (dlsym(RTLD_DEFAULT, "malloc") == (void *)outl_heap_own_malloc) { return false; }
    void *other = dlsym(RTLD_DEFAULT, "outl_heap_is_tracking");
    return (other && other != (void *)outl_heap_is_tracking) || outl_heap_program_has_section("outl_heap");
}

bool outl_heap_is_no_concern(void) { return !is_swift() || is_second_copy(); }

static const char *find_sanitizer(void) {
    static const char *const names[] = {"__asan_init", "__tsan_init", "__msan_init", "__hwasan_init", "__lsan_init"};
    for (size_t index = 0; index < sizeof names / sizeof names[0]; index++) {
        if (dlsym(RTLD_DEFAULT, names[index])) { return names[index]; }
    }
    return NULL;
}

static bool refuse_owner(const void *address, char *reason, int reason_size) {
    Dl_info owner;
    bool known = dladdr(address, &owner) != 0 && owner.dli_fname && owner.dli_fname[0];
    snprintf(
        reason, (size_t)reason_size, "%.300s has its own malloc, and only the C library's blocks can be recorded",
        known ? owner.dli_fname : "a library");
    return true;
}

// Returns `true` if the size of a block is stored where the tier reads it.
static bool knows_layout(void) {
    static const size_t sizes[] = {1, 24, 25, 100, 1032, 5000, 200000};
    bool good = true;
    for (size_t index = 0; index < sizeof sizes / sizeof sizes[0]; index++) {
        void *volatile block = outl_heap_next.malloc(sizes[index]);
        if (!block) { return false; }
        size_t chunk = outl_chunk_size((uintptr_t)block), usable = outl_heap_next.malloc_usable_size(block);
        good = good && (chunk == usable + 8 || chunk == usable + 16);
        outl_heap_next.free(block);
    }
    return good;
}

bool outl_heap_refuses(char *reason, int reason_size) {
    const char *why = NULL;
    const char *sanitizer = find_sanitizer();
    if (sanitizer) {
        snprintf(reason, (size_t)reason_size, "a sanitizer is in it (%s), which has its own malloc", sanitizer);
        return true;
    }
    void *first = dlsym(RTLD_DEFAULT, "malloc");
    if (first != (void *)outl_heap_own_malloc) { return refuse_owner(first, reason, reason_size); }
    if (outl_heap_next_is_foreign()) { return refuse_owner((void *)outl_heap_next.malloc, reason, reason_size); }
    if (!outl_heap_runtime_found()) {
        why = "the Swift standard library is linked into it statically; link the product OutliveHeapCapture instead of "
              "preloading";
    } else if (!knows_layout()) {
        why = "this C library lays out its blocks in another way than expected";
    }
    if (why) { snprintf(reason, (size_t)reason_size, "%s", why); }
    return why != NULL;
}

#endif
#else

bool outl_heap_is_no_concern(void) { return !outl_heap_program_has_section("swift5_"); }

bool outl_heap_refuses(char *reason, int reason_size) {
    snprintf(reason, (size_t)reason_size, "the heap tier knows glibc on x86_64 only");
    return true;
}

#endif
#endif
