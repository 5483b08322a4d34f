#pragma once

/// The types of a snapshot as the file has them: names by the runtime, layouts from metadata.
///
/// Concurrency: for the service thread only, after `outl_maps_read`. What was found of a type is kept for later
/// snapshots.

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
    uint32_t stride; ///< Of the elements of array storage.
    uint32_t superclass; ///< Its number among the file's types, and 1; 0 for none.
};

/// An item of the section of fields.
struct outl_field {
    struct outl_text name;
    struct outl_text type;
    uint32_t offset;
    uint32_t size;
    uint32_t strength; ///< An outl_strength.
    uint32_t part;     ///< An outl_field_part: what the offset is in.
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

/// What a type is; its fields too where they are asked for.
struct outl_type outl_types_find(struct outl_type_key key, bool with_fields);

/// Finds the fields of a type and adds them to `outl_fields_all`. See outl_heap_fields.c.
void outl_fields_find(struct outl_type_key key, struct outl_type *type);

/// Forgets all fields, as their types are forgotten.
void outl_fields_forget(void);

/// All fields found so far, of all types.
const struct outl_field *outl_fields_all(size_t *count);

/// For each of them the name of the value's type that declares it, where it is taken out of a capture, an element or a box;
/// else empty.
const struct outl_text *outl_fields_owners(void);
