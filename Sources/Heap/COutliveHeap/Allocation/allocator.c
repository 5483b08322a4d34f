#include "Allocation/allocator.h"

struct outl_allocator outl_allocator;

#if OUTL_HEAP_SERVED

#include "Allocation/next.h"
#include "Allocation/operators.h"
#include "Allocation/other_mapped.h"
#include "Allocation/table.h"

#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <stdio.h>
#include <string.h>

static void *probe; // A live block, for `outl_allocator_prepare_thread`.

// MARK: Modules

static const void *module_of(const void *function) {
    Dl_info info;
    return dladdr(function, &info) ? info.dli_fbase : NULL;
}

struct module_search {
    uintptr_t address, start, end;
};

static int match_module(struct dl_phdr_info *info, size_t size, void *context) {
    struct module_search *search = context;
    (void)size;
    uintptr_t start = UINTPTR_MAX, end = 0;
    for (int index = 0; index < info->dlpi_phnum; index++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[index];
        if (segment->p_type != PT_LOAD) { continue; }
        uintptr_t first = info->dlpi_addr + segment->p_vaddr, last = first + segment->p_memsz;
        if (first < start) { start = first; }
        if (last > end) { end = last; }
    }
    if (search->address < start || search->address >= end) { return 0; }
    search->start = start;
    search->end = end;
    return 1;
}

// MARK: The C library's allocator

// A function that no allocator replaces, unlike malloc and, in some, `__libc_malloc`.
extern const char *gnu_get_libc_version(void);

// Returns `true` if the C library comes next, or another copy of the tier, which forwards to it or to what comes next.
static bool is_libc(void) {
    const void *libc = module_of((const void *)gnu_get_libc_version);
    if (module_of((void *)outl_heap_next.malloc) == libc && module_of((void *)outl_heap_next.free) == libc) {
        return true;
    }
    return dlsym(RTLD_NEXT, "outl_heap_is_tracking") != NULL;
}

// Returns `true` if the size of a block is stored where the tier reads it.
static bool has_known_layout(void) {
    static const size_t sizes[] = {1, 24, 25, 100, 1032, 5000, 200000};
    enum { page = 4096, header = 16 };
    bool is_known = true;
    for (size_t index = 0; index < OUTL_COUNT(sizes); index++) {
        void *volatile block = outl_heap_next.malloc(sizes[index]);
        if (!block) { return false; }
        // No chunk begins within the last bytes of another page, which might not be mapped.
        is_known = is_known && (uintptr_t)block % page >= header;
        if (is_known) {
            size_t chunk = outl_chunk_size((uintptr_t)block), usable = outl_heap_next.malloc_usable_size(block);
            is_known = chunk == usable + 8 || chunk == usable + 16;
        }
        outl_heap_next.free(block);
    }
    return is_known;
}

// Returns `true` if the addresses of blocks have no tags, which the table has no room for.
static bool has_plain_addresses(void) {
    void *block = outl_heap_next.malloc(1);
    bool is_plain = (uintptr_t)block >> OUTL_OWN_ADDRESS_BITS == 0;
    outl_heap_next.free(block);
    return is_plain;
}

// MARK: Another allocator

// The functions that an allocator may lack: the C library's would return blocks of its own.

static void *other_reallocarray(void *block, size_t count, size_t size) {
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes)) {
        errno = ENOMEM;
        return NULL;
    }
    return outl_heap_next.realloc(block, bytes);
}

static void *other_memalign(size_t alignment, size_t size) {
    void *block = NULL;
    int error = outl_heap_next.posix_memalign(&block, alignment < sizeof(void *) ? sizeof(void *) : alignment, size);
    if (error == 0) { return block; }
    errno = error;
    return NULL;
}

enum { page_size = 4096 };

static void *other_valloc(size_t size) { return other_memalign(page_size, size); }

static void *other_pvalloc(size_t size) {
    size_t pages;
    if (__builtin_add_overflow(size, (size_t)page_size - 1, &pages)) {
        errno = ENOMEM;
        return NULL;
    }
    pages = pages / page_size * page_size;
    return other_memalign(page_size, pages > 0 ? pages : page_size);
}

