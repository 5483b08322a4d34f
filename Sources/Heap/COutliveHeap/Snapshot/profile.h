#pragma once

/// The sampled allocations as a profile in the format of pprof, written by the process itself.
///
/// It needs no copy of the process: what it reads is never locked. Stacks are addresses, with the loaded files and
/// their build IDs, by which pprof finds the lines. Names that the dynamic loader knows are part of the profile.
///
/// Concurrency: on any thread that may call the dynamic loader, and on several at once.

#include "Base/base.h"

/// Receives the next bytes of a profile.
typedef void outl_profile_sink(const void *bytes, size_t size, void *context);

/// Writes the profile. Returns `false` if there is no memory for its tables.
///
/// Source of the format: `proto/profile.proto` of github.com/google/pprof.
bool outl_profile_write(outl_profile_sink *sink, void *context);
