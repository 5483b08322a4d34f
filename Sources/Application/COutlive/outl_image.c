#define _GNU_SOURCE 1 // dl_iterate_phdr

#include "outl_image.h"

#include <string.h>

// The query and the destinations of its results.
struct search {
    uintptr_t address;
    uintptr_t *base;
    char *path;
    size_t path_size;
    char *build_id;
    size_t build_id_size;
};

static void copy_text(char *to, size_t size, const char *from) {
    if (size == 0) { return; }
    size_t length = strnlen(from, size - 1);
    memcpy(to, from, length);
    to[length] = 0;
}

#if defined(__linux__)

#include <link.h>
#include <unistd.h>

static void copy_hexadecimal(const struct search *search, const uint8_t *bytes, size_t count) {
    static const char digits[] = "0123456789abcdef";
    if (search->build_id_size <= 2 * count) { return; }
    for (size_t index = 0; index < count; index++) {
        search->build_id[2 * index] = digits[bytes[index] >> 4];
        search->build_id[2 * index + 1] = digits[bytes[index] & 15];
    }
    search->build_id[2 * count] = 0;
}

// ELF notes: a header, the owner's name and the content, each padded to the segment's alignment.
static void copy_build_id(const struct search *search, const uint8_t *notes, size_t size, size_t alignment) {
    size_t mask = (alignment == 8 ? 8 : 4) - 1;
    while (size >= sizeof(ElfW(Nhdr))) {
        const ElfW(Nhdr) *note = (const ElfW(Nhdr) *)notes;
        size_t content = (sizeof(*note) + note->n_namesz + mask) & ~mask;
        size_t next = (content + note->n_descsz + mask) & ~mask;
        if (content + note->n_descsz > size) { return; }
        if (note->n_type == NT_GNU_BUILD_ID && note->n_namesz == 4 && memcmp(note + 1, "GNU", 4) == 0) {
            copy_hexadecimal(search, notes + content, note->n_descsz);
            return;
        }
        if (next >= size) { return; }
        notes += next;
        size -= next;
    }
}

static void copy_path(const struct search *search, const char *name) {
    copy_text(search->path, search->path_size, name);
    if (name[0] != 0 || search->path_size == 0) { return; }
    // The loader reports an empty name for the executable.
    ssize_t length = readlink("/proc/self/exe", search->path, search->path_size - 1);
    search->path[length > 0 ? length : 0] = 0;
}

static bool contains(const struct dl_phdr_info *module, uintptr_t address) {
    for (size_t index = 0; index < module->dlpi_phnum; index++) {
        const ElfW(Phdr) *segment = &module->dlpi_phdr[index];
        if (segment->p_type == PT_LOAD && address - (module->dlpi_addr + segment->p_vaddr) < segment->p_memsz) {
            return true;
        }
    }
    return false;
}

static int visit(struct dl_phdr_info *module, size_t size, void *context) {
    (void)size;
    const struct search *search = context;
    if (!contains(module, search->address)) { return 0; }
    *search->base = module->dlpi_addr;
    copy_path(search, module->dlpi_name ? module->dlpi_name : "");
    for (size_t index = 0; index < module->dlpi_phnum; index++) {
        const ElfW(Phdr) *segment = &module->dlpi_phdr[index];
        if (segment->p_type == PT_NOTE && search->build_id_size > 0 && search->build_id[0] == 0) {
            copy_build_id(
                search, (const uint8_t *)(module->dlpi_addr + segment->p_vaddr), segment->p_memsz, segment->p_align);
        }
    }
    return 1;
}

static bool find(const struct search *search) { return dl_iterate_phdr(visit, (void *)search) == 1; }

#else

#include <dlfcn.h>

static bool find(const struct search *search) {
    Dl_info info;
    if (!dladdr((const void *)search->address, &info)) { return false; }
    *search->base = (uintptr_t)info.dli_fbase;
    copy_text(search->path, search->path_size, info.dli_fname ? info.dli_fname : "");
    return true;
}

#endif

bool outl_image_find(
    uintptr_t address, uintptr_t *base, char *path, size_t path_size, char *build_id, size_t build_id_size
) {
    *base = 0;
    copy_text(path, path_size, "");
    copy_text(build_id, build_id_size, "");
    struct search search = {address, base, path, path_size, build_id, build_id_size};
    return find(&search);
}
