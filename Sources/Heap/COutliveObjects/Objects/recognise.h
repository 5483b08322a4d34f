#pragma once

/// The Swift objects among blocks whose allocation is unknown or was not the runtime's, recognised by their content.
///
/// Concurrency: reads the subject's memory, on one thread. Memory comes from mmap alone.

#include "Objects/block.h"

/// Sets the kind of a block. The size of an instance becomes its class's, unless elements follow it; all other sizes
/// stay what malloc can use.
void outl_recognise(struct outl_block *block);

/// Returns the size of instances of a class, 1 for metadata of objects of any size, or 0 for anything else.
uint32_t outl_recognise_size(uintptr_t metadata);

/// Describes tasks in `outl_runtime` by the blocks of `outl_subject`, for a program without symbols for their layout.
///
/// Without tasks, nothing changes.
void outl_recognise_tasks(void);
