#pragma once

/// The use of the memory that glibc's malloc took from the system: live blocks, and what it keeps for later ones.
///
/// Only memory that is resident counts. A chunk reaches from its size up to the next one's.
///
/// Concurrency: reads the subject's memory, after a walk over its heap that passed all checks.

#include "Malloc/glibc.h"

/// The uses, as docs/heap-snapshot.md numbers them. Those up to 7 are disjoint.
enum outl_account_use {
    OUTL_USE_LIVE = 1,       ///< Blocks in use.
    OUTL_USE_HEADERS = 2,    ///< The sizes in front of blocks, and the rest of the mappings of large ones.
    OUTL_USE_CACHES = 3,     ///< Freed blocks in the caches of threads.
    OUTL_USE_FAST = 4,       ///< Freed blocks in the fast lists of arenas.
    OUTL_USE_BINS = 5,       ///< Other free chunks.
    OUTL_USE_TOP = 6,        ///< The ends of heaps that no block has used, or whose blocks were all freed.
    OUTL_USE_MANAGEMENT = 7, ///< The arenas themselves, and memory in their heaps that is not malloc's.
    OUTL_USE_KEPT = 8,       ///< Of 3 to 5, the part in pages that also hold a live block; counts the pages.
    OUTL_USE_TRIM = 9,       ///< Of 3 to 6, what `malloc_trim(0)` would return to the system.
    OUTL_USE_KEPT_CACHES = 10, ///< Of 8, the part of 3.
    OUTL_USE_KEPT_FAST = 11,   ///< Of 8, the part of 4.
    OUTL_USE_KEPT_BINS = 12,   ///< Of 8, the part of 5.
    OUTL_USE_COUNT,
};

/// An amount of memory, an item of the snapshot.
struct outl_account_row {
    uint32_t use;   ///< An outl_account_use.
    uint32_t arena; ///< The number of the arena, 0 for the main one; OUTL_NOTHING for mappings of single blocks.
    uint64_t bytes, count;
};

/// The use of memory by a block.
struct outl_block_use {
    uint64_t resident : 40; ///< The bytes of it that are in memory.
    uint64_t kept : 24;     ///< Its share of the free bytes in pages that are at least half free.
};

/// The uses of a heap.
struct outl_account {
    struct outl_array rows;   ///< Each an outl_account_row.
    struct outl_array blocks; ///< An outl_block_use for each block of the walk.
};

/// Sums up the uses of a heap. Returns `false` if there is no memory.
///
/// - resident: The anonymous memory that is resident, each an outl_range, in ascending order.
bool outl_account_make(
    struct outl_glibc *glibc, const struct outl_array *resident, struct outl_account *account);
