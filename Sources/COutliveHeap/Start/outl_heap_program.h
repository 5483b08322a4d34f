#pragma once

/// What kind of program this is, as far as the heap tier has to know.
///
/// Concurrency: to be called by the constructor only.

#include <stdbool.h>
#include <stddef.h>

/// Whether the executable has a section whose name begins so. Works on stripped ones, too.
bool outl_heap_program_has_section(const char *prefix);

/// Whether a path names the executable itself, whatever it is called there.
bool outl_heap_program_is(const char *path);

/// The path of the executable; empty where the kernel does not tell.
void outl_heap_program_path(char *path, size_t size);
