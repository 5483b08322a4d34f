#pragma once

/// Memory of the reader itself, not from malloc: growing arrays, and items found by keys of 128 bits.
///
/// Concurrency: a value of these types belongs to one thread, or to one frozen copy. Nothing here takes a lock or calls
/// malloc: memory comes from mmap, by system calls alone. If there is none left, the functions report it.

#include "Memory/platform.h"

/// The number that stands for none, also in the file.
#define OUTL_NOTHING 0xFFFFFFFFu

/// Maps zeroed memory. Returns null if there is none.
void *outl_memory_map(size_t size);

/// Releases memory returned by `outl_memory_map`, or null.
void outl_memory_unmap(void *memory, size_t size);

/// A range of memory.
struct outl_range {
    uintptr_t start, end;
};

/// Returns the memory mapped by these functions and not released; at most 256 ranges.
const struct outl_range *outl_memory_all(size_t *count);

/// Returns the index of the first of `count` sorted items, each beginning with a range, that ends above an address.
///
/// - size: The size of an item.
size_t outl_range_above(const void *items, size_t count, size_t size, uintptr_t address);

/// Returns the item that contains an address, or null, of `count` sorted items that each begin with a range.
///
/// - size: The size of an item.
/// - last: The index found last, where the search begins.
const void *outl_range_search(const void *items, size_t count, size_t size, uintptr_t address, size_t *last);

static inline const void *outl_range_find(
    const void *items, size_t count, size_t size, uintptr_t address, size_t *last
) {
    const struct outl_range *range = (const void *)((const char *)items + *last * size);
    if (*last < count && address >= range->start && address < range->end) { return range; }
    return outl_range_search(items, count, size, address, last);
}

/// Contiguous items of one size. Empty if all zero. The items move when it grows.
struct outl_array {
    char *items;
    size_t count;
    size_t room; ///< The capacity in bytes.
    bool failed; ///< `true` if there was no memory for an item.
};

/// Appends `count` zeroed items of `size` bytes, and returns the first, or null if there is no memory.
void *outl_array_append(struct outl_array *array, size_t count, size_t size);

/// Appends a copy of an item of `size` bytes if there is memory.
void outl_array_add(struct outl_array *array, const void *item, size_t size);

/// Releases the memory.
void outl_array_free(struct outl_array *array);

struct outl_table_slot {
    uint64_t first, second;
    uint32_t value; ///< The value plus 1, or 0 in a free slot.
};

/// A map from a key of two numbers to a number below 2^32 - 1. Empty if all zero.
struct outl_table {
    struct outl_table_slot *slots;
    size_t capacity; ///< A power of two, or 0.
    size_t count;
};

/// Finds the value of a key, or adds the key with the value `fresh`. Returns `false` if there is no memory.
bool outl_table_put(struct outl_table *table, uint64_t first, uint64_t second, uint32_t fresh, uint32_t *value);

/// Changes the value of a key that is in the table.
void outl_table_set(struct outl_table *table, uint64_t first, uint64_t second, uint32_t value);

/// Items of one size that are found by a key, numbered in the order of their addition. Empty if all zero.
struct outl_keyed {
    struct outl_table numbers;
    struct outl_array array;
};

/// Returns the number of the item with a key, or OUTL_NOTHING if there is no memory; `array.failed` is then `true`.
///
/// If there is none yet, it adds a zeroed item of `size` bytes, and `is_new` becomes `true`.
uint32_t outl_keyed_find(struct outl_keyed *keyed, size_t size, uint64_t first, uint64_t second, bool *is_new);

/// Removes all items, and releases the memory.
void outl_keyed_free(struct outl_keyed *keyed);
