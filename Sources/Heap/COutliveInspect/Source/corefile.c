// The kernel writes the notes first and the content of segments at multiples of the page size; gdb's gcore writes the
// notes last, and the content wherever the one before it ends.
#include "Source/corefile.h"

#if OUTL_HEAP_SERVED

#include "Memory/architecture.h"
#include "Memory/maps.h"
#include "Memory/system.h"

#include <elf.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

enum { page = 4096, maximum_segments = 1 << 16, maximum_notes = 1 << 28 };
static const uint64_t address_limit = UINT64_C(1) << OUTL_ADDRESS_BITS;

struct parsing {
    struct outl_corefile *core;
    struct outl_inspect_result *result;
    uint64_t notes; // The size of the notes kept so far.
};

static bool fail_at(struct parsing *parsing, uint64_t offset, const char *problem) {
    parsing->result->detail = offset;
    outl_inspect_fail(
        parsing->result, OUTL_INSPECT_CORE, ENOEXEC, "%s (at offset %llu)", problem, (unsigned long long)offset);
    return false;
}

bool outl_corefile_bytes(const struct outl_corefile *core, uint64_t offset, void *bytes, size_t size) {
    if (offset > core->size || size > core->size - offset) { return false; }
    for (size_t done = 0; done < size;) {
        ssize_t got = pread(core->file, (char *)bytes + done, size - done, (off_t)(offset + done));
        if (got > 0) { done += (size_t)got; } else if (got == 0 || errno != EINTR) { return false; }
    }
    return true;
}

static uint64_t number_at(const char *bytes) {
    uint64_t number;
    memcpy(&number, bytes, sizeof number);
    return number;
}

// MARK: Notes

// The structures belong to the core file's processor, whose headers this machine need not have: of `elf_prstatus`,
// the ID and the registers, before the last word; of `elf_prpsinfo`, the ID.
enum { thread_id = 32, thread_registers = 112, process_id = 24, process_size = 136 };

static bool add_thread(struct parsing *parsing, const char *content, size_t size, uint64_t offset) {
    uint64_t registers[OUTL_REGISTERS_MAX];
    const size_t registers_size = outl_architecture->registers * sizeof *registers;
    if (size < thread_registers + registers_size) {
        return fail_at(parsing, offset, "the note of a thread is too short");
    }
    struct outl_tracee tracee = {0};
    memcpy(&tracee.id, content + thread_id, sizeof tracee.id);
    memcpy(registers, content + thread_registers, registers_size);
    outl_tracee_set(&tracee, registers);
    outl_array_add(&parsing->core->threads, &tracee, sizeof tracee);
    return true;
}

// The thread pointer of the last thread.
static void set_thread_pointer(struct parsing *parsing, const char *content, size_t size) {
    struct outl_array *threads = &parsing->core->threads;
    if (size < sizeof(uint64_t) || threads->count == 0 || outl_architecture->thread) { return; }
    ((struct outl_tracee *)threads->items)[threads->count - 1].base = number_at(content);
}

static bool read_process(struct parsing *parsing, const char *content, size_t size, uint64_t offset) {
    if (size < process_size) { return fail_at(parsing, offset, "the note of the process is too short"); }
    memcpy(&parsing->core->process, content + process_id, sizeof parsing->core->process);
    return true;
}

static void read_auxiliary(struct parsing *parsing, const char *content, size_t size) {
    enum { item = sizeof(Elf64_auxv_t) };
    for (size_t at = 0; size - at >= item; at += item) {
        uint64_t kind = number_at(content + at), value = number_at(content + at + 8);
        if (kind == AT_PHDR) { parsing->core->headers = value; }
        if (kind == AT_RANDOM) { parsing->core->stack = value; }
    }
}

