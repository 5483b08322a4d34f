#pragma once

/// The mappings of the subject. Every pointer from its memory is checked here before it is followed.
///
/// Concurrency: one table in the process, for one thread; a frozen copy reads its own. Takes no lock and calls no
/// malloc.

#include "Memory/memory.h"
#include "Memory/shadow.h"

enum {
    OUTL_MAP_READ = 1,
    OUTL_MAP_WRITE = 2,
    OUTL_MAP_EXECUTE = 4,
    OUTL_MAP_ANONYMOUS = 8, ///< Private, and not backed by a file.
    OUTL_MAP_HEAP = 16,     ///< The mapping that grows by brk.
    OUTL_MAP_SHARED = 32,   ///< Changes are visible to other processes, or written to the file.
};

/// A range of memory with one set of permissions.
struct outl_map {
    struct outl_range range;
    uint32_t flags;
};

/// Reads the kernel's list of this process's mappings. Returns `false` if it cannot be read, or has too many entries.
bool outl_maps_read(void);

/// Removes all mappings.
void outl_maps_clear(void);

/// Adds a mapping, at any place of the order. Returns `false` if it is empty, overlaps another, or is one too many.
bool outl_maps_add(struct outl_map map);

/// Sets the parts of writable mappings that have content, in ascending order, until the list is made anew.
///
/// The array must stay in place. Without this call, all of the mappings may have content.
void outl_maps_set_content(const struct outl_range *parts, size_t count);

/// Returns the first part of a range in writable mappings that has content; an empty one if there is none.
///
/// The rest reads as zeros, and reading it would take memory.
struct outl_range outl_maps_content(struct outl_range range);

/// The mappings in ascending order, and their number.
extern struct outl_map outl_maps[] OUTL_HIDDEN;
extern size_t outl_map_count OUTL_HIDDEN;

/// Changes whenever the list is made anew: nothing cached by address is valid any more.
extern uint32_t outl_maps_generation OUTL_HIDDEN;

/// Returns the mapping that contains `address`, or null.
const struct outl_map *outl_maps_find(uintptr_t address);

/// Returns `true` if `size` bytes from `address` can be read.
bool outl_maps_readable(uintptr_t address, size_t size);

/// Returns `true` if there is code at `address`.
bool outl_maps_executable(uintptr_t address);

/// Returns the target of the 4-byte relative reference at `address`; 0 if it cannot be read, or is null.
uintptr_t outl_maps_relative(uintptr_t address);

/// Returns the text at `address`, which ends with a zero, and its length; null if it is not readable or too long.
///
/// A pointer of this process, valid as long as the subject's bytes.
const char *outl_maps_text(uintptr_t address, size_t longest, size_t *length);

/// Returns the lowest multiple of an alignment that is not below an offset.
static inline uint64_t outl_aligned(uint64_t offset, uint64_t alignment) {
    return (offset + alignment - 1) / alignment * alignment;
}
