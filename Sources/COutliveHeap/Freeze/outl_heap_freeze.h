#pragma once

/// Freezes the program: a copy of the process, made by one clone, walks the heap and writes what it finds, while the
/// program runs on.
///
/// Concurrency: `outl_freeze` is called by the service thread only, one at a time. Other threads stand still only while
/// the kernel copies the page tables and only if they touch memory meanwhile; what the copy sees is a moment that each
/// of them passed through. In the copy nothing else runs: no lock can be waited for, so none is taken, and nothing is
/// called that allocates. The copy and the program share `struct outl_freeze_result` alone.

#include "outl_heap_output.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/// What a copy is to do.
struct outl_freeze_order {
    int file;            ///< Open for writing; the copy's only descriptor.
    uint64_t offset;     ///< Where in it the copy begins to write.
    bool with_graph;
    uint32_t cycle;      ///< The census rows are of blocks born in this cycle or before.
    bool ends_cycle;     ///< What is born from the moment on at which the copy is made is of the next cycle.
    int seconds;         ///< The time that the copy has.
};

/// What came of it. Written by the copy, in memory that both see.
struct outl_freeze_result {
    _Atomic bool done;           ///< The copy wrote everything; unless there is an error.
    _Atomic bool threads_known;  ///< Set by the program: which threads stood still while the copy was made is known.
    int error;                   ///< An errno, or 0.
    struct outl_sections sections;
    uint64_t keys_offset;        ///< Where in the file the types' keys are, one `struct outl_type_key` each.
    uint64_t key_count;
    uint64_t raw_blocks;
    uint64_t raw_bytes;
    uint64_t pause;              ///< Nanoseconds that the clone took.
    uint64_t time;               ///< Of the clone, nanoseconds since 1970.
};

/// Makes a copy and waits until it is done. Returns the result, valid until the next call, or null with the reason in
/// `reason`.
const struct outl_freeze_result *outl_freeze(const struct outl_freeze_order *order, char *reason, int reason_size);

/// What a copy does: see outl_heap_walk.c. Returns 0 or an errno.
int outl_freeze_walk(const struct outl_freeze_order *order, struct outl_freeze_result *result);
