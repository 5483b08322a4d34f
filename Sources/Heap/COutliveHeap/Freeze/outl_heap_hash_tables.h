#pragma once

/// The storage of dictionaries and sets: its occupied buckets. The others contain stale words.
///
/// Concurrency: in a frozen copy only.

#include "outl_heap_index.h"
#include "outl_heap_walk.h"

/// An item of the hash tables.
struct outl_hash_table {
    uint32_t node;
    uint32_t buckets;
    uint32_t first_key;    ///< The offset of the keys in the block, or of a set's elements.
    uint32_t key_stride;
    uint32_t first_value;  ///< 0 in a set.
    uint32_t value_stride;
};

/// Finds the types that are such storage. Called when all types have numbers. Returns `false` if there is no memory.
bool outl_hash_tables_prepare(const struct outl_walk *walk);

/// Reads a node. Returns `false` if it is not such storage, or is not plausible.
bool outl_hash_table_read(const struct outl_node *node, uint32_t number, struct outl_hash_table *table);

/// Reads a node as `outl_hash_table_read` does, and records it. Called in ascending order of the numbers.
bool outl_hash_table_find(const struct outl_node *node, uint32_t number, struct outl_hash_table *table);

/// Returns `true` if the word at an offset of the storage is part of a key or value in an occupied bucket.
bool outl_hash_table_has(const struct outl_hash_table *table, const struct outl_node *node, uint64_t offset);

/// Writes the recorded tables. Returns 0 or an errno.
int outl_hash_tables_write(struct outl_sections *sections);
