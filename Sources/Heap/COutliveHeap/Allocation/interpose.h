#pragma once

/// The recording of blocks, for functions that allocate and release them.
///
/// Concurrency: as for malloc and free; see interpose.c.

#include "Allocation/classify.h"

#include <stddef.h>
#include <stdint.h>

// The place of the exported function's return address, and the frame of its caller. Volatile, so that the frame is read
// again after a call, which is cheaper than a register reserved across it.
#define OUTL_OWN_FRAME() ((const volatile struct outl_frame *)OUTL_INTERPOSED_FRAME())
#define OUTL_CALL_SLOT() ((const uintptr_t *)&OUTL_OWN_FRAME()->return_address)
#define OUTL_CALLER() (OUTL_OWN_FRAME()->caller)

/// Records a block, or null, that a function just allocated, and returns it.
///
/// - slot: The place of that function's return address. `caller`: The frame of its caller.
/// - expected: The return address by which the Swift runtime is recognised, or 0.
void *outl_heap_record(
    void *block, size_t size, const uintptr_t *slot, const struct outl_frame *caller, uintptr_t expected) OUTL_HIDDEN;

/// Lets all threads count allocations from now on. Called once, before `outl_heap_on` becomes `true`.
void outl_heap_record_counted(void) OUTL_HIDDEN;

/// Removes the record of a block, or null, that is about to be freed.
void outl_heap_forget(void *block) OUTL_HIDDEN;
