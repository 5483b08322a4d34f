#pragma once

/// The properties of the executable that the heap tier depends on.
///
/// Concurrency: called by the constructor only.

#include <stdbool.h>
#include <stddef.h>

/// Returns `true` if the executable has a section whose name begins with `prefix`. Works on stripped executables, too.
bool outl_heap_program_has_section(const char *prefix);

/// Returns `true` if a path refers to the executable's file, under whatever name.
bool outl_heap_program_is(const char *path);

/// Copies the path of the executable, or an empty string if the kernel does not report it.
void outl_heap_program_path(char *path, size_t size);
