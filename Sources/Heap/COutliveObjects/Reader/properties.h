#pragma once

/// The answers of a reader of metadata to the questions about types, in place of the Swift runtime's.
///
/// Concurrency: for one thread, after `outl_maps_read`; not for a frozen copy.

#include "Types/runtime.h"

/// Fills the functions of `outl_runtime`. The values of tasks stay as they are.
void outl_reader_begin(void);
