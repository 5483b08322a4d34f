#pragma once

/// The states at the moments of a run of tests: which are kept, and the journal that names their tests.
///
/// The journal is the file `heap-PID-moments.txt`, with a line for each moment: its number, its kind, `c` if the state
/// changed and has the file of the request with this number, `s` if it is the same, `x` if there is none, and the name.
///
/// Concurrency: for the service thread only.

#include "Snapshot/snapshot.h"

/// Returns `true` if the state at a moment is worth a copy of the process.
bool outl_moments_want(const struct outl_moment *moment);

/// Finds the variables and their types, so that each copy has them already; anew when modules were loaded.
///
/// The program runs meanwhile. Returns `false` if a fault ended it, and each copy finds them for itself.
bool outl_moments_prepare(int (*open_module)(uint32_t module));

/// Adds a state to the journal. Returns `true` if its file is to be kept.
bool outl_moments_add(int directory, const struct outl_snapshot *snapshot, int file, uint64_t state);

/// Adds to the journal that there is no state, with the reason.
void outl_moments_add_failure(int directory, const struct outl_snapshot *snapshot, const char *reason);
