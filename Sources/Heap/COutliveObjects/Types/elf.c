#include "Types/elf.h"

#if OUTL_HEAP_SERVED

#include "Memory/architecture.h"
#include "Memory/maps.h"

#include <string.h>

enum { page = 4096 };

// MARK: Headers

bool outl_elf_read(const void *bytes, size_t size, struct outl_elf *elf) {
    const Elf64_Ehdr *header = bytes;
    if (size < sizeof *header || memcmp(header->e_ident, ELFMAG, SELFMAG) != 0) { return false; }
    bool is_served = header->e_ident[EI_CLASS] == ELFCLASS64 && header->e_ident[EI_DATA] == ELFDATA2LSB
        && header->e_machine == outl_architecture->machine && (header->e_type == ET_DYN || header->e_type == ET_EXEC);
    if (!is_served || header->e_phentsize != sizeof(Elf64_Phdr) || header->e_phoff % 8 != 0) { return false; }
    if (header->e_phoff > size || (size - header->e_phoff) / sizeof(Elf64_Phdr) < header->e_phnum) { return false; }
    *elf = (struct outl_elf){
        .header = header, .segments = (const void *)((const char *)bytes + header->e_phoff), .count = header->e_phnum,
        .first = UINT64_MAX};
    for (size_t index = 0; index < elf->count; index++) {
        const Elf64_Phdr *segment = &elf->segments[index];
        if (segment->p_type != PT_LOAD) { continue; }
        uint64_t start = segment->p_vaddr & ~(uint64_t)(page - 1), end = segment->p_vaddr + segment->p_memsz;
        if (end < segment->p_vaddr || end >= UINT64_C(1) << OUTL_ADDRESS_BITS) { return false; }
        if (start < elf->first) { elf->first = start; }
        if (end > elf->end) { elf->end = end; }
    }
    return elf->first < elf->end;
}

bool outl_elf_of_module(const struct outl_module *module, struct outl_elf *elf) {
    const struct outl_map *map = outl_maps_find(module->start);
    return map && map->flags & OUTL_MAP_READ
        && outl_elf_read(OUTL_AT(module->start), map->range.end - module->start, elf);
}

// MARK: Build IDs

static bool find_build_id(const char *notes, size_t size, char *text, size_t room) {
    for (size_t at = 0; size - at >= sizeof(Elf64_Nhdr);) {
        const Elf64_Nhdr *note = (const Elf64_Nhdr *)(notes + at);
        uint64_t name = at + sizeof *note, content = name + outl_aligned(note->n_namesz, 4);
        uint64_t next = content + outl_aligned(note->n_descsz, 4);
        if (next > size) { return false; }
        bool is_build_id =
            note->n_type == NT_GNU_BUILD_ID && note->n_namesz == 4 && memcmp(notes + name, "GNU", 4) == 0;
        if (is_build_id && note->n_descsz > 0 && 2 * (size_t)note->n_descsz < room) {
            static const char digits[] = "0123456789abcdef";
            for (size_t index = 0; index < note->n_descsz; index++) {
                unsigned char byte = (unsigned char)notes[content + index];
                text[2 * index] = digits[byte >> 4];
                text[2 * index + 1] = digits[byte & 15];
            }
            text[2 * note->n_descsz] = 0;
            return true;
        }
        at = next;
    }
    return false;
}

bool outl_elf_build_id(
    const struct outl_elf *elf, const void *(*at)(const Elf64_Phdr *segment, const void *context), const void *context,
    char *text, size_t size
) {
    for (size_t index = 0; index < elf->count; index++) {
        const Elf64_Phdr *segment = &elf->segments[index];
        if (segment->p_type != PT_NOTE || segment->p_offset % 4 != 0) { continue; }
        const char *notes = at(segment, context);
        if (notes && find_build_id(notes, segment->p_filesz, text, size)) { return true; }
    }
    return false;
}

// MARK: Exported symbols

struct exports {
    uintptr_t hash, symbols, strings;
};

static bool find_exports(const struct outl_module *module, struct exports *exports) {
    struct outl_elf elf;
    if (!outl_elf_of_module(module, &elf)) { return false; }
    for (size_t index = 0; index < elf.count; index++) {
        const Elf64_Phdr *segment = &elf.segments[index];
        if (segment->p_type != PT_DYNAMIC) { continue; }
        uintptr_t entry = module->bias + segment->p_vaddr, end = entry + segment->p_memsz;
        for (; entry + 16 <= end && entry % 8 == 0 && outl_maps_readable(entry, 16); entry += 16) {
            uintptr_t tag = outl_word(entry), value = outl_word(entry + 8);
            // The loader replaces most offsets by addresses.
            if (value < module->start) { value += module->bias; }
            if (tag == DT_GNU_HASH) { exports->hash = value; }
            if (tag == DT_SYMTAB) { exports->symbols = value; }
            if (tag == DT_STRTAB) { exports->strings = value; }
            if (tag == DT_NULL) { break; }
        }
    }
    return exports->hash % 8 == 0 && exports->symbols % 8 == 0 && exports->hash && exports->symbols && exports->strings;
}

