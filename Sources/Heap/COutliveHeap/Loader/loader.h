#pragma once

/// The services of the dynamic loader: the modules of this process, including unloaded ones, and the functions of the
/// Swift runtime in it. Each part has a source file.
///
/// Concurrency: `outl_modules_refresh` may be called on any thread that may call the dynamic loader: it takes a lock of
/// its own and then the loader's. `dlclose` counts unloaded modules, on any thread, by one compare-and-swap. If another
/// thread loads a module at the same place between the unloading and the increase, its addresses may be named by the
/// old module; excluding that would need the loader's lock.

#include "Base/base.h"

/// Updates the list. Called before each snapshot, and before a module is unloaded.
void outl_modules_refresh(void);

/// Returns `true` if a module is being loaded or unloaded, so that a thread may hold the loader's lock. Takes no lock.
bool outl_modules_are_changing(void);

/// Fills `outl_runtime` from the Swift runtime, or from the reader of metadata if the executable contains a runtime
/// that it does not export, or the address space is limited. Called once, by the constructor.
void outl_reflection_prepare(void);
