#pragma once

/// The lines of a file, read through a buffer of the caller's: without memory from malloc, by `read` alone.
///
/// Concurrency: for one thread at a time.

#include <stdbool.h>
#include <stddef.h>

struct outl_lines {
    int file;
    char *text;  ///< The buffer.
    size_t size; ///< Of the buffer.
    size_t start, end; ///< Of what was read and not returned.
    bool failed; ///< Whether the file could not be read to its end.
};

/// Returns the next line without its end; NULL after the last. A line that is longer than the buffer is cut into several, of
/// which the last is returned. The line is valid until the next call.
char *outl_lines_next(struct outl_lines *lines);
