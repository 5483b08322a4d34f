#pragma once

/// The executable or library that an address belongs to. For making reports, not for hot paths.
///
/// Concurrency: may be called on any thread, but not in a signal handler or an allocator: it takes the dynamic
/// loader's lock.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Finds the module that holds `address`.
///
/// - base: receives the module's load address; `address - base` is an address in its file's symbol table.
/// - path: receives the module's path, cut to `path_size` bytes with the final zero.
/// - build_id: receives the GNU build-id in lower-case hexadecimal, or an empty text where there is none or where it
///   does not fit in `build_id_size` bytes.
///
/// Returns false, with both texts empty, when no module holds the address.
bool outl_image_find(
    uintptr_t address, uintptr_t *base, char *path, size_t path_size, char *build_id, size_t build_id_size);
