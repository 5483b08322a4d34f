#pragma once

/// The shared objects of Foundation that a program changes.
///
/// Concurrency: as State/variables.h.

#include "Memory/platform.h"

/// A shared object of a library.
struct outl_shared {
    const char *symbol; ///< The metadata of its class.
    const char *name;
    uintptr_t metadata; ///< 0 if the program has no such library.
    uintptr_t address;  ///< The address of the variable that refers to it; 0 if it was not used.
};

/// Notes a symbol of the executable, in case that it contains the libraries.
void outl_platform_note(const char *name, uintptr_t address);

/// Forgets what was noted.
void outl_platform_clear(void);

/// Returns the shared objects, and their number.
const struct outl_shared *outl_platform_shared(size_t *count);
