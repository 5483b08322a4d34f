#pragma once

/// The memory that another allocator than glibc's has mapped, known by its calls of mmap and munmap.
///
/// A frozen copy must not search this memory for roots: its free parts, and the allocator's records in it, contain
/// stale addresses of blocks. Calls by other modules only pass through.
///
/// Concurrency: mmap and munmap may be called on any thread at any time, also before constructors ran and in a signal
/// handler. They take no lock and allocate nothing. Until the constructor has chosen, calls are added to a log of
/// constant size; an entry is claimed by one atomic addition, and valid once its caller is stored. Later calls change
/// single bits by atomic operations: set after mmap, cleared before munmap. As a page belongs to one caller in between,
/// two threads never change the same bit at once. A page of bits is published by one compare-and-swap.

#include "Base/base.h"

/// Lists the memory mapped by code in a range of addresses, also before this call. Returns `false` without memory.
bool outl_mapped_begin(uintptr_t start, uintptr_t end);

/// Lists nothing, and clears the log: it contains addresses of blocks.
void outl_mapped_forget(void);

/// Calls `visit` for each range of listed memory, in ascending order. Only in a frozen copy.
void outl_mapped_each(void (*visit)(uintptr_t start, uintptr_t end, void *context), void *context);

/// Calls `visit` with the memory of the list itself, if there is one.
void outl_mapped_each_own(void (*visit)(uintptr_t start, uintptr_t end, void *context), void *context);
