#pragma once

/// The values of UserDefaults: what was set in each domain, and what was registered.
///
/// Concurrency: as State/visiting.h.

#include "State/visiting.h"

/// Adds the values of all domains below a place in the tree, each by domain and key.
///
/// - address: The address of the variable with the table of domains.
void outl_defaults_visit(struct outl_visit *visit, uint32_t value, uintptr_t address);

/// Adds the registered values to a place in the tree.
///
/// - address: The address of the variable, a dictionary that may lie behind a lock.
void outl_defaults_visit_registered(struct outl_visit *visit, uint32_t value, uintptr_t address);
