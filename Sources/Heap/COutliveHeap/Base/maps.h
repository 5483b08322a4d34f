#pragma once

/// The mappings of the address space. Every pointer from the program's memory is checked here before it is followed.
///
/// Concurrency: one table in the process, for the service thread; a frozen copy reads its own. Takes no lock and calls
/// no malloc.

#include "Base/base.h"

#include "Base/memory.h"

enum {
    OUTL_MAP_READ = 1,
    OUTL_MAP_WRITE = 2,
    OUTL_MAP_EXECUTE = 4,
    OUTL_MAP_ANONYMOUS = 8, ///< Private, and not backed by a file.
    OUTL_MAP_HEAP = 16,     ///< The mapping that grows by brk.
};

/// A range of memory with one set of permissions.
struct outl_map {
    struct outl_range range;
    uint32_t flags;
};

/// Reads the kernel's list of the process's mappings. Returns `false` if it cannot be read, or has too many entries.
bool outl_maps_read(void);

/// The mappings in ascending order, and their number.
extern struct outl_map outl_maps[] OUTL_HIDDEN;
extern size_t outl_map_count OUTL_HIDDEN;

/// Returns the mapping that contains `address`, or null.
const struct outl_map *outl_maps_find(uintptr_t address);

/// Returns `true` if `size` bytes from `address` can be read.
bool outl_maps_readable(uintptr_t address, size_t size);

/// Returns `true` if there is code at `address`.
bool outl_maps_executable(uintptr_t address);

/// Returns the target of the 4-byte relative reference at `address`; 0 if it cannot be read, or is null.
uintptr_t outl_maps_relative(uintptr_t address);

/// Returns the text at `address`, which ends with a zero, and its length; null if it is not readable or too long.
const char *outl_maps_text(uintptr_t address, size_t longest, size_t *length);

/// Returns the word, and half of a word, at a readable address.
static inline uintptr_t outl_word(uintptr_t address) { return *(const uintptr_t *)address; }
static inline uint32_t outl_half(uintptr_t address) { return *(const uint32_t *)address; }

/// Returns the lowest multiple of an alignment that is not below an offset.
static inline uint64_t outl_aligned(uint64_t offset, uint64_t alignment) {
    return (offset + alignment - 1) / alignment * alignment;
}
