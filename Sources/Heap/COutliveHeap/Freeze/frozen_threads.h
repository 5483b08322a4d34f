#pragma once

/// The program's threads, and the stacks of all that stay blocked while a copy of the process is made.
///
/// Concurrency: called by the service thread, unless noted otherwise. The threads of `outl_subject` are in
/// memory shared with a copy, because it is known only after the copy was made which threads stayed blocked.

#include "Objects/subject.h"

/// Records the calling thread if it is the program's first one. Called by the constructor.
void outl_threads_prepare(void);

/// Returns `true` if the program's first thread has ended; `false` if that is unknown.
bool outl_threads_first_has_ended(void);

/// Lists the threads in `outl_subject`, and their stack pointers. Called just before a copy is made.
void outl_threads_list(void);

/// Clears `known` for threads that moved meanwhile. Called just after a copy is made.
void outl_threads_recheck(void);
