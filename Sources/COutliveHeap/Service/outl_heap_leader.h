#pragma once

/// The end of a program whose first thread has ended before.

#include <stdbool.h>

/// Among the last destructors of the program's first thread, which ends without the program: prepares that the program
/// ends with its last thread all the same. On that thread.
void outl_leader_ends(void);

/// Ends the process if none of the program's threads is left. To be called by the service thread, now and then.
void outl_leader_check(void);
