#pragma once

/// The reading of files by system calls alone.
///
/// Concurrency: a value of `struct outl_lines` is for one thread at a time. Nothing here calls malloc.

#include "Memory/platform.h"

/// The reading of a file's lines through the caller's buffer.
struct outl_lines {
    int file;
    char *text;        ///< The buffer.
    size_t size;       ///< The size of the buffer.
    size_t start, end; ///< The bounds of the bytes not returned yet.
    bool failed;       ///< `true` if reading failed before the end of the file.
};

/// Returns the next line without its end, or NULL after the last. It is valid until the next call.
///
/// Of a line longer than the buffer, only the last part is returned.
char *outl_lines_next(struct outl_lines *lines);

/// Reads the beginning of a file into `text`, and ends it with a zero. Returns its length; 0 for an unopened file (-1).
size_t outl_file_read(int file, char *text, size_t size);
