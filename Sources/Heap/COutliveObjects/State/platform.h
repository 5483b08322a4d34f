#pragma once

/// The state that a program keeps in the platform's libraries: its environment, and the shared objects of Foundation
/// that it changes.
///
/// Concurrency: as State/variables.h.

#include "State/variables.h"
#include "State/visit.h"

/// Notes a symbol of the executable, in case that it contains the libraries.
void outl_platform_note(const char *name, uintptr_t address);

/// Forgets what was noted.
void outl_platform_clear(void);

/// Adds the platform's variables to a list.
void outl_platform_add(struct outl_array *variables);

/// Adds the variables of the environment below a place in the tree.
///
/// - address: That of the list.
void outl_platform_visit_environment(struct outl_visit *visit, uint32_t value, uintptr_t address);
