#pragma once

/// The allocator whose blocks are recorded: the C library's, or another one, whose blocks have no known layout.
///
/// Of another allocator the tier relies on three properties: its functions are in one module, `malloc_usable_size` of
/// a block stays the same until the block is freed or reallocated, and it may be called in a frozen copy.
///
/// Concurrency: `outl_allocator_adopt` is called by the constructor, once, before `outl_heap_on` becomes `true`; what
/// it writes is constant afterwards. Usable sizes are read without a lock, by threads that called the allocator before.

#include "Base/base.h"

#include <stddef.h>
#include <stdint.h>

/// The decision about an allocator.
enum outl_allocator_kind {
    OUTL_ALLOCATOR_LIBC,   ///< glibc's, with the size of a block in front of it.
    OUTL_ALLOCATOR_OTHER,  ///< Another one that can be recorded.
    OUTL_ALLOCATOR_REFUSED ///< One that cannot be recorded.
};

struct outl_allocator {
    /// An address in the module of another allocator, or 0 for glibc's.
    uintptr_t code;
    /// The file name of that module, shortened if it is long.
    char name[64];
};
extern struct outl_allocator outl_allocator OUTL_HIDDEN;

/// Determines the allocator behind `outl_heap_next`, and prepares for it.
///
/// Replaces the functions in `outl_heap_next` that it does not have by others of its own. `reason` receives why it is
/// refused.
enum outl_allocator_kind outl_allocator_adopt(char *reason, size_t reason_size);

/// Prepares the calling thread to call `outl_allocator_usable`, also in a copy of the process that it makes.
void outl_allocator_prepare_thread(void);

/// Returns the usable size of a live block of another allocator, or 0 if it is unknown.
uint64_t outl_allocator_usable(uintptr_t block);
