#pragma once

/// The search for Swift objects in all memory of a process whose allocator is unknown.
///
/// An object is recognised by its metadata and its reference counts. Freed objects differ only by the mark of their
/// deinitialisation, so deinitialised ones that unowned references keep are not found either. A few of the objects
/// found are copies or remains in other blocks.
///
/// Concurrency: as Source/process.h. Called when modules are known.

#include "Source/process.h"

/// Finds objects and tasks, each an outl_block in ascending order. Sizes that no type determines are estimates.
///
/// Returns the number of objects.
uint64_t outl_scan(const struct outl_source *source, struct outl_array *blocks);