// The names of mapped files: their number and the unit of offsets, then for each its start, end and offset, then their
// paths.
static bool read_names(struct parsing *parsing, char *content, size_t size, uint64_t offset) {
    enum { header = 16, item = 24 };
    static const char problem[] = "the list of mapped files is malformed";
    uint64_t count = size >= header ? number_at(content) : 0, unit = size >= header ? number_at(content + 8) : 0;
    if (size < header || unit == 0 || count > (size - header) / item) { return fail_at(parsing, offset, problem); }
    if (count > maximum_segments) { return fail_at(parsing, offset, "there are too many mapped files"); }
    char *path = content + header + count * item, *end = content + size;
    uint64_t before = 0;
    // Of two lists, the last one counts.
    parsing->core->names.count = 0;
    for (uint64_t index = 0; index < count; index++) {
        const char *place = content + header + index * item;
        struct outl_core_name name = {.range = {number_at(place), number_at(place + 8)}, .path = path};
        char *next = memchr(path, 0, (size_t)(end - path));
        bool is_range = name.range.start >= before && name.range.start < name.range.end
            && name.range.end <= address_limit && (name.range.start | name.range.end) % page == 0;
        if (!next || !is_range || number_at(place + 16) > address_limit / unit) {
            return fail_at(parsing, offset + header + index * item, problem);
        }
        name.offset = number_at(place + 16) * unit;
        before = name.range.end;
        path = next + 1;
        if (name.offset % page == 0 && name.path[0] == '/') {
            outl_array_add(&parsing->core->names, &name, sizeof name);
        }
    }
    return true;
}

static bool read_note(struct parsing *parsing, const Elf64_Nhdr *note, char *content, uint64_t offset) {
    switch (note->n_type) {
    case NT_PRSTATUS: return add_thread(parsing, content, note->n_descsz, offset);
    case NT_PRPSINFO: return read_process(parsing, content, note->n_descsz, offset);
    case NT_FILE: return read_names(parsing, content, note->n_descsz, offset);
    case NT_AUXV: read_auxiliary(parsing, content, note->n_descsz); return true;
    default: return true;
    }
}

static bool read_notes(struct parsing *parsing, const Elf64_Phdr *segment) {
    const struct outl_corefile *core = parsing->core;
    uint64_t size = segment->p_offset < core->size ? core->size - segment->p_offset : 0;
    if (size > segment->p_filesz) { size = segment->p_filesz; }
    if (size > maximum_notes - parsing->notes) {
        return fail_at(parsing, segment->p_offset, "the notes are too large");
    }
    if (size == 0) { return true; }
    parsing->notes += size;
    // Kept, because the paths are in it.
    char *notes = outl_memory_map(size);
    if (!notes || !outl_corefile_bytes(core, segment->p_offset, notes, size)) {
        return fail_at(parsing, segment->p_offset, "the notes cannot be read");
    }
    for (uint64_t at = 0; size - at >= sizeof(Elf64_Nhdr);) {
        Elf64_Nhdr note;
        memcpy(&note, notes + at, sizeof note);
        uint64_t name = at + sizeof note, content = name + outl_aligned(note.n_namesz, 4);
        uint64_t next = content + outl_aligned(note.n_descsz, 4);
        if (content > size || note.n_descsz > size - content) {
            // What precedes the end of a truncated file is of use.
            bool is_truncated = size < segment->p_filesz;
            return is_truncated || fail_at(parsing, segment->p_offset + at, "a note leaves its segment");
        }
        bool is_known = note.n_namesz >= 4 && memcmp(notes + name, "CORE", 4) == 0;
        if (is_known && !read_note(parsing, &note, notes + content, segment->p_offset + content)) { return false; }
        bool is_pointer = note.n_type == NT_ARM_TLS && note.n_namesz >= 5 && memcmp(notes + name, "LINUX", 5) == 0;
        if (is_pointer) { set_thread_pointer(parsing, notes + content, note.n_descsz); }
        if (next >= size) { break; }
        at = next;
    }
    return true;
}

// MARK: Segments

static uint32_t flags_of(uint32_t flags) {
    return (flags & PF_R ? OUTL_MAP_READ : 0) | (flags & PF_W ? OUTL_MAP_WRITE : 0)
        | (flags & PF_X ? OUTL_MAP_EXECUTE : 0);
}

static bool add_segment(struct parsing *parsing, const Elf64_Phdr *of, uint64_t offset) {
    struct outl_corefile *core = parsing->core;
    uint64_t end = of->p_vaddr + of->p_memsz;
    if (end < of->p_vaddr) { return fail_at(parsing, offset, "a segment leaves the address space"); }
    // The kernel's half: one of its pages may be listed.
    if (of->p_memsz == 0 || end > address_limit) { return true; }
    if ((of->p_vaddr | end) % page != 0) { return fail_at(parsing, offset, "a segment begins or ends within a page"); }
    if (of->p_filesz > of->p_memsz) { return fail_at(parsing, offset, "a segment has more content than memory"); }
    const struct outl_core_segment *last = (const struct outl_core_segment *)core->segments.items;
    if (core->segments.count > 0 && last[core->segments.count - 1].range.end > of->p_vaddr) {
        return fail_at(parsing, offset, "segments overlap, or are not in ascending order");
    }
    struct outl_core_segment segment = {
        .range = {of->p_vaddr, end}, .flags = flags_of(of->p_flags), .offset = of->p_offset, .size = of->p_filesz};
    uint64_t rest = of->p_offset < core->size ? core->size - of->p_offset : 0;
    segment.have = segment.size < rest ? segment.size : rest;
    outl_array_add(&core->segments, &segment, sizeof segment);
    return true;
}

