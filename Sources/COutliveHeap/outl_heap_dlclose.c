// Counts the unloading of modules, so that an address that is used again gets the right name.
//
// Concurrency contract: dlclose may be called on any thread. The count is raised by one compare-and-swap. What another
// thread loads between the unloading and that may be named by the old module where it got the same place; the loader's
// own lock would be needed to exclude it.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "outl_heap_state.h"

#if OUTL_HEAP_SERVED && !OUTL_HEAP_SANITIZED

#include <dlfcn.h>
#include <link.h>
#include <stdatomic.h>
#include <stddef.h>

// Looks at what modules there are; see outl_heap_modules.c.
extern void outl_heap_modules_refresh(void) __attribute__((weak));

static int read_count(struct dl_phdr_info *module, size_t size, void *count) {
    if (size >= offsetof(struct dl_phdr_info, dlpi_subs) + sizeof module->dlpi_subs) {
        *(unsigned long long *)count = module->dlpi_subs;
    }
    return 1;
}

// How many modules the loader unloaded.
static unsigned long long unloaded(void) {
    unsigned long long count = 0;
    dl_iterate_phdr(read_count, &count);
    return count;
}

static int next_dlclose(void *module) {
    static _Atomic(void *) known;
    void *function = atomic_load_explicit(&known, memory_order_relaxed);
    if (!function) {
        function = dlsym(RTLD_NEXT, "dlclose");
        atomic_store_explicit(&known, function, memory_order_relaxed);
    }
    return function ? ((int (*)(void *))function)(module) : -1;
}

__attribute__((visibility("default")))
int dlclose(void *module) {
    if (!atomic_load_explicit(&outl_heap_on, memory_order_relaxed)) { return next_dlclose(module); }
    if (outl_heap_modules_refresh) {
        outl_heap_busy++;
        outl_heap_modules_refresh();
        outl_heap_busy--;
    }
    unsigned long long before = unloaded();
    int result = next_dlclose(module);
    if (unloaded() != before) {
        uint32_t epoch = atomic_load_explicit(&outl_heap_epoch, memory_order_relaxed);
        while (epoch < OUTL_HEAP_EPOCH_MAX
               && !atomic_compare_exchange_weak_explicit(
                   &outl_heap_epoch, &epoch, epoch + 1, memory_order_relaxed, memory_order_relaxed)) {}
    }
    return result;
}

#endif
