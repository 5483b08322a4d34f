#pragma once

/// The Swift objects among the blocks of a process of which no allocation was seen, recognised by their content.
///
/// Concurrency: reads the subject's memory, on one thread. Memory comes from mmap alone.

#include "Objects/block.h"

/// Sets the kind of a block. The size of an instance of a class becomes that of its class, unless elements follow it;
/// that of all others stays what malloc can use.
void outl_recognise(struct outl_block *block);

/// Returns the size of instances of a class, 1 for other metadata of objects, or 0 for anything else.
uint32_t outl_recognise_size(uintptr_t metadata);

/// Returns the size of instances of a class, 1 for metadata of objects of any size, or 0 for anything else.
uint32_t outl_recognise_size(uintptr_t metadata);

/// Returns the metadata of tasks by the blocks that have it, for a program without symbols; 0 if there are none.
///
/// - count: The number of blocks at `blocks`.
uintptr_t outl_recognise_tasks(const struct outl_block *blocks, size_t count);
