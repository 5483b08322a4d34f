#pragma once

/// The names of types as reports show them, added to the text of snapshots.
///
/// Concurrency: for the service thread only, after `outl_maps_read`; within `outl_guard_run`, except the last one.

#include "Names/mangled.h"
#include "Names/metadata.h"
#include "Names/text.h"

/// Returns the name of a block's type.
struct outl_text outl_name_of_key(struct outl_type_key key);

/// Returns the name of any type.
struct outl_text outl_name_of_type(const void *metadata);

/// Returns the name of a capture, as in the name of its closure.
struct outl_text outl_name_of_capture(const struct outl_mangled *capture);

/// Returns a placeholder name for an unknown type.
struct outl_text outl_name_unknown(void);
