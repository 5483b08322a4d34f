#pragma once

/// Which modules and symbols belong to the program, rather than to the platform, and why.
///
/// Concurrency: pure functions of their arguments and the list of modules.

#include "Memory/platform.h"

#include <stddef.h>

/// Returns `true` if a loaded module, by its index, has variables of the program.
bool outl_owner_has_file(uint32_t module);

/// Returns `true` if a Swift module, by its name, belongs to the program. A module without a name does.
bool outl_owner_has_module(const char *name, size_t length);

/// Returns `true` if a symbol in C belongs to the program.
bool outl_owner_has_symbol(const char *name);

/// Returns `true` if a symbol belongs to a library of the platform that is a part of a static executable.
bool outl_owner_is_platform(const char *name);
