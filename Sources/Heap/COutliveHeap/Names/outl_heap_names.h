#pragma once

/// The names of types as reports show them.
///
/// Concurrency: for the service thread only, after `outl_maps_read`; within `outl_heap_guarded`.

#include "outl_heap_mangled.h"
#include "outl_heap_metadata.h"

#include <stdbool.h>
#include <stddef.h>

/// A name. One that is too long ends in "...".
struct outl_name {
    size_t length;
    bool is_cut;
    char text[8192];
};

/// Makes the name of a block's type.
void outl_name_make(struct outl_name *name, struct outl_type_key key);

/// Makes the name of any type.
void outl_name_of(struct outl_name *name, const void *metadata);

/// Makes the name of a capture, as in the name of its closure.
void outl_name_of_capture(struct outl_name *name, const struct outl_mangled *capture);

/// Makes a placeholder name for an unknown type.
void outl_name_unknown(struct outl_name *name);
