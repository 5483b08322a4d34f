#include "Source/module_files.h"

#include "outl_inspect.h"

#if OUTL_HEAP_SERVED

#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// Descriptors that are no more than names, so that devices and pipes are not opened.
enum { name_flags = O_PATH | O_CLOEXEC };

int outl_file_open_named(int name) {
    int file = -1;
    struct stat status;
    if (name >= 0 && fstat(name, &status) == 0 && S_ISREG(status.st_mode)) {
        char link[32];
        snprintf(link, sizeof link, "/proc/self/fd/%d", name);
        // Does not wait for another program that has a lease on the file.
        file = open(link, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    }
    if (name >= 0) { close(name); }
    return file;
}

int outl_file_name_below(int root, const char *path) {
    // Absolute links within the directory lead into it.
    struct open_how how = {.flags = name_flags, .resolve = RESOLVE_IN_ROOT};
    int name = (int)syscall(SYS_openat2, root, path, &how, sizeof how);
    // Unknown to older systems, and to the filters of some containers.
    if (name < 0 && (errno == ENOSYS || errno == EPERM)) {
        while (*path == '/') { path++; }
        name = openat(root, path, name_flags);
    }
    return name;
}

int outl_file_open(const char *root, const char *path) {
    if (!root) { return outl_file_open_named(open(path, name_flags)); }
    int folder = open(root, name_flags | O_DIRECTORY);
    if (folder < 0) { return -1; }
    int file = outl_file_open_named(outl_file_name_below(folder, path));
    close(folder);
    return file;
}

bool outl_inspect_find(const char *root, const char *path, char *found, size_t size) {
    int file = outl_file_open(root, path);
    if (file < 0) { return false; }
    char link[32];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, found, size);
    close(file);
    bool is_whole = length > 0 && (size_t)length < size;
    if (is_whole) { found[length] = 0; }
    return is_whole;
}

// The notes of a module in its first page.
static const void *note_at(const Elf64_Phdr *segment, const void *context) {
    const struct outl_first_page *page = context;
    size_t size = sizeof page->bytes;
    bool is_inside = segment->p_offset <= size && segment->p_filesz <= size - segment->p_offset;
    return is_inside ? page->bytes + segment->p_offset : NULL;
}

bool outl_first_page_read(int file, uint64_t offset, struct outl_first_page *page) {
    ssize_t got = pread(file, page->bytes, sizeof page->bytes, (off_t)offset);
    if (got <= 0 || !outl_elf_read(page->bytes, (size_t)got, &page->elf)) { return false; }
    bool is_found = (size_t)got == sizeof page->bytes
        && outl_elf_build_id(&page->elf, note_at, page, page->build_id, sizeof page->build_id);
    if (!is_found) { page->build_id[0] = 0; }
    page->hash = UINT64_C(0xCBF29CE484222325);
    for (ssize_t at = 0; at < got; at++) {
        page->hash = (page->hash ^ (unsigned char)page->bytes[at]) * UINT64_C(0x100000001B3);
    }
    return true;
}

#else

bool outl_inspect_find(const char *root, const char *path, char *found, size_t size) {
    (void)root, (void)path, (void)found, (void)size;
    return false;
}

#endif
