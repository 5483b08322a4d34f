#pragma once

/// The structure of a core file: its segments, and its notes about threads and mapped files.
///
/// Concurrency: for a process of one thread. The file is read by system calls alone, so that one that becomes shorter
/// meanwhile is no fault. Every length is checked against what there is, because a file may contain anything.

#include "Source/stop.h"

/// A range of memory that a core file describes.
struct outl_core_segment {
    struct outl_range range;
    uint32_t flags;  ///< As of `struct outl_map`.
    uint64_t offset; ///< The offset of the content in the file.
    uint64_t size;   ///< The size of the content, which may be smaller than the range.
    uint64_t have;   ///< The part of the content that the file contains: less than `size` if it is truncated.
};

/// A mapped file that a core file names.
struct outl_core_name {
    struct outl_range range;
    uint64_t offset;
    char *path;
};

struct outl_corefile {
    int file;
    uint64_t size;              ///< The size of the file.
    uint64_t expected;          ///< The size that its headers describe.
    uint64_t time;              ///< The time of its last change, in nanoseconds since 1970.
    struct outl_array segments; ///< Each an outl_core_segment, in ascending order.
    struct outl_array names;    ///< Each an outl_core_name, in ascending order.
    struct outl_array threads;  ///< Each an outl_tracee.
    pid_t process;              ///< The process ID, or 0.
    uintptr_t headers;          ///< The address of the executable's program headers, or 0.
    uintptr_t stack;            ///< An address in the first thread's stack, or 0.
};

/// Reads the structure of an open file. On failure the result has the reason, and the offset as `detail`.
bool outl_corefile_read(int file, struct outl_corefile *core, struct outl_inspect_result *result);

/// Reads a part of the file. Returns `false` if it does not contain all of it.
bool outl_corefile_bytes(const struct outl_corefile *core, uint64_t offset, void *bytes, size_t size);
