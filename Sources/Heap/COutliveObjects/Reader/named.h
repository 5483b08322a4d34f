#pragma once

/// The descriptors of types and protocols by their qualified names, as symbols name them.
///
/// Concurrency: for one thread, after `outl_maps_read`. Memory comes from mmap.

#include "Memory/platform.h"

#include <stddef.h>

/// The hash of a qualified name, such as `App.Cache`; 0 stands for none.
typedef uint64_t outl_path;

/// Returns the path of a name within another, or of a module within 0.
outl_path outl_path_of(outl_path outer, const char *name, size_t length);

/// Returns the path of a context; files and functions around private and local types are no part of it.
outl_path outl_path_of_context(uintptr_t descriptor);

/// Adds a descriptor, unless one with that name is known.
void outl_named_add(uintptr_t descriptor);

/// Removes all descriptors.
void outl_named_clear(void);

/// Returns the descriptor with a name, or 0.
///
/// - symbol, length: The mangled name of the type, with its kind and without `$s`, to search the exported symbols of
///   the modules for; null to search what was added alone.
uintptr_t outl_named_find(outl_path path, const char *symbol, size_t length);
