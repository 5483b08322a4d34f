#pragma once

/// The folder that the tier writes to, reached by a descriptor: names of files in it are predictable, so it has to be the
/// user's own, and private.
///
/// Concurrency: no state; system calls only.

#include <stdbool.h>

/// Opens the folder of the settings. Returns -1 where that cannot be done, or it is not private, with the reason in `why`.
int outl_directory_open(const char **why);

/// Makes a file for reading and writing, in the place of one that was left there under its name. Returns -1 with errno.
int outl_directory_make_file(int directory, const char *name);
