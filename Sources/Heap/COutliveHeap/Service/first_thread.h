#pragma once

/// The end of a program whose first thread has ended earlier: it continues, and ends with its last thread.
///
/// Concurrency: each function on the thread that it names.

#include "Base/base.h"

/// Arranges that the program ends with its last thread. Called on its first thread, by one of the last destructors,
/// when that thread ends alone.
void outl_first_thread_ends(void);

/// Ends the process if none of the program's threads is left. Called by the service thread periodically.
void outl_first_thread_check(void);
