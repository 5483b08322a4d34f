#pragma once

/// Values of `any P`: three words have room for the value, the fourth is the metadata of its type. What of the three a
/// value does not take up was never written, and may hold what is long gone.
///
/// Concurrency: in a frozen copy only.

#include "outl_heap_hash_tables.h"

/// Finds out where types have such values: in stored properties, and as elements, keys and values; false when there is
/// no memory. To be called when all types have numbers.
bool outl_existentials_prepare(const struct outl_walk *walk);

/// Whether the word at an offset of a Swift object lies in such a value, and was never written. `table` is what the
/// object is as storage of a dictionary or set, or null.
bool outl_existentials_unwritten(
    const struct outl_node *node, const struct outl_hash_table *table, uint64_t offset);
