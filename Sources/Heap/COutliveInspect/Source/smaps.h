#pragma once

/// The memory of a process by mapping, as the kernel counts it, and the figures of its status.
///
/// Concurrency: as Source/mappings.h. System calls only.

#include "Source/mappings.h"

/// The use of memory of a mapping, in bytes.
struct outl_smap {
    struct outl_mapping mapping;
    uint64_t resident; ///< In memory, also if other processes share it.
    uint64_t dirty;    ///< Of that, changed by the process, and its alone.
    uint64_t shared;   ///< Of that, also mapped by others.
    uint64_t swapped;
    bool is_provided;  ///< `true` if a userfaultfd provides the pages that are neither resident nor swapped.
};

/// Appends the mappings, each an outl_smap, in ascending order. Leaves the list empty if they cannot be read.
///
/// - folder: The open folder of the process in /proc.
void outl_smaps_read(struct outl_array *maps, int folder);

/// Returns `true` if a descriptor of the process is a userfaultfd.
///
/// - folder: The open folder of the process in /proc.
bool outl_smaps_has_userfault(int folder);

/// Returns a number of kilobytes in the status of a process, such as "VmPTE:", in bytes; 0 if there is none.
uint64_t outl_status_bytes(int folder, const char *name);