// The hash table: the number of buckets, the first hashed symbol, the words and the shift of a filter, then the filter,
// the first symbol of each bucket, and for each symbol its hash, whose lowest bit ends the bucket.
uintptr_t outl_elf_exported(const struct outl_module *module, const char *name) {
    struct exports exports = {0};
    if (!find_exports(module, &exports) || !outl_maps_readable(exports.hash, 16)) { return 0; }
    uint32_t hash = 5381;
    for (const char *at = name; *at; at++) { hash = hash * 33 + (unsigned char)*at; }
    uint32_t buckets = outl_half(exports.hash), first = outl_half(exports.hash + 4);
    uintptr_t bucket = exports.hash + 16 + 8 * (uintptr_t)outl_half(exports.hash + 8);
    uintptr_t chains = bucket + 4 * (uintptr_t)buckets;
    if (buckets == 0) { return 0; }
    bucket += 4 * (uintptr_t)(hash % buckets);
    if (!outl_maps_readable(bucket, 4)) { return 0; }
    for (uint32_t index = outl_half(bucket); index >= first && index != 0; index++) {
        uintptr_t chain = chains + 4 * (uintptr_t)(index - first), symbol = exports.symbols + 24 * (uintptr_t)index;
        if (!outl_maps_readable(chain, 4) || !outl_maps_readable(symbol, sizeof(Elf64_Sym))) { return 0; }
        if ((outl_half(chain) | 1) == (hash | 1)) {
            const Elf64_Sym *found = OUTL_AT(symbol);
            size_t length;
            const char *text = outl_maps_text(exports.strings + found->st_name, 256, &length);
            bool is_defined = found->st_shndx != SHN_UNDEF && found->st_value != 0;
            if (is_defined && text && strcmp(text, name) == 0) { return module->bias + found->st_value; }
        }
        if (outl_half(chain) & 1) { return 0; }
    }
    return 0;
}

uintptr_t outl_elf_exported_by_any(const char *name) {
    for (size_t index = 0; index < outl_module_count; index++) {
        uintptr_t found = outl_elf_exported(&outl_modules[index], name);
        if (found) { return found; }
    }
    return 0;
}

// MARK: Symbols of files

// Returns the bytes of a section, or null if the file does not contain them.
static const void *bytes_of(const void *bytes, size_t size, const Elf64_Shdr *section) {
    bool is_inside = section->sh_offset <= size && section->sh_size <= size - section->sh_offset;
    return is_inside && section->sh_type != SHT_NOBITS ? (const char *)bytes + section->sh_offset : NULL;
}

// Returns the sections of a file, or null if it has none.
static const Elf64_Shdr *sections_of(const void *bytes, size_t size, size_t *count) {
    struct outl_elf elf;
    if (!outl_elf_read(bytes, size, &elf)) { return NULL; }
    const Elf64_Ehdr *header = elf.header;
    if (header->e_shentsize != sizeof(Elf64_Shdr) || header->e_shoff % 8 != 0 || header->e_shoff > size) { return NULL; }
    *count = header->e_shnum;
    if ((size - header->e_shoff) / sizeof(Elf64_Shdr) < *count) { return NULL; }
    return (const void *)((const char *)bytes + header->e_shoff);
}

size_t outl_elf_tables(const void *bytes, size_t size, struct outl_elf_table tables[2]) {
    size_t count = 0, found = 0;
    const Elf64_Shdr *sections = sections_of(bytes, size, &count);
    for (size_t index = 0; sections && index < count && found < 2; index++) {
        const Elf64_Shdr *section = &sections[index];
        bool is_table = section->sh_type == SHT_SYMTAB || section->sh_type == SHT_DYNSYM;
        if (!is_table || section->sh_offset % 8 != 0 || section->sh_link >= count) { continue; }
        struct outl_elf_table table = {
            .symbols = bytes_of(bytes, size, section), .count = section->sh_size / sizeof(Elf64_Sym),
            .names = bytes_of(bytes, size, &sections[section->sh_link]), .room = sections[section->sh_link].sh_size,
            .is_dynamic = section->sh_type == SHT_DYNSYM};
        // The last text ends within the section, so each does.
        bool is_whole = table.symbols && table.names && table.room > 0 && table.names[table.room - 1] == 0;
        if (is_whole) { tables[found++] = table; }
    }
    return found;
}

bool outl_elf_is_variable(const void *bytes, size_t size, const Elf64_Sym *symbol) {
    size_t count = 0;
    const Elf64_Shdr *sections = sections_of(bytes, size, &count);
    if (!sections || symbol->st_shndx >= count) { return false; }
    uint64_t flags = sections[symbol->st_shndx].sh_flags;
    return (flags & SHF_WRITE) && (flags & SHF_ALLOC) && !(flags & SHF_TLS);
}

void outl_elf_symbols(const void *bytes, size_t size, const char *const *names, size_t count, uint64_t *values) {
    struct outl_elf_table tables[2];
    size_t table_count = outl_elf_tables(bytes, size, tables);
    for (const struct outl_elf_table *table = tables; table < tables + table_count; table++) {
        for (size_t symbol = 0; symbol < table->count; symbol++) {
            const Elf64_Sym *found = &table->symbols[symbol];
            if (found->st_shndx == SHN_UNDEF || found->st_name >= table->room) { continue; }
            const char *text = table->names + found->st_name;
            for (size_t name = 0; name < count; name++) {
                if (strcmp(text, names[name]) == 0) { values[name] = found->st_value; }
            }
        }
    }
}

#endif
