#pragma once

/// The frozen copy: a clone of the process walks the heap and writes its findings while the program continues.
///
/// Concurrency: `outl_freeze` is called by the service thread only, one call at a time. Other threads stop only while
/// the kernel copies the page tables, and only if they access memory meanwhile; the copy shows a moment that each of
/// them passed through. No other thread runs in the copy, so it takes no locks, on which it could wait forever, and
/// calls nothing that allocates. The copy and the program share `struct outl_freeze_result` and the list of threads
/// (outl_heap_threads.h).

#include "outl_heap_output.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/// The order of a copy.
struct outl_freeze_order {
    int file;            ///< Open for writing; the copy's only descriptor.
    uint64_t offset;     ///< The offset in the file at which the copy begins to write.
    bool with_graph;
    uint32_t cycle;      ///< The census rows count the blocks allocated in this cycle or before.
    bool ends_cycle;     ///< Blocks allocated from the time of the copy on belong to the next cycle.
    int seconds;         ///< The timeout of the copy.
};

/// The result, which the copy writes to shared memory.
struct outl_freeze_result {
    _Atomic bool done;           ///< `true` if the copy ended by itself; it wrote everything if `error` is 0.
    _Atomic bool threads_known;  ///< Set by the program once it knows which threads stayed blocked during the copy.
    int error;                   ///< An errno, or 0.
    struct outl_sections sections;
    uint64_t keys_offset;        ///< The offset in the file of the types' keys, one `struct outl_type_key` each.
    uint64_t key_count;
    uint64_t raw_blocks;
    uint64_t raw_bytes;
    uint64_t pause;              ///< The duration of the clone in nanoseconds.
    uint64_t time;               ///< The time of the clone, in nanoseconds since 1970.
};

/// Makes a copy and waits until it ends.
///
/// Returns the result, valid until the next call, or null with the reason in `reason`.
const struct outl_freeze_result *outl_freeze(const struct outl_freeze_order *order, char *reason, int reason_size);

/// Runs in the copy: walks the heap, see outl_heap_walk.c. Returns 0 or an errno.
int outl_freeze_walk(const struct outl_freeze_order *order, struct outl_freeze_result *result);
