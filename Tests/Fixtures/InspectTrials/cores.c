// Writes a core file of a process, which goes on. Arguments: the process, the file, "kernel" or "gcore" for the order
// of its parts, and a filter as of /proc/PID/coredump_filter, of which the bits 0x01 and 0x10 count.
#include "Memory/maps.h"
#include "Source/mappings.h"
#include "Source/stop.h"

#include <elf.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/procfs.h>
#include <sys/ptrace.h>
#include <unistd.h>

enum { page = 4096, with_private = 1, with_first_page = 16 };

static struct outl_mappings mappings;
static struct outl_array tracees;
static Elf64_Phdr segments[4096];
static int folder, memory, core;
static pid_t process;
static char notes[1 << 20];
static size_t note_size;

static void give_up(const char *what) {
    perror(what);
    exit(1);
}

static size_t read_file(const char *name, char *bytes, size_t size) {
    int file = openat(folder, name, O_RDONLY);
    size_t total = 0;
    for (ssize_t got; (got = read(file, bytes + total, size - total)) > 0;) { total += (size_t)got; }
    close(file);
    return total;
}

// MARK: Notes

static void add_note(uint32_t type, const void *content, size_t size) {
    Elf64_Nhdr note = {.n_namesz = 5, .n_descsz = (Elf64_Word)size, .n_type = type};
    memcpy(notes + note_size, &note, sizeof note);
    memcpy(notes + note_size + sizeof note, "CORE\0\0\0", 8);
    memcpy(notes + note_size + sizeof note + 8, content, size);
    note_size += sizeof note + 8 + outl_aligned(size, 4);
}

static void add_threads(void) {
    for (size_t index = 0; index < tracees.count; index++) {
        const struct outl_tracee *tracee = (const struct outl_tracee *)tracees.items + index;
        struct user_regs_struct registers;
        if (ptrace(PTRACE_GETREGS, tracee->id, NULL, &registers) != 0) { give_up("registers"); }
        struct elf_prstatus status = {.pr_pid = tracee->id};
        memcpy(&status.pr_reg, &registers, sizeof registers);
        add_note(NT_PRSTATUS, &status, sizeof status);
    }
}

static void add_names(uint64_t unit) {
    static char content[1 << 19];
    uint64_t *words = (uint64_t *)content, count = 0;
    for (size_t index = 0; index < mappings.items.count; index++) {
        const struct outl_mapping *mapping = outl_mapping_at(&mappings, index);
        if (!outl_mapping_has_file(mapping)) { continue; }
        words[2 + 3 * count] = mapping->range.start;
        words[3 + 3 * count] = mapping->range.end;
        words[4 + 3 * count++] = mapping->offset / unit;
    }
    words[0] = count;
    words[1] = unit;
    char *path = content + 16 + 24 * count;
    for (size_t index = 0; index < mappings.items.count; index++) {
        const struct outl_mapping *mapping = outl_mapping_at(&mappings, index);
        if (outl_mapping_has_file(mapping)) { path = stpcpy(path, mapping->path) + 1; }
    }
    add_note(NT_FILE, content, (size_t)(path - content));
}

static void make_notes(bool is_gcore) {
    char auxiliary[4096];
    struct elf_prpsinfo information = {.pr_pid = process, .pr_fname = "trial"};
    add_note(NT_PRPSINFO, &information, sizeof information);
    add_threads();
    add_note(NT_AUXV, auxiliary, read_file("auxv", auxiliary, sizeof auxiliary));
    add_names(is_gcore ? 1 : page);
}

// MARK: Content

// Returns the size of the pages of a mapping that are the process's own.
static uint64_t private_size(const char *smaps, const struct outl_mapping *mapping) {
    char line[64];
    int length = snprintf(line, sizeof line, "\n%08lx-%08lx ", mapping->range.start, mapping->range.end);
    const char *at = memcmp(smaps, line + 1, (size_t)length - 1) == 0 ? smaps : strstr(smaps, line);
    at = at ? strstr(at, "\nAnonymous:") : NULL;
    return at ? strtoull(at + strlen("\nAnonymous:"), NULL, 10) : 0;
}

static uint64_t content_size(const char *smaps, const struct outl_mapping *mapping, unsigned filter) {
    uint64_t size = mapping->range.end - mapping->range.start;
    if (!(mapping->flags & OUTL_MAP_READ)) { return 0; }
    if (filter & with_private && private_size(smaps, mapping) > 0) { return size; }
    bool is_first = outl_mapping_has_file(mapping) && mapping->offset == 0;
    return filter & with_first_page && is_first ? page : 0;
}

