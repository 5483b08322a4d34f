#pragma once

/// Values of `any P`: three words have room for the value, the fourth is the metadata of its type. What of the three a
/// value does not take up was never written, and may hold what is long gone.
///
/// Concurrency: in a frozen copy only.

#include "outl_heap_hash_tables.h"

/// Finds out where types have such values: in stored properties, and as elements, keys and values; false when there is
/// no memory. To be called when all types of nodes have numbers; those of values get theirs here, and the blocks that are
/// boxes of values are found.
bool outl_existentials_prepare(struct outl_walk *walk, const struct outl_nodes *nodes);

/// Whether the word at an offset of a Swift object lies in such a value, and was never written. `table` is what the
/// object is as storage of a dictionary or set, or null.
bool outl_existentials_unwritten(
    const struct outl_nodes *nodes, const struct outl_node *node, const struct outl_hash_table *table, uint64_t offset);

/// Remembers the type of the value that the word at an offset is part of, where it has room in such a value: it is that of
/// edge `edge`. The numbers of edges have to rise.
void outl_existentials_note(
    struct outl_walk *walk, const struct outl_nodes *nodes, const struct outl_node *node,
    const struct outl_hash_table *table, uint64_t offset, uint32_t edge);

/// Writes what was remembered. Returns 0 or an errno.
int outl_existentials_write(struct outl_sections *sections);