static bool read_segment(struct parsing *parsing, const Elf64_Phdr *segment, uint64_t offset) {
    struct outl_corefile *core = parsing->core;
    if (segment->p_type != PT_LOAD && segment->p_type != PT_NOTE) { return true; }
    uint64_t end = segment->p_offset + segment->p_filesz;
    if (end < segment->p_offset || end > INT64_MAX) { return fail_at(parsing, offset, "a segment leaves the file"); }
    if (segment->p_filesz > 0 && end > core->expected) { core->expected = end; }
    return segment->p_type == PT_NOTE ? read_notes(parsing, segment) : add_segment(parsing, segment, offset);
}

// MARK: Headers

// Returns the number of segments. If it does not fit into the header, it is in the first section.
static bool count_segments(struct parsing *parsing, const Elf64_Ehdr *header, uint32_t *count) {
    *count = header->e_phnum;
    if (header->e_phnum == PN_XNUM) {
        Elf64_Shdr section;
        if (!outl_corefile_bytes(parsing->core, header->e_shoff, &section, sizeof section)) {
            return fail_at(parsing, header->e_shoff, "the number of segments is missing: the file is truncated");
        }
        *count = section.sh_info;
    }
    return *count <= maximum_segments || fail_at(parsing, sizeof *header, "there are too many segments");
}

static bool read_segments(struct parsing *parsing, const Elf64_Ehdr *header) {
    uint32_t count;
    if (!count_segments(parsing, header, &count)) { return false; }
    size_t size = (count + 1) * sizeof(Elf64_Phdr);
    Elf64_Phdr *segments = outl_memory_map(size);
    if (!segments || !outl_corefile_bytes(parsing->core, header->e_phoff, segments, count * sizeof *segments)) {
        return fail_at(parsing, header->e_phoff, "the table of segments is missing: the file is truncated");
    }
    bool is_read = true;
    for (uint32_t index = 0; is_read && index < count; index++) {
        is_read = read_segment(parsing, &segments[index], header->e_phoff + index * sizeof *segments);
    }
    outl_memory_unmap(segments, size);
    return is_read;
}

bool outl_corefile_read(int file, struct outl_corefile *core, struct outl_inspect_result *result) {
    *core = (struct outl_corefile){.file = file};
    struct parsing parsing = {.core = core, .result = result};
    struct stat status;
    if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode)) { return fail_at(&parsing, 0, "it is not a file"); }
    core->size = core->expected = (uint64_t)status.st_size;
    core->time = (uint64_t)status.st_mtim.tv_sec * outl_second + (uint64_t)status.st_mtim.tv_nsec;
    Elf64_Ehdr header;
    bool is_elf = outl_corefile_bytes(core, 0, &header, sizeof header)
        && memcmp(header.e_ident, ELFMAG, SELFMAG) == 0;
    if (!is_elf) { return fail_at(&parsing, 0, "it is not a core file"); }
    if (header.e_type != ET_CORE) { return fail_at(&parsing, 16, "it is a program or a library, not a core file"); }
    const struct outl_architecture *of = outl_architecture_of(header.e_machine);
    bool is_served = of && header.e_ident[EI_CLASS] == ELFCLASS64 && header.e_ident[EI_DATA] == ELFDATA2LSB;
    if (!is_served) { return fail_at(&parsing, 18, "it is not that of a 64-bit program for x86-64 or aarch64"); }
    outl_architecture = of;
    if (header.e_phentsize != sizeof(Elf64_Phdr)) { return fail_at(&parsing, 54, "its segments have another size"); }
    if (!read_segments(&parsing, &header)) { return false; }
    bool has_failed = core->segments.failed || core->names.failed || core->threads.failed;
    if (has_failed) { outl_inspect_fail(result, OUTL_INSPECT_FAILED, ENOMEM, "there is no memory for its structure"); }
    return !has_failed;
}

#endif
