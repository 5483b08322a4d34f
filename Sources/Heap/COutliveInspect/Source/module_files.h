#pragma once

/// The files of modules, found below a root directory, and recognised by their build IDs.
///
/// Concurrency: for a process of one thread. System calls only.

#include "Types/elf.h"

#include <sys/types.h>

/// The room for a build ID in hexadecimal digits.
enum { OUTL_BUILD_ID_ROOM = 130 };

/// The first page of a module, and what it contains.
struct outl_first_page {
    _Alignas(uint64_t) char bytes[4096];
    struct outl_elf elf;
    char build_id[OUTL_BUILD_ID_ROOM]; ///< Empty if there is none in the page.
    uint64_t hash;                     ///< Of all bytes, for a module without a build ID.
};

/// Opens a regular file for reading. Returns -1 if there is none.
///
/// - root: The directory that stands for the root of the file system, or null.
int outl_file_open(const char *root, const char *path);

/// Opens a file as no more than a name (O_PATH), so that a device or a pipe is not opened. Returns -1 if there is none.
///
/// - root: A descriptor of the directory that stands for the root of the file system.
int outl_file_name_below(int root, const char *path);

/// Opens the file of a name for reading, and closes the name, which may be -1. Returns -1 unless it is a regular file.
int outl_file_open_named(int name);

/// Reads the page at an offset of a file. Returns `false` if a module does not begin there.
bool outl_first_page_read(int file, uint64_t offset, struct outl_first_page *page);
