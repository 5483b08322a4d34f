#pragma once

/// The text that snapshots share: names of types, fields and modules, added once and written to each file.
///
/// Concurrency: for the service thread only.

#include <stddef.h>
#include <stdint.h>

/// The place of a text, as in the file.
struct outl_text {
    uint32_t offset;
    uint32_t length;
};

/// Adds a text, with each byte that is not valid UTF-8 replaced by a question mark. Returns the empty text if there is
/// no memory.
struct outl_text outl_text_add(const char *bytes, size_t length);

/// Adds a text that ends with a zero; null is the empty text.
struct outl_text outl_text_add_string(const char *string);

/// Returns all text, and its size in bytes.
const char *outl_text_all(size_t *size);
