#pragma once

/// Guard pages inside of mappings, at which an access is a fault although the list of mappings shows them as readable.
/// glibc 2.42 and newer guard stacks with them (`MADV_GUARD_INSTALL`).
///
/// Concurrency: for one thread. System calls only.

#include "Memory/memory.h"

/// Finds the first guard pages in a part of this process's memory. Returns `false` if there are none, or if the system
/// cannot report them.
///
/// - pagemap: The open page map of this process.
bool outl_guard_pages_find(int pagemap, struct outl_range part, struct outl_range *guards);
