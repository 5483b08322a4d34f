#pragma once

/// The modules of a subject that was read: executable and libraries, found by their headers in memory.
///
/// Concurrency: as Source/source.h. Called after the subject was read.

#include "Source/source.h"
#include "Types/modules.h"

/// Fills the list of modules of the subject, which must stay in place.
///
/// - root: The directory below which the files of a core file lie, or null.
void outl_modules_read(const struct outl_source *source, const char *root);

/// Opens the file of a module of the subject. Returns -1 if there is none. It may be another one.
int outl_modules_open(uint32_t module);

/// Finds symbols by name: first exported ones of modules, then others in the tables of the executable's file.
///
/// - addresses: Receives the address of each of the `count` symbols, or 0.
void outl_modules_symbols(
    const struct outl_source *source, const char *const *names, size_t count, uintptr_t *addresses);

/// Returns the last part of a module's path.
const char *outl_module_name(const struct outl_module *module);
