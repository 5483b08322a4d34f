// Concurrency contract: see the header. `count` is increased once its item is complete, so that readers need no lock.

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "outl_heap_state.h"

#if OUTL_HEAP_SERVED

#include "outl_heap_modules.h"

#include "outl_heap_masked.h"
#include "outl_image.h"

#include <link.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { module_limit = 1 << 14, path_limit = 4096, build_id_limit = 129 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct outl_module modules[module_limit];
static _Atomic size_t count;
static bool seen[module_limit]; // Protected by the lock: the modules of the list that the loader reported.

static struct {
    char *at;
    size_t room;
} texts; // Protected by the lock.

static char *keep(const char *text) {
    static char none[1];
    size_t size = strlen(text) + 1;
    if (size > texts.room) {
        texts.room = (size_t)1 << 16;
        void *memory = mmap(NULL, texts.room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED) {
            texts.room = 0;
            return none;
        }
        texts.at = memory;
    }
    char *kept = memcpy(texts.at, text, size);
    texts.at += size;
    texts.room -= size;
    return kept;
}

// Returns `true` if another module ever overlapped the addresses of this one.
static bool was_shared(const struct outl_module *module) {
    for (size_t index = 0; index < atomic_load(&count); index++) {
        const struct outl_module *other = &modules[index];
        if (other != module && other->start < module->end && module->start < other->end) { return true; }
    }
    return false;
}

static int look(struct dl_phdr_info *info, size_t size, void *context) {
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
    size_t known = atomic_load(&count);
    for (size_t index = known; index-- > 0;) {
        struct outl_module *module = &modules[index];
        // The executable has no name here.
        bool named = info->dlpi_name && info->dlpi_name[0] && module->path;
        bool same = module->start == start && module->end == end;
        if (same && named) { same = strcmp(module->path, info->dlpi_name) == 0; }
        if (!same || (module->epoch_to != UINT32_MAX && was_shared(module))) { continue; }
        // A module loaded again at the same place keeps its item, so that the list does not grow with each load.
        module->epoch_to = UINT32_MAX;
        seen[index] = true;
        return 0;
    }
    if (known == module_limit) { return 0; }
    modules[known] = (struct outl_module){
        .bias = info->dlpi_addr, .start = start, .end = end, .epoch_from = outl_heap_epoch, .epoch_to = UINT32_MAX};
    seen[known] = true;
    atomic_store(&count, known + 1);
    return 0;
}

// The loader's interface for debuggers. Weak, so that the preload library depends on the C library only.
extern struct r_debug _r_debug __attribute__((weak));

bool outl_heap_modules_at_work(void) { return &_r_debug && _r_debug.r_state != RT_CONSISTENT; }

void outl_heap_modules_refresh(void) {
    // In a forked child, a thread that no longer exists may hold the lock.
    if (getpid() != outl_heap_settings.process) { return; }
    sigset_t before;
    outl_heap_busy++;
    outl_signals_block(&before);
    pthread_mutex_lock(&lock);
    memset(seen, 0, sizeof seen[0] * atomic_load(&count));
    dl_iterate_phdr(look, NULL);
    for (size_t index = 0; index < atomic_load(&count); index++) {
        struct outl_module *module = &modules[index];
        if (!seen[index] && module->epoch_to == UINT32_MAX) { module->epoch_to = outl_heap_epoch; }
        if (module->path) { continue; }
        static char path[path_limit], build_id[build_id_limit];
        uintptr_t base;
        // The lowest address is that of the file's header, in a segment.
        outl_image_find(module->start, &base, path, sizeof path, build_id, sizeof build_id);
        module->build_id = keep(build_id);
        module->path = keep(path);
    }
    pthread_mutex_unlock(&lock);
    outl_signals_restore(&before);
    outl_heap_busy--;
}

size_t outl_heap_modules_count(void) { return atomic_load(&count); }

const struct outl_module *outl_heap_module(size_t index) { return &modules[index]; }

const struct outl_module *outl_heap_module_at(uintptr_t address) {
    for (size_t index = atomic_load(&count); index-- > 0;) {
        const struct outl_module *module = &modules[index];
        if (module->epoch_to == UINT32_MAX && address >= module->start && address < module->end) { return module; }
    }
    return NULL;
}

#endif
