#pragma once

/// The lines of a file, read with `read` alone through the caller's buffer, without memory from malloc.
///
/// Concurrency: for one thread at a time.

#include <stdbool.h>
#include <stddef.h>

struct outl_lines {
    int file;
    char *text;  ///< The buffer.
    size_t size; ///< The size of the buffer.
    size_t start, end; ///< The bounds of the bytes not returned yet.
    bool failed; ///< `true` if reading failed before the end of the file.
};

/// Returns the next line without its end, or NULL after the last. It is valid until the next call.
///
/// Of a line longer than the buffer, only the last part is returned.
char *outl_lines_next(struct outl_lines *lines);
