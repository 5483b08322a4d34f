#pragma once

/// The types of a snapshot as in the file, names by the runtime and layouts from metadata, and their fields: the
/// members of an instance, down to the references in them.
///
/// Concurrency: for one thread, not in a frozen copy, with the mappings known; members within `outl_guard_run`. Later
/// snapshots use the same results.

#include "Types/names.h"

/// An item of the section of types.
struct outl_type {
    struct outl_text name;
    uint32_t kind, instance_size;
    uint32_t first_field; ///< An index of `outl_fields`.
    uint32_t fields;
    uint32_t stride;     ///< The stride of the elements of array storage.
    uint32_t superclass; ///< Its number among the file's types plus 1; 0 for none.
};

/// Forgets all types if the epoch is another than at the previous call. Called before the types of a snapshot.
void outl_types_begin(uint32_t epoch);

/// Returns a type, with its fields if requested.
struct outl_type outl_types_find(struct outl_type_key key, bool with_fields);

// MARK: Fields

/// The base of a field's offset.
enum outl_field_part {
    OUTL_FIELD_INSTANCE = 0,
    OUTL_FIELD_ELEMENT = 1, ///< An element of an array or set, or a key of a dictionary.
    OUTL_FIELD_VALUE = 2,   ///< A value of a dictionary.
};

/// An item of the section of fields.
struct outl_field {
    struct outl_text name, type;
    uint32_t offset, size;
    uint32_t strength; ///< An outl_strength.
    uint32_t part;     ///< An outl_field_part.
};

/// The fields found so far, of all types. For each field, the owner is the name of the declaring value type if that is
/// part of a capture, element or box; else empty.
extern struct outl_array outl_fields OUTL_HIDDEN, outl_field_owners OUTL_HIDDEN;
