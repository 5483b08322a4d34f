#pragma once

/// The checks of a process before it is read: that it exists, may be read, and is of this machine.
///
/// Concurrency: as Source/process.h.

#include "Source/process.h"

/// Opens the folder of the process, and checks it. Returns `false` with the reason in the result.
bool outl_permit(struct outl_source *source, struct outl_inspect_result *result);

/// Checks that there is memory for a copy of `size` bytes. Returns `false` with the reason in the result.
bool outl_permit_size(uint64_t size, struct outl_inspect_result *result);
