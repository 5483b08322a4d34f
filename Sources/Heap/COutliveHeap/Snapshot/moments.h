#pragma once

/// The states at the moments of a run of tests: which are kept, and the journal that names their tests.
///
/// The journal is the file `heap-PID-moments.txt`, with a line for each moment: its number, its kind, `c` if the state
/// changed and has the file of the request with this number, `s` if it is the same, `x` if there is none, and the name.
///
/// Concurrency: for the service thread only.

#include "Base/base.h"

/// A moment of a run of tests at which the state of the program is captured.
struct outl_moment {
    /// What has just happened: a test began or ended, or a variable was initialised.
    enum { OUTL_MOMENT_BEGIN = 'b', OUTL_MOMENT_END = 'e', OUTL_MOMENT_VARIABLE = 'v' } kind;
    uintptr_t token;  ///< The word of a variable that is initialised on first use.
    uint32_t length;
    char name[1020];  ///< The name of the test, as its framework writes it.
};

/// Returns `true` if the state at a moment is worth a copy of the process.
bool outl_moments_want(const struct outl_moment *moment);

/// Finds the variables and their types, so that each copy has them already; anew when modules were loaded.
///
/// The program runs meanwhile. Returns `false` if a fault ended it, and each copy finds them for itself.
bool outl_moments_prepare(int (*open_module)(uint32_t module));

/// Adds a state to the journal. Returns `true` if its file is to be kept.
///
/// - number: The number of the request, which its file has.
bool outl_moments_add(int directory, const struct outl_moment *moment, uint32_t number, int file, uint64_t state);

/// Adds to the journal that there is no state, with the reason.
void outl_moments_add_failure(int directory, const struct outl_moment *moment, uint32_t number, const char *reason);
