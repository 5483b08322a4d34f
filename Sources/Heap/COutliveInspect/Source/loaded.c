#include "Source/loaded.h"

#if OUTL_HEAP_SERVED

#include "Source/elf.h"
#include "Source/files.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/uio.h>
#include <unistd.h>

enum { page = 4096 };

// MARK: Files

int outl_loaded_open(const struct outl_loaded *loaded, const struct outl_mapping *mapping) {
    char path[64];
    snprintf(path, sizeof path, "map_files/%lx-%lx", mapping->range.start, mapping->range.end);
    // Needs a capability, but leads to the right file in any case.
    int name = openat(loaded->folder, path, O_PATH | O_CLOEXEC);
    if (name >= 0) { return outl_file_open_named(name); }
    int root = openat(loaded->folder, "root", O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (root < 0) { return -1; }
    int file = outl_file_open_below(root, mapping->path);
    close(root);
    struct stat status;
    bool is_same = file >= 0 && fstat(file, &status) == 0 && status.st_ino == mapping->inode
        && major(status.st_dev) == mapping->major && minor(status.st_dev) == mapping->minor;
    if (file >= 0 && !is_same) { close(file); }
    return is_same ? file : -1;
}

static struct outl_loaded_file *file_of(struct outl_loaded *loaded, const struct outl_mapping *mapping) {
    bool is_new;
    uint64_t device = (uint64_t)mapping->major << 32 | mapping->minor;
    uint32_t number = outl_keyed_find(
        &loaded->files, sizeof(struct outl_loaded_file), mapping->inode, device, &is_new);
    return number == OUTL_NOTHING ? NULL : (struct outl_loaded_file *)loaded->files.array.items + number;
}

// MARK: Headers

static bool is_present(const struct outl_loaded *loaded, uintptr_t address) {
    uint64_t entry;
    ssize_t got = pread(loaded->pagemap, &entry, sizeof entry, (off_t)(address / page * sizeof entry));
    return got == sizeof entry && entry >> 63;
}

// Reads the first page of a file. Returns the number of bytes, or -1.
static ssize_t read_first(const struct outl_loaded *loaded, const struct outl_mapping *mapping, char *bytes) {
    // A page that the process does not have yet can be a hole of a file in memory, which only a read leaves a hole.
    int file = is_present(loaded, mapping->range.start) ? -1 : outl_loaded_open(loaded, mapping);
    ssize_t got = file >= 0 ? pread(file, bytes, page, 0) : -1;
    if (file >= 0) { close(file); }
    if (got >= 0) { return got; }
    struct iovec local = {bytes, page}, remote = {(void *)mapping->range.start, page};
    return process_vm_readv(loaded->process, &local, 1, &remote, 1, 0);
}

void outl_loaded_learn(struct outl_loaded *loaded, const struct outl_mapping *mapping) {
    bool may_begin = mapping->offset == 0 && mapping->flags & OUTL_MAP_READ && !(mapping->flags & OUTL_MAP_SHARED)
        && outl_mapping_has_file(mapping);
    struct outl_loaded_file *file = may_begin ? file_of(loaded, mapping) : NULL;
    if (!file || file->is_known) { return; }
    _Alignas(uint64_t) char bytes[page];
    ssize_t got = read_first(loaded, mapping, bytes);
    file->is_known = true;
    file->is_module = got >= SELFMAG && memcmp(bytes, ELFMAG, SELFMAG) == 0;
    struct outl_elf elf;
    bool has_segments = file->is_module && outl_elf_read(bytes, (size_t)got, &elf);
    for (size_t segment = 0; has_segments && segment < elf.count; segment++) {
        if (elf.segments[segment].p_type != PT_GNU_RELRO) { continue; }
        file->start = elf.segments[segment].p_offset;
        file->end = file->start + elf.segments[segment].p_filesz;
    }
}

const struct outl_loaded_file *outl_loaded_module(struct outl_loaded *loaded, const struct outl_mapping *mapping) {
    const struct outl_loaded_file *file = outl_mapping_has_file(mapping) ? file_of(loaded, mapping) : NULL;
    return file && file->is_module ? file : NULL;
}

#endif
