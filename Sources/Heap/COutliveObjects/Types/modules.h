#pragma once

/// The modules of the subject, including unloaded ones, so that old stack addresses keep their meaning.
///
/// Concurrency: one thread adds items. They never move, and only the end of a module changes. The number is increased
/// once an item is complete, so that readers need no lock.

#include "Memory/platform.h"

struct outl_module {
    uintptr_t bias, start, end;
    uint32_t epoch_from;
    uint32_t epoch_to; ///< UINT32_MAX while it is loaded.
    char *path;        ///< Allocated once, never released.
    char *build_id;    ///< Allocated once, never released.
};

/// The maximum number of modules in the list.
enum { OUTL_MODULES_MAX = 1 << 14 };

/// The list, and the number of modules in it. The executable is the first.
extern struct outl_module outl_modules[OUTL_MODULES_MAX] OUTL_HIDDEN;
extern _Atomic size_t outl_module_count OUTL_HIDDEN;

/// Returns the loaded module that contains an address, or null.
const struct outl_module *outl_modules_find(uintptr_t address);
