#pragma once

/// The heap tier in an inspected process, whose tables point to every block and are no roots.
///
/// Concurrency: as Source/source.h.

#include "Source/subject_modules.h"

/// Describes the memory of the tier in `outl_subject`, if it is loaded. Returns the ID of its thread, or 0.
uint32_t outl_tier_describe(const struct outl_source *source);
