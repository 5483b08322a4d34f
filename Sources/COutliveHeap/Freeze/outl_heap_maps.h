#pragma once

/// What of the address space can be read: every pointer that comes from the program's memory is looked up here before
/// it is followed.
///
/// Concurrency: one table in the process, that of the service thread; a frozen copy reads its own anew. Takes no lock
/// and calls no malloc.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    OUTL_MAP_READ = 1,
    OUTL_MAP_WRITE = 2,
    OUTL_MAP_EXECUTE = 4,
    OUTL_MAP_ANONYMOUS = 8, ///< Backed by no file and shared with nobody.
    OUTL_MAP_HEAP = 16,     ///< The one that grows by brk.
};

/// A stretch of memory with one set of rights.
struct outl_map {
    uintptr_t start;
    uintptr_t end;
    uint32_t flags;
};

/// Stands in the place of an errno where `outl_maps_read` failed, which is no error of the file that is written.
enum { OUTL_ERROR_MAPS = 1 << 20 };
static const char outl_maps_words[] = "the list of its memory cannot be read, or has more than 65536 entries";

/// Reads the list that the system keeps for the process. Returns false where it cannot be read, or is longer than there is room for.
bool outl_maps_read(void);

/// The stretches in order of their addresses, and their number.
const struct outl_map *outl_maps_all(size_t *count);

/// The stretch that holds `address`; null when there is none.
const struct outl_map *outl_maps_find(uintptr_t address);

/// Whether `size` bytes from `address` can be read.
bool outl_maps_readable(uintptr_t address, size_t size);

/// Where the 4 bytes at `address` lead, which say how far away that is; 0 where they cannot be read, or lead nowhere.
uintptr_t outl_maps_relative(uintptr_t address);

/// Whether there is code at `address`.
bool outl_maps_executable(uintptr_t address);
