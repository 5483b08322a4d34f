#pragma once

/// The directory that the tier writes to, accessed by a descriptor.
///
/// The names of its files are predictable, so it must belong to the user and be private.
///
/// Concurrency: no state; system calls only.

#include <stdbool.h>

/// Opens the directory of the settings. Returns -1, with the reason in `why`, if it cannot be opened or is not private.
int outl_directory_open(const char **why);

/// Creates a file for reading and writing, and replaces an existing one. Returns -1 with errno set if that fails.
int outl_directory_make_file(int directory, const char *name);
