#pragma once

/// Values of `any P`: three words contain the value or its box, the fourth is the metadata of its type. The words that
/// a value does not use were never written, and may contain stale pointers.
///
/// Concurrency: as Objects/graph.h.

#include "Objects/containers.h"

/// Finds the places of such values in types, and the blocks that are boxes of values.
///
/// Called when all types of nodes have numbers; assigns numbers to the types of values. Returns `false` if there is no
/// memory.
bool outl_existentials_prepare(const struct outl_nodes *nodes);

/// Returns `true` if the word at an offset of a Swift object is an unwritten word of such a value.
///
/// - table: The layout of a dictionary's or set's storage, or null for other objects.
bool outl_existentials_unwritten(
    const struct outl_nodes *nodes, uint32_t number, const struct outl_hash_table *table, uint64_t offset);

/// Records the type of the inline value that contains the word at an offset, for edge `edge`.
///
/// The numbers of edges must ascend.
void outl_existentials_add(
    const struct outl_nodes *nodes, uint32_t number, const struct outl_hash_table *table, uint64_t offset,
    uint32_t edge);

/// Writes the recorded types and boxes. Returns 0 or an errno.
int outl_existentials_write(const struct outl_nodes *nodes);
