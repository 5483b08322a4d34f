#pragma once

/// The record of the heap tier's own memory, by which an inspection from outside recognises it: its tables point to
/// every block, so that nothing would seem unreachable if they were searched for roots.
///
/// Concurrency: written by any thread of the tier's process, also in signal handlers, without a lock. Read by another
/// process, while this one is stopped, or from a core file.

#include "Memory/memory.h"

#include <stdatomic.h>

/// The version of the layout.
enum { OUTL_OWN_VERSION = 1 };

/// The maximum number of ranges. The records of blocks are among the first; of what is added behind the maximum, only
/// accidental numbers look like addresses of blocks.
enum { OUTL_OWN_RANGES = 1024 };

struct outl_own {
    uint32_t version;        ///< OUTL_OWN_VERSION, in all layouts.
    _Atomic uint32_t thread; ///< The ID of the thread that takes censuses, or 0.
    uint32_t cache_size;     ///< The size in bytes of the cache of a thread, which begins at a page.
    uint32_t cache_marks[2]; ///< The offsets of the halves of its mark.
    _Atomic uint32_t count;  ///< The number of ranges that were added; it can exceed the maximum.
    /// The memory of stacks, whose frames may be the contexts of async functions, too.
    struct outl_own_chunks {
        uintptr_t addresses; ///< The address of the addresses of chunks, which are not 0 if in use; or 0.
        uint64_t size;       ///< The size of a chunk in bytes.
        uint32_t count;      ///< The number of addresses.
    } stacks;
    struct outl_own_range {
        _Atomic uintptr_t start; ///< 0 until the range is complete.
        uintptr_t end;
    } ranges[OUTL_OWN_RANGES];
};

/// Returns the number, derived from the address, that marks a cache.
static inline uint64_t outl_own_mark(uintptr_t address) {
    return (address ^ UINT64_C(0x6F75746C69766521)) * UINT64_C(0x9E3779B97F4A7C15);
}
