#include "proc_text.h"

#include "Memory/platform.h"

#if OUTL_HEAP_SERVED

#include "Source/mappings.h"
#include "Source/smaps.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static bool write_file(int folder, const char *name, const char *text, size_t size) {
    int file = openat(folder, name, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    bool is_written = file >= 0 && write(file, text, size) == (ssize_t)size;
    if (file >= 0) { close(file); }
    return is_written;
}

// Returns `true` if a range is one of a program, and the path lies in the text, up to its zero.
static bool is_sound(const struct outl_mapping *mapping, size_t size) {
    return mapping->range.start < mapping->range.end && mapping->range.end >> OUTL_ADDRESS_BITS == 0
        && strlen(mapping->path) <= size;
}

static bool read_maps(const char *text, size_t size) {
    static struct outl_mappings mappings;
    int file = memfd_create("maps", MFD_CLOEXEC);
    bool is_read = file >= 0 && write(file, text, size) == (ssize_t)size && outl_mappings_read(&mappings, file) == 0;
    for (size_t index = 0; is_read && index < mappings.items.count; index++) {
        is_read = is_sound(outl_mapping_at(&mappings, index), size);
    }
    if (file >= 0) { close(file); }
    return is_read;
}

static bool read_folder(int folder, const char *text, size_t size) {
    static struct outl_array maps;
    if (!write_file(folder, "smaps", text, size) || !write_file(folder, "status", text, size)) { return false; }
    outl_smaps_read(&maps, folder);
    outl_status_bytes(folder, "VmRSS:");
    bool are_sound = true;
    for (size_t index = 0; are_sound && index < maps.count; index++) {
        are_sound = is_sound(&((const struct outl_smap *)maps.items)[index].mapping, size);
    }
    return are_sound;
}

bool outl_proc_text_read(const char *text, size_t size) {
    char path[] = "/tmp/outlive-proc-XXXXXX";
    int folder = mkdtemp(path) ? open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    if (folder < 0) { return false; }
    bool is_read = read_maps(text, size) && read_folder(folder, text, size);
    unlinkat(folder, "smaps", 0);
    unlinkat(folder, "status", 0);
    close(folder);
    rmdir(path);
    return is_read;
}

#else

bool outl_proc_text_read(const char *text, size_t size) {
    (void)text, (void)size;
    return true;
}

#endif
