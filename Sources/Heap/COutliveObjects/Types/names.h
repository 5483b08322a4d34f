#pragma once

/// The text that snapshots share: names of types, fields and modules, added once and written to each file. Names of
/// types are as reports show them.
///
/// Concurrency: for one thread, not in a frozen copy; the names of types with the mappings known, within
/// `outl_guard_run`.

#include "Memory/memory.h"
#include "Types/mangled.h"

/// The place of a text, as in the file.
struct outl_text {
    uint32_t offset, length;
};

/// Adds a text, with each byte that is not valid UTF-8 replaced by a question mark. Returns the empty text if there is
/// no memory.
struct outl_text outl_text_add(const char *bytes, size_t length);

/// Adds a text that ends with a zero; null is the empty text.
struct outl_text outl_text_add_string(const char *string);

/// All text.
extern struct outl_array outl_texts OUTL_HIDDEN;

/// Returns the name of a block's type.
struct outl_text outl_name_of_key(struct outl_type_key key);

/// Returns the name of any type.
struct outl_text outl_name_of_type(uintptr_t metadata);

/// Returns the name of a capture, as in the name of its closure.
struct outl_text outl_name_of_capture(const struct outl_mangled *capture);

/// Returns a placeholder name for an unknown type.
struct outl_text outl_name_unknown(void);