// Completes `outl_heap_next`. Returns `false` if functions without a substitute are elsewhere.
static bool complete(const void *module) {
    const void *const needed[] = {
        (void *)outl_heap_next.free, (void *)outl_heap_next.calloc, (void *)outl_heap_next.realloc,
        (void *)outl_heap_next.posix_memalign, (void *)outl_heap_next.malloc_usable_size};
    for (size_t index = 0; index < OUTL_COUNT(needed); index++) {
        if (module_of(needed[index]) != module) { return false; }
    }
#define COMPLETE(name) \
    if (module_of((void *)outl_heap_next.name) != module) { outl_heap_next.name = other_##name; }
    COMPLETE(reallocarray)
    COMPLETE(memalign)
    COMPLETE(valloc)
    COMPLETE(pvalloc)
#undef COMPLETE
    if (module_of((void *)outl_heap_next.aligned_alloc) != module) { outl_heap_next.aligned_alloc = other_memalign; }
    return true;
}

// Returns `true` if blocks do not overlap by their usable sizes, on which the table relies, and keep them.
static bool is_sound(void) {
    static const size_t sizes[] = {1, 1, 8, 8, 16, 24, 24, 48, 100, 100, 1032, 5000, 5000, 200000, 3000000};
    void *volatile blocks[OUTL_COUNT(sizes)];
    size_t usable[OUTL_COUNT(sizes)];
    bool is_sound = true;
    for (size_t index = 0; index < OUTL_COUNT(sizes); index++) {
        blocks[index] = outl_heap_next.malloc(sizes[index]);
        usable[index] = blocks[index] ? outl_heap_next.malloc_usable_size(blocks[index]) : 0;
    }
    for (size_t index = 0; index < OUTL_COUNT(sizes); index++) {
        uintptr_t block = (uintptr_t)blocks[index];
        is_sound = is_sound && block != 0 && block % 8 == 0 && block >> OUTL_OWN_ADDRESS_BITS == 0
            && usable[index] >= sizes[index]
            && outl_heap_next.malloc_usable_size(blocks[index]) == usable[index];
        for (size_t other = 0; other < index; other++) {
            uintptr_t before = (uintptr_t)blocks[other];
            is_sound = is_sound && (block + usable[index] <= before || before + usable[other] <= block);
        }
    }
    for (size_t index = 0; index < OUTL_COUNT(sizes); index++) { outl_heap_next.free(blocks[index]); }
    return is_sound;
}

enum outl_allocator_kind outl_allocator_adopt(char *reason, size_t reason_size) {
    outl_heap_next_find();
    bool is_plain = has_plain_addresses();
    if (is_plain && is_libc() && has_known_layout()) {
        outl_mapped_forget();
        return OUTL_ALLOCATOR_LIBC;
    }
    Dl_info owner = {0};
    bool is_known = dladdr((void *)outl_heap_next.malloc, &owner) != 0 && owner.dli_fname && owner.dli_fname[0];
    const char *name = is_known ? owner.dli_fname : "a library";
    struct module_search module = {.address = (uintptr_t)outl_heap_next.malloc};
    const char *why = NULL;
    if (!is_plain) {
        why = "it tags the addresses of blocks (glibc.mem.tagging in GLIBC_TUNABLES), so they cannot be recorded";
    } else if (dl_iterate_phdr(match_module, &module) == 0 || !complete(owner.dli_fbase)) {
        why = "not all functions of the family, with malloc_usable_size, so its blocks cannot be recorded";
    } else if (!is_sound() || !(probe = outl_heap_next.malloc(1))) {
        why = "its malloc_usable_size does not bound the blocks, so they cannot be recorded";
    } else if (!outl_mapped_begin(module.start, module.end)) {
        why = "no address space is left to list its memory";
    }
    if (why) {
        outl_mapped_forget();
        snprintf(reason, reason_size, "%.300s has its own malloc, but %s", name, why);
        return OUTL_ALLOCATOR_REFUSED;
    }
    outl_allocator.code = module.address;
    const char *slash = strrchr(name, '/');
    snprintf(outl_allocator.name, sizeof outl_allocator.name, "%s", slash ? slash + 1 : name);
    outl_operators_record(module.start, module.end);
    return OUTL_ALLOCATOR_OTHER;
}

// The first call on a thread may initialise the allocator's state of it, which takes locks.
void outl_allocator_prepare_thread(void) {
    if (probe) { outl_heap_next.malloc_usable_size(probe); }
}

uint64_t outl_allocator_usable(uintptr_t block) { return outl_heap_next.malloc_usable_size((void *)block); }

#endif
