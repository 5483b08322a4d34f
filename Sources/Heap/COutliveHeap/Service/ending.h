#pragma once

/// The census at the end of the process: at exit, and before a signal ends it. Also the handler of the service's own
/// signal, for threads that unblocked it.
///
/// Concurrency: `exit` may be called on any thread, and by several at once; `_exit` also in a signal handler and in a
/// child of vfork, which shares the memory but is recognised by its process ID. The service takes one census. A handler
/// may run on any thread at any moment, also within malloc or with any lock held. It accesses atomics and makes system
/// calls only; the service thread takes the census, for which the handler waits with a deadline. Handlers that the
/// program installs later replace these, as intended. errno is preserved. In a forked child, which inherits them, they
/// act as if the tier were not there.

#include "Base/base.h"

/// Installs the signal handlers, and registers the census at exit. Called by the constructor.
void outl_ending_prepare(void);

/// Restores the previous signal handlers, except where the program has replaced them.
void outl_ending_restore_handlers(void);
