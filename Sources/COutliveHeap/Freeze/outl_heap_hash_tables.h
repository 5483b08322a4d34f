#pragma once

/// The storage of dictionaries and sets: which of its buckets are occupied. What stands in the others is long gone.
///
/// Concurrency: in a frozen copy only.

#include "outl_heap_index.h"
#include "outl_heap_walk.h"

/// An item of the hash tables.
struct outl_hash_table {
    uint32_t node;
    uint32_t buckets;
    uint32_t first_key;    ///< Where in the block; of a set its elements.
    uint32_t key_stride;
    uint32_t first_value;  ///< 0 in a set.
    uint32_t value_stride;
};

/// Finds out which types are such storage; false when there is no memory. To be called when all types have numbers.
bool outl_hash_tables_prepare(const struct outl_walk *walk);

/// Reads a node that may be such storage; `false` where it is not, or is not as it should be.
bool outl_hash_table_read(const struct outl_node *node, uint32_t number, struct outl_hash_table *table);

/// Whether a node is such storage, and is as it should be: then it is remembered. To be asked by rising number.
bool outl_hash_table_find(const struct outl_node *node, uint32_t number, struct outl_hash_table *table);

/// Whether the word at an offset of the storage is part of a key or value that is there.
bool outl_hash_table_has(const struct outl_hash_table *table, const struct outl_node *node, uint64_t offset);

/// Writes what was remembered. Returns 0 or an errno.
int outl_hash_tables_write(struct outl_sections *sections);
