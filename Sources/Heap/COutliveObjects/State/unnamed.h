#pragma once

/// The writable memory of an executable without symbols, in parts of a fixed size.
///
/// Concurrency: for one thread, after the modules and the mappings are known.

#include "Types/modules.h"

enum { OUTL_UNNAMED_SIZE = 64 };

/// Calls a function with the address and size of each part of a module's own memory, ascending, up to a limit.
void outl_unnamed_visit(uint32_t module, void (*visit)(uint32_t module, uintptr_t address, uint64_t size));
