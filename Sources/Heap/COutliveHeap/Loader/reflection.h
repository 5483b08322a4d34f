#pragma once

/// The Swift runtime of this process, which answers the questions of `outl_runtime`.
///
/// Concurrency: called once, by the constructor, before the first snapshot.

#include "Base/base.h"

/// Fills `outl_runtime` from the Swift runtime. What that does not have stays unknown.
void outl_reflection_prepare(void);
