#include "Source/subject_modules.h"

#if OUTL_HEAP_SERVED

#include "Source/module_files.h"
#include "Types/elf.h"

#include <fcntl.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

// MARK: List

// The bytes of a note of a module in memory.
static const void *note_at(const Elf64_Phdr *segment, const void *context) {
    const struct outl_module *module = context;
    uintptr_t address = module->bias + segment->p_vaddr;
    return outl_maps_readable(address, segment->p_filesz) ? OUTL_AT(address) : NULL;
}

// Returns `true` if the loader mapped a module, and not the program its file: its code is executable.
static bool is_loaded(
    const struct outl_source *source, const struct outl_mapping *first, const struct outl_elf *elf, uintptr_t bias
) {
    for (size_t index = 0; index < elf->count; index++) {
        const Elf64_Phdr *segment = &elf->segments[index];
        if (segment->p_type != PT_LOAD || !(segment->p_flags & PF_X)) { continue; }
        size_t last = 0;
        const struct outl_mapping *code = outl_range_search(
            source->mappings.items.items, source->mappings.items.count, sizeof *code, bias + segment->p_vaddr, &last);
        return code && code->flags & OUTL_MAP_EXECUTE && outl_mapping_is_of(code, first);
    }
    return false;
}

// Returns the path without the kernel's remark that the file is deleted.
static char *path_of(const struct outl_mapping *mapping) {
    static const char remark[] = " (deleted)";
    char *path = (char *)(uintptr_t)mapping->path;
    size_t length = strlen(path), extra = sizeof remark - 1;
    if (length > extra && strcmp(path + length - extra, remark) == 0) { path[length - extra] = 0; }
    return path;
}

static void add(const struct outl_source *source, const struct outl_mapping *mapping, char *build_id, size_t room) {
    struct outl_elf elf;
    size_t count = atomic_load(&outl_module_count);
    if (count == OUTL_MODULES_MAX) { return; }
    if (!outl_elf_read(OUTL_AT(mapping->range.start), mapping->range.end - mapping->range.start, &elf)) { return; }
    struct outl_module module = {
        .bias = mapping->range.start - elf.first, .start = mapping->range.start, .epoch_to = UINT32_MAX,
        .build_id = build_id};
    module.end = module.bias + elf.end;
    if (!is_loaded(source, mapping, &elf, module.bias)) { return; }
    module.path = path_of(mapping);
    if (!outl_elf_build_id(&elf, note_at, &module, build_id, room)) { *build_id = 0; }
    bool is_executable = source->headers >= module.start && source->headers < module.end && count > 0;
    outl_modules[count] = module;
    if (is_executable) {
        outl_modules[count] = outl_modules[0];
        outl_modules[0] = module;
    }
    atomic_store(&outl_module_count, count + 1);
}

// The subject whose modules are listed.
static struct {
    const struct outl_source *source;
    const char *root;
} subject;

void outl_modules_read(const struct outl_source *source, const char *root) {
    enum { room = 130 };
    subject.source = source;
    subject.root = root;
    atomic_store(&outl_module_count, 0);
    char *build_ids = outl_memory_map((size_t)OUTL_MODULES_MAX * room);
    for (size_t index = 0; build_ids && index < source->mappings.items.count; index++) {
        const struct outl_mapping *mapping = outl_mapping_at(&source->mappings, index);
        bool may_begin = mapping->offset == 0 && outl_mapping_has_file(mapping)
            && outl_maps_readable(mapping->range.start, mapping->range.end - mapping->range.start);
        if (may_begin) { add(source, mapping, build_ids + atomic_load(&outl_module_count) * room, room); }
    }
}

const char *outl_module_name(const struct outl_module *module) {
    const char *slash = strrchr(module->path, '/');
    return slash ? slash + 1 : module->path;
}

// MARK: Files

// Opens the file that the subject knows by a path.
static int open_path(const char *path) {
    if (subject.source->is_core) { return outl_file_open(subject.root, path); }
    int folder = openat(subject.source->folder, "root", O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0) { return -1; }
    int file = outl_file_open_named(outl_file_name_below(folder, path));
    close(folder);
    return file;
}

int outl_modules_open(uint32_t module) {
    if (module == 0 && subject.source->executable >= 0) {
        return fcntl(subject.source->executable, F_DUPFD_CLOEXEC, 0);
    }
    return open_path(outl_modules[module].path);
}

// MARK: Symbols

// Finds symbols in the file of the executable: a static one exports none.
static void read_executable(
    const struct outl_source *source, const char *const *names, size_t count, uint64_t *values
) {
    struct stat status;
    if (source->executable < 0 || fstat(source->executable, &status) != 0 || status.st_size <= 0) { return; }
    size_t size = (size_t)status.st_size;
    void *bytes = mmap(NULL, size, PROT_READ, MAP_PRIVATE, source->executable, 0);
    if (bytes == MAP_FAILED) { return; }
    outl_elf_symbols(bytes, size, names, count, values);
    munmap(bytes, size);
}

void outl_modules_symbols(
    const struct outl_source *source, const char *const *names, size_t count, uintptr_t *addresses
) {
    bool is_complete = true;
    for (size_t name = 0; name < count; name++) {
        addresses[name] = 0;
        for (size_t index = 0; index < atomic_load(&outl_module_count) && !addresses[name]; index++) {
            addresses[name] = outl_elf_exported(&outl_modules[index], names[name]);
        }
        is_complete = is_complete && addresses[name];
    }
    if (is_complete || atomic_load(&outl_module_count) == 0) { return; }
    uint64_t values[16] = {0};
    if (count > OUTL_COUNT(values)) { return; }
    read_executable(source, names, count, values);
    for (size_t name = 0; name < count; name++) {
        if (!addresses[name] && values[name]) { addresses[name] = outl_modules[0].bias + values[name]; }
    }
}

#endif
