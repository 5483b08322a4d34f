#include "Source/loaded.h"

#if OUTL_HEAP_SERVED

#include "Types/elf.h"
#include "Source/module_files.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/uio.h>
#include <unistd.h>

enum { page = 4096 };

// MARK: Files

// Opens the file of a mapping as no more than a name. Returns -1 if it cannot be found.
static int open_name(const struct outl_loaded *loaded, const struct outl_mapping *mapping) {
    char path[64];
    snprintf(path, sizeof path, "map_files/%lx-%lx", mapping->range.start, mapping->range.end);
    // Needs a capability, but leads to the right file in any case.
    int name = openat(loaded->folder, path, O_PATH | O_CLOEXEC);
    if (name >= 0) { return name; }
    int root = openat(loaded->folder, "root", O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (root < 0) { return -1; }
    name = outl_file_name_below(root, mapping->path);
    close(root);
    struct stat status;
    bool is_same = name >= 0 && fstat(name, &status) == 0 && status.st_ino == mapping->inode
        && major(status.st_dev) == mapping->major && minor(status.st_dev) == mapping->minor;
    if (name >= 0 && !is_same) { close(name); }
    return is_same ? name : -1;
}

int outl_loaded_open(const struct outl_loaded *loaded, const struct outl_mapping *mapping) {
    return outl_file_open_named(open_name(loaded, mapping));
}

static struct outl_loaded_file *file_of(struct outl_loaded *loaded, const struct outl_mapping *mapping) {
    bool is_new;
    uint64_t device = (uint64_t)mapping->major << 32 | mapping->minor;
    uint32_t number = outl_keyed_find(
        &loaded->files, sizeof(struct outl_loaded_file), mapping->inode, device, &is_new);
    return number == OUTL_NOTHING ? NULL : (struct outl_loaded_file *)loaded->files.array.items + number;
}

// MARK: Files that are left out

static uint64_t device_of(uint32_t major, uint32_t minor) { return (uint64_t)major << 32 | minor; }

// Lists the devices of mounted file systems in user space: in a line of mountinfo, the third word is the device, and the
// word after a dash the type.
void outl_loaded_begin(struct outl_loaded *loaded, pid_t process, int folder) {
    *loaded = (struct outl_loaded){.process = process, .folder = folder, .pagemap = -1};
    int file = openat(folder, "mountinfo", O_RDONLY | O_CLOEXEC);
    struct outl_array text = {0};
    if (file >= 0 && outl_text_read(&text, file) == 0) {
        for (char *line = text.items; *line;) {
            char *next = line + strcspn(line, "\n");
            if (*next) { *next++ = 0; }
            const char *type = strstr(line, " - fuse");
            uint32_t major, minor;
            if (type && sscanf(line, "%*u %*u %u:%u", &major, &minor) == 2) {
                outl_array_add(&loaded->fuse, &(uint64_t){device_of(major, minor)}, sizeof(uint64_t));
            }
            line = next;
        }
    }
    if (file >= 0) { close(file); }
    outl_array_free(&text);
}

void outl_loaded_end(struct outl_loaded *loaded) {
    outl_keyed_free(&loaded->files);
    outl_array_free(&loaded->fuse);
}

static bool is_on_fuse(const struct outl_loaded *loaded, const struct outl_mapping *mapping) {
    const uint64_t *devices = (const void *)loaded->fuse.items;
    for (size_t index = 0; index < loaded->fuse.count; index++) {
        if (devices[index] == device_of(mapping->major, mapping->minor)) { return true; }
    }
    return false;
}

// Returns `true` for a device, and not for a program or a file in /dev/shm.
static bool is_device(const struct outl_loaded *loaded, const struct outl_mapping *mapping) {
    static const char folder[] = "/dev/";
    if (strncmp(mapping->path, folder, sizeof folder - 1) != 0) { return false; }
    struct stat status;
    int name = open_name(loaded, mapping);
    bool is_device = name >= 0 && fstat(name, &status) == 0 && !S_ISREG(status.st_mode);
    if (name >= 0) { close(name); }
    return is_device;
}

bool outl_loaded_is_foreign(struct outl_loaded *loaded, const struct outl_mapping *mapping) {
    const struct outl_loaded_file *file = outl_mapping_has_file(mapping) ? file_of(loaded, mapping) : NULL;
    return file && file->is_foreign;
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
    bool has_page = is_present(loaded, mapping->range.start);
    if (!has_page && loaded->is_stopped) { return -1; }
    int file = has_page ? -1 : outl_loaded_open(loaded, mapping);
    ssize_t got = file >= 0 ? pread(file, bytes, page, 0) : -1;
    if (file >= 0) { close(file); }
    if (got >= 0) { return got; }
    struct iovec local = {bytes, page}, remote = {(void *)mapping->range.start, page};
    return process_vm_readv(loaded->process, &local, 1, &remote, 1, 0);
}

void outl_loaded_learn(struct outl_loaded *loaded, const struct outl_mapping *mapping) {
    struct outl_loaded_file *file = outl_mapping_has_file(mapping) ? file_of(loaded, mapping) : NULL;
    if (!file) { return; }
    if (!file->is_seen) { file->is_foreign = is_on_fuse(loaded, mapping) || is_device(loaded, mapping); }
    file->is_seen = true;
    bool may_begin = mapping->offset == 0 && mapping->flags & OUTL_MAP_READ && !(mapping->flags & OUTL_MAP_SHARED);
    if (!may_begin || file->is_known || file->is_foreign) { return; }
    _Alignas(uint64_t) char bytes[page];
    ssize_t got = read_first(loaded, mapping, bytes);
    file->is_known = true;
    file->is_missing = got < 0;
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

// MARK: Modules that cannot be read

void outl_loaded_miss(struct outl_loaded *loaded, const struct outl_mapping *mapping) {
    struct outl_loaded_file *file = file_of(loaded, mapping);
    if (file) { file->is_missing = true; }
}

void outl_loaded_missing(
    struct outl_loaded *loaded, const struct outl_mappings *mappings, struct outl_inspect_result *result
) {
    for (size_t index = 0; index < mappings->items.count; index++) {
        const struct outl_mapping *mapping = outl_mapping_at(mappings, index);
        bool is_code = outl_mapping_has_file(mapping) && mapping->flags & OUTL_MAP_EXECUTE
            && !(mapping->flags & OUTL_MAP_SHARED);
        struct outl_loaded_file *file = is_code ? file_of(loaded, mapping) : NULL;
        if (!file || !(file->is_missing || file->is_foreign)) { continue; }
        if (result->unread++ == 0) { snprintf(result->module, sizeof result->module, "%s", mapping->path); }
        // Other mappings of the file are of the same module.
        file->is_missing = file->is_foreign = false;
    }
}

#endif
