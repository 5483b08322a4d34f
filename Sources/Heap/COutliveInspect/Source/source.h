#pragma once

/// A subject that was acquired: a live process, or a core file.
///
/// Concurrency: for a process of one thread. The memory and the mappings of the subject are in `Memory/maps.h`.

#include "Source/mappings.h"
#include "Source/stop.h"

struct outl_source {
    pid_t process;                  ///< The process ID, or 0 if a core file does not contain it.
    bool is_core;
    int folder;                     ///< The open folder of a live process in /proc, or -1.
    int executable;                 ///< The open file of the executable, or -1.
    struct outl_mappings mappings;
    struct outl_array tracees;      ///< The threads as they were stopped, each an outl_tracee.
    struct outl_array parts;        ///< The parts with private content, each an outl_range, in ascending order.
    struct outl_array resident;     ///< What is in memory of anonymous mappings, each an outl_range, in ascending order.
    struct outl_array usage;        ///< The use of memory by mapping, each an outl_smap; empty if not needed.
    bool with_memory;               ///< `true` to fill `resident`.
    bool at_once;                   ///< `true` to stop the process sooner, and until outl_process_release.
    bool is_bound, is_stopped;      ///< `true` during a pause, and while the threads are stopped.
    uintptr_t headers;              ///< The address of the executable's program headers, or 0.
    uint64_t time;                  ///< The time of the stop, or of the core file, in nanoseconds since 1970.
};
