#pragma once

/// The memory of the table of blocks if the address space is limited: slots and records in small parts, as needed.
///
/// The directory of regions and the contiguous records of an unlimited process take far more address space than memory.
/// Here slots are in pages, found by a hash table of their numbers, and records in segments. A record has a number as
/// elsewhere, relative to an address 16 GiB below the first segment: the kernel maps the others near that one.
///
/// Concurrency: as for the table, any thread at any time, also in a signal handler that interrupted one of these
/// functions on the same thread. There are no locks. An entry of the hash table is claimed by one compare-and-swap of
/// its key, and never released; its page, and each segment, is published by one compare-and-swap. Records are taken
/// from the end by one compare-and-swap, after their segment was made.

#include "Base/base.h"

#include <stdint.h>

/// Prepares the memory. Returns the address to which numbers of records are relative, or 0 if there is no memory.
uintptr_t outl_limited_prepare(void);

/// Returns the slot with an index of a region, or null if there is none. Makes it if `is_making` and there is room.
uint32_t *outl_limited_slot(uintptr_t region, size_t index, bool is_making);

/// Takes unused records of `size` bytes in all, at most 4096, and returns the address of the first, or 0.
uintptr_t outl_limited_take(size_t size);

/// Returns the address of a record by its position among all records ever made.
///
/// - position: Below 2^32; it is reduced to one that exists.
uintptr_t outl_limited_record_at(uint32_t position);

/// Returns the size of all records, in bytes.
size_t outl_limited_records_size(void);

/// Returns the size of all pages of slots, in bytes.
size_t outl_limited_slots_size(void);

/// Calls `visit` for the used part of each segment, which holds whole records from its start on.
void outl_limited_each_records(void (*visit)(uintptr_t start, uintptr_t end, void *context), void *context);

/// Calls `visit` with all memory for slots.
void outl_limited_each_slots(void (*visit)(uintptr_t start, uintptr_t end, void *context), void *context);
