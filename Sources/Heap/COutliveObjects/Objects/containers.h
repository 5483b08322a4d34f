#pragma once

/// The storage of containers of the standard library, Foundation and Collections: the used part, and the occupied
/// buckets of dictionaries and sets. The other buckets contain stale words.
///
/// Concurrency: as Objects/graph.h.

#include "Objects/nodes.h"

/// The amounts of a container, in bytes.
struct outl_amounts {
    uint64_t used, capacity;
};

/// Reads the amounts of the object at `address`, in a block of `size` requested bytes.
///
/// Returns `false` if it is not a container. The amounts are 0 if they are not plausible, as of one that is being built.
bool outl_container_read(
    struct outl_walk *walk, uint32_t type, uintptr_t address, uint64_t size, struct outl_amounts *amounts);

/// The elements of a container.
struct outl_elements {
    uint32_t block;      ///< The node that contains them: the container itself, or the buffer of data.
    uintptr_t address;   ///< The first byte, or 0 if they are scattered, as in a hash table.
    uint64_t used;       ///< Their bytes.
    uint64_t usable;     ///< The bytes of the block that malloc provides.
    uint64_t needed;     ///< The bytes that malloc would provide for a block with no room for further elements.
};

/// Finds the elements of a node. Returns `false` if it is not a container, or is not plausible.
bool outl_container_elements(const struct outl_nodes *nodes, uint32_t number, struct outl_elements *elements);

/// An item of the section of hash tables.
struct outl_hash_table {
    uint32_t node, buckets;
    uint32_t first_key;    ///< The offset of the keys in the block, or of a set's elements.
    uint32_t key_stride;
    uint32_t first_value;  ///< 0 in a set.
    uint32_t value_stride;
};

/// Reads the storage of a dictionary or set. Returns `false` if a node is not such storage, or is not plausible.
bool outl_hash_table_read(const struct outl_nodes *nodes, uint32_t number, struct outl_hash_table *table);

/// Reads a node as `outl_hash_table_read` does, and records it. Called in ascending order of the numbers.
bool outl_hash_table_find(const struct outl_nodes *nodes, uint32_t number, struct outl_hash_table *table);

/// Returns `true` if the word at an offset of the storage is part of a key or value in an occupied bucket.
bool outl_hash_table_has(const struct outl_hash_table *table, const struct outl_node *node, uint64_t offset);

/// Writes the recorded tables. Returns 0 or an errno.
int outl_hash_tables_write(struct outl_sections *sections);
