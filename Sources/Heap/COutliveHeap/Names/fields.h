#pragma once

/// The fields of types: the members of an instance, down to the references in them.
///
/// Concurrency: for the service thread only, after `outl_maps_read`. Later snapshots use the same results.

#include "Names/mangled.h"
#include "Names/metadata.h"
#include "Names/text.h"

/// The base of a field's offset.
enum outl_field_part {
    OUTL_FIELD_INSTANCE = 0,
    OUTL_FIELD_ELEMENT = 1, ///< An element of an array or set, or a key of a dictionary.
    OUTL_FIELD_VALUE = 2,   ///< A value of a dictionary.
};

/// An item of the section of fields.
struct outl_field {
    struct outl_text name;
    struct outl_text type;
    uint32_t offset;
    uint32_t size;
    uint32_t strength; ///< An outl_strength.
    uint32_t part;     ///< An outl_field_part.
};

/// Finds the fields of a type, and adds them to `outl_fields_all`: they are the last ones. Within `outl_guard_run`.
void outl_fields_find(struct outl_type_key key);

/// Removes all fields, when their types are removed.
void outl_fields_remove_all(void);

/// Returns all fields found so far, of all types.
const struct outl_field *outl_fields_all(size_t *count);

/// Returns, for each field, the name of the declaring value type if that is part of a capture, element or box; else
/// empty.
const struct outl_text *outl_fields_owners(void);
