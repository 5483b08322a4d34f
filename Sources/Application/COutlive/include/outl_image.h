#pragma once

/// Maps an address to its executable or library. Intended for reports, not for hot paths.
///
/// Concurrency: may be called on any thread, but not in a signal handler or an allocator, because it takes the lock of
/// the dynamic loader.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Finds the module that contains `address`.
///
/// - base: receives the module's load address. `address - base` is an address in its file's symbol table.
/// - path: receives the module's path, cut to `path_size` bytes including the terminating zero.
/// - build_id: receives the GNU build-id in lower-case hexadecimal, or an empty string if there is none or it does not
///   fit in `build_id_size` bytes.
///
/// Returns false, with both strings empty, if no module contains the address.
bool outl_image_find(
    uintptr_t address, uintptr_t *base, char *path, size_t path_size, char *build_id, size_t build_id_size);
