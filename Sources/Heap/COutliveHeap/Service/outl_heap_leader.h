#pragma once

/// The end of a program whose first thread has ended earlier.

#include <stdbool.h>

/// Arranges that the program ends with its last thread. Called on its first thread, by one of the last destructors,
/// when that thread ends alone.
void outl_leader_ends(void);

/// Ends the process if none of the program's threads is left. Called by the service thread periodically.
void outl_leader_check(void);
