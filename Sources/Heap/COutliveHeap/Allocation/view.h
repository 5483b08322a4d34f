#pragma once

/// Read access to the table of blocks.
///
/// Concurrency: `find` and `each` are for a copy of the process in which no other thread runs. They rely on `address`
/// being the last word written of a record, and the first that is cleared: whenever the copy was made, a block's record
/// is either complete or absent. The others may be called at any time; the amount is approximate.

#include "Allocation/table.h"

/// Returns the record of the block that begins at `address`, or null. Only in a frozen copy.
const struct outl_block *outl_blocks_find(uintptr_t address);

/// Calls `visit` for each live block, in no particular order. Only in a frozen copy.
void outl_blocks_each(void (*visit)(const struct outl_block *block, void *context), void *context);

/// Calls `visit` with the memory of the slots of each region that ever contained a block.
void outl_blocks_each_region(void (*visit)(uintptr_t start, uintptr_t end, void *context), void *context);

/// Returns the approximate number of bytes of memory that the table uses now.
size_t outl_blocks_memory(void);