static void copy(const Elf64_Phdr *segment) {
    static char bytes[page], zeros[page];
    for (uint64_t at = 0; at < segment->p_filesz; at += page) {
        if (pread(memory, bytes, page, (off_t)(segment->p_vaddr + at)) != page) { continue; }
        if (memcmp(bytes, zeros, page) == 0) { continue; }
        if (pwrite(core, bytes, page, (off_t)(segment->p_offset + at)) != page) { give_up("pwrite"); }
    }
}

static size_t make_segments(unsigned filter, bool is_gcore) {
    static char smaps[1 << 22];
    size_t count = 0;
    smaps[read_file("smaps", smaps, sizeof smaps - 1)] = 0;
    for (size_t index = 0; index < mappings.items.count; index++) {
        const struct outl_mapping *mapping = outl_mapping_at(&mappings, index);
        uint64_t size = content_size(smaps, mapping, filter);
        if (is_gcore && size == 0 && outl_mapping_has_file(mapping)) { continue; }
        uint32_t flags = mapping->flags;
        segments[1 + count++] = (Elf64_Phdr){
            .p_type = PT_LOAD, .p_vaddr = mapping->range.start, .p_filesz = size,
            .p_memsz = mapping->range.end - mapping->range.start,
            .p_flags = (flags & OUTL_MAP_READ ? PF_R : 0) | (flags & OUTL_MAP_WRITE ? PF_W : 0)
                | (flags & OUTL_MAP_EXECUTE ? PF_X : 0)};
    }
    return count;
}

static void write_core(size_t count, bool is_gcore) {
    uint64_t at = sizeof(Elf64_Ehdr) + (count + 1) * sizeof(Elf64_Phdr);
    segments[0] = (Elf64_Phdr){.p_type = PT_NOTE, .p_offset = at, .p_filesz = note_size};
    at = is_gcore ? outl_aligned(at, 8) : outl_aligned(at + note_size, page);
    for (size_t index = 1; index <= count; index++) {
        segments[index].p_offset = at;
        at += segments[index].p_filesz;
        copy(&segments[index]);
    }
    if (is_gcore) { segments[0].p_offset = at; }
    Elf64_Ehdr header = {
        .e_ident = {0x7F, 'E', 'L', 'F', ELFCLASS64, ELFDATA2LSB, EV_CURRENT}, .e_type = ET_CORE,
        .e_machine = EM_X86_64, .e_version = EV_CURRENT, .e_phoff = sizeof header, .e_ehsize = sizeof header,
        .e_phentsize = sizeof(Elf64_Phdr), .e_phnum = (Elf64_Half)(count + 1)};
    uint64_t end = is_gcore ? at + note_size : at;
    bool is_written = pwrite(core, &header, sizeof header, 0) == sizeof header
        && pwrite(core, segments, (count + 1) * sizeof *segments, sizeof header) > 0
        && pwrite(core, notes, note_size, (off_t)segments[0].p_offset) == (ssize_t)note_size
        && ftruncate(core, (off_t)end) == 0;
    if (!is_written) { give_up("pwrite"); }
}

int main(int count, char **arguments) {
    static struct outl_inspect_result result;
    if (count != 5) { return 64; }
    process = (pid_t)atoi(arguments[1]);
    bool is_gcore = strcmp(arguments[3], "gcore") == 0;
    char path[64];
    snprintf(path, sizeof path, "/proc/%d", process);
    folder = open(path, O_RDONLY | O_DIRECTORY);
    core = open(arguments[2], O_RDWR | O_CREAT | O_EXCL, 0600);
    memory = openat(folder, "mem", O_RDONLY);
    int maps = openat(folder, "maps", O_RDONLY);
    if (core < 0 || memory < 0 || maps < 0) { give_up("open"); }
    if (!outl_stop(process, folder, UINT64_MAX, &tracees, &result)) { give_up(result.reason); }
    if (outl_mappings_read(&mappings, maps) != 0) { give_up("maps"); }
    make_notes(is_gcore);
    write_core(make_segments((unsigned)strtoul(arguments[4], NULL, 0), is_gcore), is_gcore);
    outl_stop_end(&tracees);
    return 0;
}
