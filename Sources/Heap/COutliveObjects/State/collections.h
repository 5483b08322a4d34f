#pragma once

/// The visit of texts, data and collections: the number of their elements, and the elements under one path.
///
/// Concurrency: as State/visiting.h.

#include "State/visiting.h"

/// Counts a value with a number and the hash of its content, if there is any.
void outl_visit_content(
    struct outl_visit *visit, uint32_t value, enum outl_value_kind kind, uint64_t number, const void *bytes,
    uint64_t size);

/// Returns the hash of a text or of data, or of the beginning if it is large.
uint64_t outl_content_hash(const struct outl_visit *visit, const void *bytes, uint64_t size);

/// The bytes of a text.
struct outl_bytes {
    const char *bytes;
    uint64_t size;
    char small[16]; ///< Storage of a text that lies in its two words.
};

/// Finds the UTF-8 of a string at an address. Returns `false` if it cannot be read.
bool outl_string_read(uintptr_t address, struct outl_bytes *text);

void outl_visit_text(struct outl_visit *visit, uint32_t value, uintptr_t address, uint64_t salt);
void outl_visit_data(struct outl_visit *visit, uint32_t value, uintptr_t address, uint64_t salt);

/// Adds an array, given its plan.
void outl_visit_array(
    struct outl_visit *visit, uint32_t value, const struct outl_plan *plan, uintptr_t address, uint64_t salt);

/// Adds the collections and objects that memory without a type refers to, such as the value of a lock in a library.
void outl_visit_references(struct outl_visit *visit, uint32_t value, uintptr_t address, uint64_t size, uint64_t salt);

/// Adds a set or a dictionary, given its plan.
void outl_visit_table(
    struct outl_visit *visit, uint32_t value, const struct outl_plan *plan, uintptr_t address, uint64_t salt);
