#pragma once

/// The modules of the process, including unloaded ones, so that old stack addresses keep their meaning.
///
/// Concurrency: `outl_modules_refresh` may be called on any thread that may call the dynamic loader: it takes a lock of
/// its own and then the loader's. The rest is for the service thread and frozen copies; items never move, and only the
/// end of a module changes. `dlclose` counts unloaded modules, on any thread, by one compare-and-swap. Another thread
/// can load a module at the same place between the unloading and the increase. Its addresses may then be named by the
/// old module; preventing that would require the loader's lock.

#include "Base/base.h"

struct outl_module {
    uintptr_t bias, start, end;
    uint32_t epoch_from;
    uint32_t epoch_to; ///< UINT32_MAX while it is loaded.
    char *path;        ///< Allocated once, never released.
    char *build_id;    ///< Allocated once, never released.
};

/// The maximum number of modules in the list.
enum { OUTL_MODULES_MAX = 1 << 14 };

/// Updates the list. Called before each snapshot, and before a module is unloaded.
void outl_modules_refresh(void);

/// Returns `true` if a module is being loaded or unloaded, so that a thread may hold the loader's lock. Takes no lock.
bool outl_modules_are_changing(void);

/// The list, and the number of modules in it.
extern struct outl_module outl_modules[OUTL_MODULES_MAX] OUTL_HIDDEN;
extern _Atomic size_t outl_module_count OUTL_HIDDEN;

/// Returns the loaded module that contains an address, or null. Only in a frozen copy, or on the service thread.
const struct outl_module *outl_modules_find(uintptr_t address);
