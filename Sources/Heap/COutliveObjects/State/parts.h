#pragma once

/// The parts into which an optimizer splits a private variable, each with a symbol of its own.
///
/// Concurrency: for one thread, as State/variables.h.

#include "Memory/memory.h"

/// A part of a variable.
struct outl_part {
    const char *symbol; ///< The mangled name of the variable.
    size_t length;      ///< Without the number of the part.
    uint64_t number;
    uintptr_t address;
    uint64_t size;
};

/// Splits the number of a part off a name such as `$s3App7counterSivp.0`.
///
/// Returns the length without what an optimizer added, and the number of the part, or OUTL_NOTHING if it is not a part.
size_t outl_part_read(const char *name, size_t length, uint32_t *number);

/// Adds a part.
void outl_part_add(const struct outl_part *part);

/// Sorts the parts from one index on, so that the parts of a variable follow each other by their numbers.
void outl_parts_sort(size_t first);

/// Returns the number of parts.
size_t outl_part_count(void);

/// Returns a part. Valid until the next one is added.
const struct outl_part *outl_part_at(size_t index);

/// Removes all parts.
void outl_parts_clear(void);
