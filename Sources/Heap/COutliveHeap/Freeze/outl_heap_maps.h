#pragma once

/// The mappings of the address space. Every pointer from the program's memory is checked here before it is followed.
///
/// Concurrency: one table in the process, for the service thread; a frozen copy reads its own. Takes no lock and calls
/// no malloc.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    OUTL_MAP_READ = 1,
    OUTL_MAP_WRITE = 2,
    OUTL_MAP_EXECUTE = 4,
    OUTL_MAP_ANONYMOUS = 8, ///< Private, and not backed by a file.
    OUTL_MAP_HEAP = 16,     ///< The mapping that grows by brk.
};

/// A range of memory with one set of permissions.
struct outl_map {
    uintptr_t start;
    uintptr_t end;
    uint32_t flags;
};

/// A value in place of an errno if `outl_maps_read` failed, which is not an error of the written file.
enum { OUTL_ERROR_MAPS = 1 << 20 };
static const char outl_maps_words[] = "the list of its memory cannot be read, or has more than 65536 entries";

/// Reads the kernel's list of the process's mappings. Returns `false` if it cannot be read, or has too many entries.
bool outl_maps_read(void);

/// Returns the mappings in ascending order, and their number.
const struct outl_map *outl_maps_all(size_t *count);

/// Returns the mapping that contains `address`, or null.
const struct outl_map *outl_maps_find(uintptr_t address);

/// Returns `true` if `size` bytes from `address` can be read.
bool outl_maps_readable(uintptr_t address, size_t size);

/// Returns the target of the 4-byte relative reference at `address`; 0 if it cannot be read, or is null.
uintptr_t outl_maps_relative(uintptr_t address);

/// Returns `true` if there is code at `address`.
bool outl_maps_executable(uintptr_t address);
