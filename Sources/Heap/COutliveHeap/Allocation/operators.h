#pragma once

/// C++'s `operator new` and `operator delete` of another allocator, which do not call malloc and free.
///
/// Only the preloaded library interposes them. Linked into a program, the tier would replace the operators of a static
/// standard library, and its functions are in C: they cannot throw.
///
/// Concurrency: as for malloc and free. A call of an operator that was not found at the start, because the C++ library
/// was loaded later, finds the next one itself.

#include "Base/base.h"

#include <stdint.h>

/// Finds the next operators. Called by the constructor: the loader's lock may be held when they are first called.
void outl_operators_find(void);

/// Lets calls be recorded if the next `operator new` is in the module at a range of addresses. Called once.
void outl_operators_record(uintptr_t start, uintptr_t end);
