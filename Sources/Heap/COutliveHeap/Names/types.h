#pragma once

/// The types of a snapshot as in the file: names by the runtime, layouts from metadata.
///
/// Concurrency: for the service thread only, after `outl_maps_read`. Later snapshots use the same results.

#include "Names/metadata.h"
#include "Names/text.h"

/// An item of the section of types.
struct outl_type {
    struct outl_text name;
    uint32_t kind;
    uint32_t instance_size;
    uint32_t first_field; ///< An index of `outl_fields_all`.
    uint32_t fields;
    uint32_t stride;     ///< The stride of the elements of array storage.
    uint32_t superclass; ///< Its number among the file's types plus 1; 0 for none.
};

/// Returns a type, with its fields if requested.
struct outl_type outl_types_find(struct outl_type_key key, bool with_fields);
