#pragma once

/// The types of properties that reflection omits because they cannot be copied, such as a mutex, by the symbols of the
/// properties' offsets.
///
/// Concurrency: for one thread, after `outl_maps_read`. The names stay a part of the files of modules.

#include "Memory/platform.h"

#include <stddef.h>

/// Adds the symbol of a property's offset.
void outl_omitted_add(const char *symbol, size_t length);

/// Removes all symbols.
void outl_omitted_clear(void);

/// Returns the metadata of a property's type, or 0.
///
/// - metadata: The class, or one that inherits the property.
uintptr_t outl_omitted_type(uintptr_t metadata, const char *name);
