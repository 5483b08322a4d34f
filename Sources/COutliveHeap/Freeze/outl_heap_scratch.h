#pragma once

/// Memory for the tier itself that malloc knows nothing of: arrays that grow, and a table with keys of 128 bits.
///
/// Concurrency: a value of these types belongs to one thread, or to one frozen copy. Nothing here takes a lock or calls
/// malloc: memory comes from mmap, by system calls alone. Where there is none left, the functions return null or false.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Items of one size, one after another. All zero: empty. The items move when it grows.
struct outl_array {
    char *items;
    size_t count;
    size_t room; ///< In bytes.
};

/// Makes room for `count` more items of `size` bytes at the end, filled with zeros, and returns the first; null when
/// there is no memory.
void *outl_array_append(struct outl_array *array, size_t count, size_t size);

/// Gives the memory back.
void outl_array_free(struct outl_array *array);

struct outl_table_slot {
    uint64_t first;
    uint64_t second;
    uint32_t value; ///< What was put there, plus 1; 0: a free slot.
};

/// From a key of two numbers to a number below 2^32 - 1. All zero: empty.
struct outl_table {
    struct outl_table_slot *slots;
    size_t capacity; ///< A power of two, or 0.
    size_t count;
};

/// Looks a key up: returns its value, or puts `fresh` there and returns that. False when there is no memory.
bool outl_table_put(struct outl_table *table, uint64_t first, uint64_t second, uint32_t fresh, uint32_t *value);

/// Changes the value of a key that is in the table.
void outl_table_set(struct outl_table *table, uint64_t first, uint64_t second, uint32_t value);

/// Forgets all keys, and gives the memory back.
void outl_table_free(struct outl_table *table);

/// A stretch of memory.
struct outl_range {
    uintptr_t start;
    uintptr_t end;
};

/// What was mapped here and not given back; some of it where that is very much.
const struct outl_range *outl_scratch_all(size_t *count);

/// Memory of the size asked for, filled with zeros; null when there is none.
void *outl_scratch_map(size_t size);

/// Gives back what `outl_scratch_map` returned.
void outl_scratch_unmap(void *memory, size_t size);
