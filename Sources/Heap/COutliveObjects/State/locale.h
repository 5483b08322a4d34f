#pragma once

/// The locale of the C library, which `setlocale` sets.
///
/// Concurrency: as State/visiting.h.

#include "State/visiting.h"

/// Returns the address of the locale in the C library, whose symbols do not name it, or 0.
uintptr_t outl_locale_find(void);

/// Adds the name of the locale to a place in the tree.
///
/// - address: The address of the locale.
void outl_locale_visit(struct outl_visit *visit, uint32_t value, uintptr_t address);
