#pragma once

/// Executables and libraries: their segments, build IDs and symbols.
///
/// Concurrency: pure functions of the bytes. Every offset is checked against what there is, because files and memory
/// may contain anything.

#include "Types/modules.h"

#include <elf.h>

/// The headers of a file or of its first segment.
struct outl_elf {
    const Elf64_Ehdr *header;
    const Elf64_Phdr *segments;
    size_t count;        ///< The number of segments.
    uint64_t first, end; ///< The bounds of the loaded segments, the first a multiple of the size of a page.
};

/// Reads the headers in `size` bytes. Returns `false` if they do not belong to a program or library of this machine.
bool outl_elf_read(const void *bytes, size_t size, struct outl_elf *elf);

/// Reads the headers of a module of the subject.
bool outl_elf_of_module(const struct outl_module *module, struct outl_elf *elf);

/// Writes the build ID of the bytes in hexadecimal digits. Returns `false` if there is none.
///
/// - at: Returns the bytes of a range of a segment, or null if they are missing.
bool outl_elf_build_id(
    const struct outl_elf *elf, const void *(*at)(const Elf64_Phdr *segment, const void *context), const void *context,
    char *text, size_t size);

/// Returns the address of an exported symbol of a module of the subject, or 0.
uintptr_t outl_elf_exported(const struct outl_module *module, const char *name);

/// Returns the address of a symbol that any module of the subject exports, or 0.
uintptr_t outl_elf_exported_by_any(const char *name);

/// Finds symbols by name in the tables of a file of `size` bytes.
///
/// - values: Receives the value of each of the `count` names that is defined; the others keep theirs.
void outl_elf_symbols(const void *bytes, size_t size, const char *const *names, size_t count, uint64_t *values);

/// The symbols of a table in a file, and their names.
struct outl_elf_table {
    const Elf64_Sym *symbols;
    size_t count;
    const char *names; ///< The last byte is 0, so each name ends within the table.
    uint64_t room;     ///< The size of the names.
    bool is_dynamic;   ///< `true` for the symbols of the dynamic loader, `false` for all.
};

/// Returns the number of symbol tables in a file of `size` bytes, at most 2, and reads them.
size_t outl_elf_tables(const void *bytes, size_t size, struct outl_elf_table tables[2]);

/// Returns `true` if the section of a symbol is writable memory of the program.
bool outl_elf_is_variable(const void *bytes, size_t size, const Elf64_Sym *symbol);
