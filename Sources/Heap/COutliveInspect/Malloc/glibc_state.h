#pragma once

/// The state of a walk over glibc's heap, and the parts of the walk, with a source file each.
///
/// Concurrency: as Malloc/glibc.h.

#include "Malloc/versions.h"
#include "Memory/memory.h"
#include "Objects/block.h"

/// The receiver of a second walk over heaps that were walked before.
struct outl_glibc_visitor {
    /// Called for each heap, before its chunks.
    void (*heap)(void *context, uint32_t arena, struct outl_range range);
    /// Called for each chunk in ascending order, but for the fences at the end of a heap.
    void (*chunk)(void *context, uintptr_t chunk, uint64_t size, bool is_used);
    /// Called for the chunk at the end of an arena, after the chunks of its heap.
    void (*top)(void *context, uintptr_t chunk, uint64_t size);
    void *context;
};

/// A walk, and its findings.
struct outl_glibc {
    const struct outl_glibc_layout *layout;
    const struct outl_range *parts; ///< The memory to search for mapped blocks, in ascending order.
    size_t part_count;
    uint32_t maximum_caches;        ///< The number of threads, or 0 if it is unknown.

    uintptr_t arena, parameters; ///< The addresses of the main arena and of the parameters.
    struct outl_array blocks;    ///< The live blocks, each an outl_block with its usable size.
    struct outl_array freed;     ///< The freed blocks in the caches, each a uintptr_t, in ascending order.
    struct outl_array fast;      ///< The freed blocks in the lists of arenas, likewise.
    struct outl_array heaps;     ///< The memory of the arenas, each an outl_range.
    struct outl_array mappings;  ///< The mappings of blocks, each an outl_range, in the order of the last blocks.
    const struct outl_glibc_visitor *visitor; ///< The receiver of a second walk, or null.
    uint32_t arenas, caches;
    uint64_t mapped;
    bool is_scanned;             ///< `true` if the blocks were found by Inspect/scan.h instead.
    bool is_partial;             ///< `true` if a part of the main heap was out of reach.
    bool has_huge_pages;         ///< `true` if the heaps consist of huge pages, whose layout is not known.
    const char *problem;         ///< The check that failed, or null.
    uintptr_t problem_address;
};

/// Records the check that failed, unless one did before. Returns `false`.
bool outl_glibc_fail(struct outl_glibc *glibc, const char *problem, uintptr_t address);

static inline struct outl_block *outl_glibc_block(const struct outl_glibc *glibc, size_t index) {
    return (struct outl_block *)glibc->blocks.items + index;
}

// MARK: Parts of the walk

/// Finds the main arena and the parameters in the writable memory of the C library.
bool outl_glibc_find(struct outl_glibc *glibc);

/// Finds the freed blocks in the caches of arenas and threads, among the blocks found so far.
bool outl_glibc_list_freed(struct outl_glibc *glibc);

/// Adds the blocks with mappings of their own.
bool outl_glibc_add_mapped(struct outl_glibc *glibc);
