#pragma once

/// The kernel's status of the process, read from a file that stays open from the start if possible.
///
/// A system call filter that the program installs for all of its threads (seccomp with TSYNC) also applies to the
/// service thread, and may end the process at the first forbidden call. `outl_status_is_confined` needs `read` alone,
/// which every program needs.
///
/// Concurrency: for the service thread only.

#include "Base/base.h"

/// Opens the files to be read later, and records the number of filters that the program was started with.
///
/// - keeps_open: `true` if the thread has a descriptor table of its own, in which the files can stay open.
void outl_status_prepare(bool keeps_open);

/// Returns `true` if the program has confined this thread since then: no file may be opened, and no process copied.
bool outl_status_is_confined(void);

/// Returns the number of threads of the process, including a first one that has ended; 0 if unknown.
int outl_status_threads(void);

/// Returns the exit status of the first thread, as `waitpid` reports it; 0 if unknown. Valid once.
int outl_status_of_first(void);
