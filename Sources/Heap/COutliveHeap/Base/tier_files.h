#pragma once

/// Files by system calls alone: the directory that the tier writes to, descriptor tables, and errors.
///
/// Concurrency: no state. Nothing here calls malloc.

#include "Base/base.h"

/// Opens the directory of the settings. Returns -1, with the reason in `why`, if it cannot be opened or is not private.
///
/// The names of its files are predictable, so it must belong to the user and be private.
int outl_directory_open(const char **why);

/// Creates a file for reading and writing, and replaces an existing one. Returns -1 with errno set if that fails.
int outl_directory_create(int directory, const char *name);

/// Renames a file, or removes it if that fails. Returns `false` with errno set then.
bool outl_directory_rename(int directory, const char *from, const char *to);

/// Closes all descriptors of a copy of the process except `but`; -1 for all.
///
/// An open end of the program's pipes or connections in a copy would keep their other ends waiting.
void outl_descriptors_close(int but);

/// Gives the calling thread an empty descriptor table of its own, which the program cannot access.
///
/// Returns `false`, and changes nothing, if the system does not allow it.
bool outl_descriptors_leave(void);

/// An error in place of an errno: `outl_maps_read` failed, which is not an error of the written file.
enum { OUTL_ERROR_MAPS = 1 << 20 };

/// Writes `failed` and the description of an error to `reason`. OUTL_ERROR_MAPS has a description without `failed`.
void outl_error_describe(char *reason, size_t size, const char *failed, int error);
