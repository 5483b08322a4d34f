#include "Loader/loader.h"

#if OUTL_HEAP_SERVED

#include "Allocation/capture.h"
#include "Memory/system.h"
#include "Types/modules.h"
#include "outl_image.h"

#include <dlfcn.h>
#include <link.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool seen[OUTL_MODULES_MAX]; // Protected by the lock: the modules of the list that the loader reported.

static struct {
    char *at;
    size_t room;
} texts; // Protected by the lock.

static char *copy_text(const char *text) {
    static char none[1];
    size_t size = strlen(text) + 1;
    if (size > texts.room) {
        texts.room = (size_t)1 << 16;
        texts.at = outl_pages(texts.room, PROT_READ | PROT_WRITE, MAP_PRIVATE);
        if (!texts.at) {
            texts.room = 0;
            return none;
        }
    }
    char *copy = memcpy(texts.at, text, size);
    texts.at += size;
    texts.room -= size;
    return copy;
}

// Returns `true` if another module ever overlapped the addresses of this one.
static bool was_shared(const struct outl_module *module) {
    for (size_t index = 0; index < atomic_load(&outl_module_count); index++) {
        const struct outl_module *other = &outl_modules[index];
        if (other != module && other->start < module->end && module->start < other->end) { return true; }
    }
    return false;
}

static int add_module(struct dl_phdr_info *info, size_t size, void *context) {
    (void)size, (void)context;
    uintptr_t start = UINTPTR_MAX, end = 0;
    for (size_t index = 0; index < info->dlpi_phnum; index++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[index];
        if (segment->p_type != PT_LOAD) { continue; }
        uintptr_t from = info->dlpi_addr + segment->p_vaddr, to = from + segment->p_memsz;
        if (from < start) { start = from; }
        if (to > end) { end = to; }
    }
    if (start >= end) { return 0; }
    size_t known = atomic_load(&outl_module_count);
    for (size_t index = known; index-- > 0;) {
        struct outl_module *module = &outl_modules[index];
        // The executable has no name here.
        bool is_named = info->dlpi_name && info->dlpi_name[0] && module->path;
        bool is_same = module->start == start && module->end == end;
        if (is_same && is_named) { is_same = strcmp(module->path, info->dlpi_name) == 0; }
        if (!is_same || (module->epoch_to != UINT32_MAX && was_shared(module))) { continue; }
        // A module loaded again at the same place keeps its item, so that the list does not grow with each load.
        module->epoch_to = UINT32_MAX;
        seen[index] = true;
        return 0;
    }
    if (known == OUTL_MODULES_MAX) { return 0; }
    outl_modules[known] = (struct outl_module){
        .bias = info->dlpi_addr, .start = start, .end = end, .epoch_from = outl_heap_epoch, .epoch_to = UINT32_MAX};
    seen[known] = true;
    atomic_store(&outl_module_count, known + 1);
    return 0;
}

// The loader's interface for debuggers. Weak, so that the preload library depends on the C library only.
extern struct r_debug _r_debug __attribute__((weak));

bool outl_modules_are_changing(void) { return &_r_debug && _r_debug.r_state != RT_CONSISTENT; }

void outl_modules_refresh(void) {
    // In a forked child, a thread that no longer exists may hold the lock.
    if (getpid() != outl_heap_settings.process) { return; }
    sigset_t before;
    outl_heap_busy++;
    outl_signals_block(&before);
    pthread_mutex_lock(&lock);
    memset(seen, 0, sizeof seen[0] * atomic_load(&outl_module_count));
    dl_iterate_phdr(add_module, NULL);
    for (size_t index = 0; index < atomic_load(&outl_module_count); index++) {
        struct outl_module *module = &outl_modules[index];
        if (!seen[index] && module->epoch_to == UINT32_MAX) { module->epoch_to = outl_heap_epoch; }
        if (module->path) { continue; }
        static char path[4096], build_id[129];
        uintptr_t base;
        // The file's header has the lowest address, in a segment.
        outl_image_find(module->start, &base, path, sizeof path, build_id, sizeof build_id);
        module->build_id = copy_text(build_id);
        module->path = copy_text(path);
    }
    pthread_mutex_unlock(&lock);
    outl_signals_restore(&before);
    outl_heap_busy--;
}

#if !OUTL_HEAP_SANITIZED

// MARK: Unloading

static int read_unloaded(struct dl_phdr_info *module, size_t size, void *unloaded) {
    if (size >= offsetof(struct dl_phdr_info, dlpi_subs) + sizeof module->dlpi_subs) {
        *(unsigned long long *)unloaded = module->dlpi_subs;
    }
    return 1;
}

// Returns the number of modules that the loader has unloaded.
static unsigned long long unloaded(void) {
    unsigned long long unloaded = 0;
    sigset_t before;
    outl_signals_block(&before);
    dl_iterate_phdr(read_unloaded, &unloaded);
    outl_signals_restore(&before);
    return unloaded;
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

OUTL_EXPORTED int dlclose(void *module) {
    if (!atomic_load_explicit(&outl_heap_on, memory_order_relaxed)) { return next_dlclose(module); }
    outl_modules_refresh();
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
#endif
