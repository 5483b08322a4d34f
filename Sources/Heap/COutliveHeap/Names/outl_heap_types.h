#pragma once

/// The types of a snapshot as in the file: names by the runtime, layouts from metadata.
///
/// Concurrency: for the service thread only, after `outl_maps_read`. Results are kept for later snapshots.

#include "outl_heap_metadata.h"
#include "outl_heap_text.h"

#include <stdbool.h>

/// An item of the section of types.
struct outl_type {
    struct outl_text name;
    uint32_t kind;
    uint32_t instance_size;
    uint32_t first_field;
    uint32_t fields;
    uint32_t stride; ///< The stride of the elements of array storage.
    uint32_t superclass; ///< Its number among the file's types plus 1; 0 for none.
};

/// An item of the section of fields.
struct outl_field {
    struct outl_text name;
    struct outl_text type;
    uint32_t offset;
    uint32_t size;
    uint32_t strength; ///< An outl_strength.
    uint32_t part;     ///< An outl_field_part: the base of the offset.
};

enum outl_field_part {
    OUTL_FIELD_INSTANCE = 0,
    OUTL_FIELD_ELEMENT = 1, ///< An element of an array or set, or a key of a dictionary.
    OUTL_FIELD_VALUE = 2,   ///< A value of a dictionary.
};

enum outl_strength {
    OUTL_STRONG = 0,
    OUTL_WEAK = 1,
    OUTL_UNOWNED = 2,
    OUTL_UNMANAGED = 3,
};

/// Returns a type, with its fields if requested.
struct outl_type outl_types_find(struct outl_type_key key, bool with_fields);

/// Finds the fields of a type and adds them to `outl_fields_all`. See outl_heap_fields.c.
void outl_fields_find(struct outl_type_key key, struct outl_type *type);

/// Removes all fields, when their types are removed.
void outl_fields_forget(void);

/// Returns all fields found so far, of all types.
const struct outl_field *outl_fields_all(size_t *count);

/// Returns, for each field, the name of the declaring value type if that is part of a capture, element or box; else
/// empty.
const struct outl_text *outl_fields_owners(void);
