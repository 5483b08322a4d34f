#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "outl_heap_program.h"

#include "outl_heap_state.h"

#if defined(__linux__)

#include <elf.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

void outl_heap_program_path(char *path, size_t size) {
    ssize_t length = readlink("/proc/self/exe", path, size - 1);
    path[length > 0 ? length : 0] = 0;
}

bool outl_heap_program_is(const char *path) {
    struct stat self, other;
    return stat("/proc/self/exe", &self) == 0 && stat(path, &other) == 0 && self.st_dev == other.st_dev
        && self.st_ino == other.st_ino;
}

static bool search_sections(const char *file, size_t size, const char *prefix) {
    const Elf64_Ehdr *header = (const Elf64_Ehdr *)file;
    if (size < sizeof *header || memcmp(header->e_ident, ELFMAG, SELFMAG) != 0
        || header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_shentsize != sizeof(Elf64_Shdr)) {
        return false;
    }
    size_t count = header->e_shnum;
    if (header->e_shoff > size || count > (size - header->e_shoff) / sizeof(Elf64_Shdr)
        || header->e_shstrndx >= count || header->e_shoff % sizeof(uint64_t) != 0) {
        return false;
    }
    const Elf64_Shdr *sections = (const Elf64_Shdr *)(file + header->e_shoff);
    const Elf64_Shdr *names = &sections[header->e_shstrndx];
    size_t length = strlen(prefix);
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

bool outl_heap_program_has_section(const char *prefix) {
    bool found = false;
    int file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    struct stat status;
    if (file < 0) { return false; }
    if (fstat(file, &status) == 0 && status.st_size > 0) {
        void *content = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
        if (content != MAP_FAILED) {
            found = search_sections(content, (size_t)status.st_size, prefix);
            munmap(content, (size_t)status.st_size);
        }
    }
    close(file);
    return found;
}

#endif
