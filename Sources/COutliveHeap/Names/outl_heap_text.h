#pragma once

/// The text that snapshots have in common: names of types, fields and modules, added once and written into each.
///
/// Concurrency: for the service thread only.

#include <stddef.h>
#include <stdint.h>

/// Where a text is, as in the file.
struct outl_text {
    uint32_t offset;
    uint32_t length;
};

/// Adds a text; what in it is no UTF-8 becomes question marks. Where there is no memory, the result is the empty one.
struct outl_text outl_text_add(const char *bytes, size_t length);

/// Adds a text that ends with a zero; null is the empty one.
struct outl_text outl_text_add_string(const char *string);

/// All of it, and its size.
const char *outl_text_all(size_t *size);
