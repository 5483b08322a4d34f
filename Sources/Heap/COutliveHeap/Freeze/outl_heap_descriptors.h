#pragma once

/// Closes the program's descriptors in a copy of the process or for the service thread. An open end of a pipe or
/// connection there would keep its other end waiting.
///
/// Concurrency: for a copy, and for a thread with a descriptor table of its own. System calls only.

#include <stdbool.h>

/// Closes all descriptors except `but`; -1 for all.
void outl_descriptors_close(int but);

/// Gives the calling thread an empty descriptor table of its own, which the program cannot access.
///
/// Returns `false`, and changes nothing, if the system does not allow it.
bool outl_descriptors_leave(void);
