// Counts unloaded modules, so that a reused address gets the right name.
//
// Concurrency contract: dlclose may be called on any thread. The count is increased by one compare-and-swap. If another
// thread loads a module at the same place between the unloading and the increase, its addresses may be named by the old
// module; excluding that would need the loader's lock.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "outl_heap_state.h"

#if OUTL_HEAP_SERVED && !OUTL_HEAP_SANITIZED

#include "outl_heap_masked.h"

#include <dlfcn.h>
#include <link.h>
#include <stdatomic.h>
#include <stddef.h>

// Updates the list of modules, see outl_heap_modules.c.
extern void outl_heap_modules_refresh(void) __attribute__((weak));

static int read_count(struct dl_phdr_info *module, size_t size, void *count) {
    if (size >= offsetof(struct dl_phdr_info, dlpi_subs) + sizeof module->dlpi_subs) {
        *(unsigned long long *)count = module->dlpi_subs;
    }
    return 1;
}

// Returns the number of modules that the loader has unloaded.
static unsigned long long unloaded(void) {
    unsigned long long count = 0;
    sigset_t before;
    outl_signals_block(&before);
    dl_iterate_phdr(read_count, &count);
    outl_signals_restore(&before);
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
