#pragma once

/// The spelling of types as the runtime's own, from metadata alone. The context of private and local types, an address
/// that differs in each run, is left out.
///
/// Concurrency: for one thread, after `outl_maps_read`. The text is valid until the next call.

#include "Types/runtime.h"

/// Returns the qualified name of the type with this metadata. What has no name in it is spelled `unknown`.
struct outl_runtime_name outl_spelling_of(uintptr_t metadata, bool qualified);
