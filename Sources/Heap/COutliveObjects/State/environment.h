#pragma once

/// The variables of the environment.
///
/// Concurrency: as State/visiting.h.

#include "State/visiting.h"

/// Adds the variables of the environment below a place in the tree.
///
/// - address: The address of the list.
void outl_environment_visit(struct outl_visit *visit, uint32_t value, uintptr_t address);
