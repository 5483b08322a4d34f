#pragma once

/// The tree of values: one for each property path, however many elements have it.
///
/// Concurrency: for one thread.

#include "Memory/memory.h"
#include "State/keyed_hash.h"
#include "Types/names.h"

/// The kind of a value, as docs/heap-snapshot.md numbers it.
enum outl_value_kind {
    OUTL_VALUE_NONE = 0, ///< A group of others.
    OUTL_VALUE_BOOL,
    OUTL_VALUE_SIGNED,
    OUTL_VALUE_UNSIGNED,
    OUTL_VALUE_FLOAT,
    OUTL_VALUE_CASE,
    OUTL_VALUE_TEXT,
    OUTL_VALUE_DATA,
    OUTL_VALUE_ARRAY,
    OUTL_VALUE_SET,
    OUTL_VALUE_DICTIONARY,
    OUTL_VALUE_REFERENCE,
    OUTL_VALUE_FUNCTION,
    OUTL_VALUE_EXISTENTIAL,
    OUTL_VALUE_TYPE,
    OUTL_VALUE_POINTER,
    OUTL_VALUE_BYTES,
};

/// The flags of a value.
enum {
    OUTL_VALUE_WEAK = 1,    ///< A reference that is not strong.
    OUTL_VALUE_PARTIAL = 2, ///< Some of it could not be read, or was too much.
    OUTL_VALUE_HASHED = 4,  ///< The hash covers the content.
};

/// An item of the section of values.
struct outl_value {
    uint32_t parent;   ///< An index of the values, or OUTL_NOTHING for a variable's own value.
    uint32_t variable; ///< An index of the variables.
    struct outl_text name, type, detail;
    uint32_t kind;
    uint32_t count;  ///< The number of values with this path.
    uint32_t absent; ///< The number of them that are nil.
    uint32_t flags;
    uint64_t number; ///< The value, the number of elements, or of bytes; of several the sum.
    uint64_t hash;   ///< The sum of the keyed hashes of the contents.
};
_Static_assert(sizeof(struct outl_value) == 64, "as docs/heap-snapshot.md says");

/// All values.
extern struct outl_array outl_values OUTL_HIDDEN;

/// Returns a value. Valid until the next one is added.
struct outl_value *outl_value_at(uint32_t number);

/// Returns the number of the value with a name and a type below another one, which it adds if it is new.
uint32_t outl_value_below(uint32_t parent, uint32_t variable, struct outl_text name, uintptr_t metadata);

/// Counts a value at a place, with its number and hash.
void outl_value_count(uint32_t place, enum outl_value_kind kind, uint64_t number, uint64_t hash);

/// Counts a value that is nil.
void outl_value_count_absent(uint32_t place);

/// Counts a value that cannot be read.
void outl_value_count_partial(uint32_t place);

/// Removes all values.
void outl_values_clear(void);
