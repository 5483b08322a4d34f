#pragma once

/// The acquisition of a live process: its memory, mappings and registers at one moment.
///
/// All that takes long happens before the stop and after it: memory is reserved and touched before, files are mapped
/// after. The pause is the stop of the threads and the copying of what they can change.
///
/// Concurrency: for a process of one thread, without other children. System calls only.

#include "Source/mappings.h"
#include "Source/stop.h"

/// A process that was read.
struct outl_source {
    pid_t process;
    int folder;                     ///< Its open folder in /proc, which leads nowhere once it has ended.
    struct outl_mappings mappings;
    struct outl_array tracees;      ///< The threads as they were stopped, each an outl_tracee.
    struct outl_array parts;        ///< The copied parts of memory, each an outl_range, in ascending order.
    uintptr_t headers;              ///< The address of the executable's program headers, or 0.
    uint64_t time;                  ///< The time of the stop, in nanoseconds since 1970.
};

/// Reads a process: fills the mappings of the subject, and the source. On failure the result has the reason.
bool outl_process_read(pid_t process, struct outl_source *source, struct outl_inspect_result *result);
