#pragma once

/// Closes what the program has open: somebody may wait for the end of a pipe or connection, which must not be held open
/// by a copy of the process, nor by the service thread.
///
/// Concurrency: for a copy, and for a thread that has a table of descriptors of its own. System calls only.

#include <stdbool.h>

/// Closes all descriptors but one; -1: all.
void outl_descriptors_close(int but);

/// Gives the calling thread a table of descriptors of its own, an empty one: the program can then close or use again
/// none of the thread's. Returns false where the system does not allow it; then nothing is changed.
bool outl_descriptors_leave(void);
