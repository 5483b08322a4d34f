#include "Start/program.h"

#include "Allocation/allocator.h"
#include "Allocation/classify.h"
#include "Allocation/next.h"

#if defined(__linux__)

#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

// MARK: The executable

static const char own_path[] = "/proc/self/exe";

void outl_program_path(char *path, size_t size) {
    ssize_t length = readlink(own_path, path, size - 1);
    path[length > 0 ? length : 0] = 0;
}

static bool is_same_file(const char *one, const char *other) {
    struct stat first, second;
    return stat(one, &first) == 0 && stat(other, &second) == 0 && first.st_dev == second.st_dev
        && first.st_ino == second.st_ino;
}

bool outl_program_is(const char *path) {
    char own[4096];
    outl_program_path(own, sizeof own);
    // Under an emulator of programs the link leads to the program, but a file of that name is the emulator.
    return is_same_file(own_path, path) || is_same_file(own, path);
}

bool outl_program_is_bundle(void) {
    static const char suffix[] = ".xctest";
    char own[4096];
    outl_program_path(own, sizeof own);
    size_t length = strlen(own), end = sizeof suffix - 1;
    return length > end && strcmp(own + length - end, suffix) == 0;
}

static bool search_sections(const char *file, size_t size, const char *prefix) {
    const Elf64_Ehdr *header = (const Elf64_Ehdr *)file;
    if (size < sizeof *header || memcmp(header->e_ident, ELFMAG, SELFMAG) != 0
        || header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_shentsize != sizeof(Elf64_Shdr)) {
        return false;
    }
    size_t count = header->e_shnum, length = strlen(prefix);
    if (header->e_shoff > size || count > (size - header->e_shoff) / sizeof(Elf64_Shdr)
        || header->e_shstrndx >= count || header->e_shoff % sizeof(uint64_t) != 0) {
        return false;
    }
    const Elf64_Shdr *sections = (const Elf64_Shdr *)(file + header->e_shoff);
    const Elf64_Shdr *names = &sections[header->e_shstrndx];
    if (names->sh_offset > size || names->sh_size > size - names->sh_offset) { return false; }
    for (size_t index = 0; index < count; index++) {
        size_t name = sections[index].sh_name;
        if (name < names->sh_size && names->sh_size - name >= length
            && memcmp(file + names->sh_offset + name, prefix, length) == 0) {
            return true;
        }
    }
    return false;
}

// Returns `true` if a program or library has a section whose name begins with `prefix`. Works on stripped ones, too.
static bool has_section(const char *path, const char *prefix) {
    bool is_found = false;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    struct stat status;
    if (file < 0) { return false; }
    if (fstat(file, &status) == 0 && status.st_size > 0) {
        void *content = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
        if (content != MAP_FAILED) {
            is_found = search_sections(content, (size_t)status.st_size, prefix);
            munmap(content, (size_t)status.st_size);
        }
    }
    close(file);
    return is_found;
}

// MARK: Refusals

// A preloaded copy recognises by this section a program that has the tier linked in.
__attribute__((section("outl_heap"), used)) static const char mark[] = "outlive heap tier";

#if !OUTL_HEAP_SERVED

bool outl_program_is_ignored(bool is_any, bool (*is_tracking)(void)) {
    (void)is_tracking;
    return !is_any && !has_section(own_path, "swift5_");
}

bool outl_program_is_refused(char *reason, size_t reason_size) {
    snprintf(reason, reason_size, "the heap tier supports glibc on x86_64 and aarch64 only");
    return true;
}

#elif OUTL_HEAP_SANITIZED

bool outl_program_is_ignored(bool is_any, bool (*is_tracking)(void)) {
    (void)is_tracking;
    return !is_any && !outl_heap_runtime_found() && !has_section(own_path, "swift5_");
}

bool outl_program_is_refused(char *reason, size_t reason_size) {
    snprintf(reason, reason_size, "it was built with a sanitizer, which has its own malloc");
    return true;
}

#else

// The malloc of this copy, whichever definition of the name comes first in the process.
extern __typeof__(malloc) outl_heap_own_malloc OUTL_HIDDEN;

// Returns the definition of malloc that comes first. A static executable has no dynamic symbols, and no other one.
static void *first_malloc(void) {
    void *found = dlsym(RTLD_DEFAULT, "malloc");
    return found ? found : (void *)outl_heap_own_malloc;
}

// Returns `true` if another copy of the tier comes first and records the allocations.
static bool is_second_copy(bool (*is_tracking)(void)) {
    if (first_malloc() == (void *)outl_heap_own_malloc) { return false; }
    void *other = dlsym(RTLD_DEFAULT, "outl_heap_is_tracking");
    return (other && other != (void *)is_tracking) || has_section(own_path, "outl_heap");
}

bool outl_program_is_ignored(bool is_any, bool (*is_tracking)(void)) {
    bool is_other = !is_any && !outl_heap_runtime_found() && !has_section(own_path, "swift5_");
    return is_other || is_second_copy(is_tracking);
}

static const char *find_sanitizer(void) {
    static const char *const names[] = {"__asan_init", "__tsan_init", "__msan_init", "__hwasan_init", "__lsan_init"};
    for (size_t index = 0; index < OUTL_COUNT(names); index++) {
        if (dlsym(RTLD_DEFAULT, names[index])) { return names[index]; }
    }
    return NULL;
}

// Returns the path of the file that contains a function, or null.
static const char *file_of(const void *function) {
    Dl_info owner;
    bool is_known = dladdr(function, &owner) != 0 && owner.dli_fname && owner.dli_fname[0];
    return is_known ? owner.dli_fname : NULL;
}

// Returns the library that the next malloc shares with Swift code, or null. The globals and the mappings of an
// allocator's library hold nothing alive, but Swift code's do.
static const char *find_shared_library(void) {
    outl_heap_next_find();
    const char *file = file_of((void *)outl_heap_next.malloc);
    return file && !outl_program_is(file) && has_section(file, "swift5_") ? file : NULL;
}

bool outl_program_is_refused(char *reason, size_t reason_size) {
    enum { page_size = 4096 };
    const char *sanitizer = find_sanitizer();
    void *malloc = first_malloc();
    if (sanitizer) {
        snprintf(reason, reason_size, "a sanitizer is in it (%s), which has its own malloc", sanitizer);
        return true;
    }
    if (getpagesize() != page_size) {
        snprintf(
            reason, reason_size, "this kernel has pages of %d bytes, and the tier needs %d", getpagesize(), page_size);
        return true;
    }
    if (malloc != (void *)outl_heap_own_malloc) {
        const char *file = file_of(malloc);
        snprintf(
            reason, reason_size, "%.300s has its own malloc, which comes before that of the heap tier: %s",
            file ? file : "a library",
            "link or preload the allocator as a shared library, after liboutlive_heap.so in LD_PRELOAD");
        return true;
    }
    const char *shared = find_shared_library();
    if (shared) {
        snprintf(
            reason, reason_size, "%.300s has its own malloc beside Swift code: %s", shared,
            "link or preload the allocator as a shared library of its own");
        return true;
    }
    return outl_allocator_adopt(reason, reason_size) == OUTL_ALLOCATOR_REFUSED;
}

#endif
#endif
