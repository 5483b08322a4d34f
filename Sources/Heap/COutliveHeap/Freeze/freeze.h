#pragma once

/// The frozen copy: a clone of the process walks the heap and writes its findings while the program continues.
///
/// Concurrency: `outl_freeze` is called by the service thread only, one call at a time. Other threads stop only while
/// the kernel copies the page tables, and only if they access memory meanwhile; the copy shows a moment that each of
/// them passed through. No other thread runs in the copy, so it takes no locks, on which it could wait forever, and
/// calls nothing that allocates. The copy and the program share `struct outl_freeze_result` and the list of threads.

#include "Freeze/walk.h"

/// Makes a copy and waits until it ends.
///
/// Returns the result, valid until the next call, or null with the reason in `reason`.
const struct outl_freeze_result *outl_freeze(const struct outl_freeze_order *order, char *reason, size_t reason_size);
