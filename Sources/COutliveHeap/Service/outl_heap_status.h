#pragma once

/// The process as the kernel describes it, read from a file that is open from the start where the service thread can
/// keep one open.
///
/// A filter of system calls that the program installs for all of its threads (seccomp with TSYNC) holds for the service
/// thread as well, and may end the process at the first call that it forbids. `outl_status_is_confined` needs `read`
/// alone, which no program can do without.
///
/// Concurrency: for the service thread only.

#include <stdbool.h>

/// Opens what is to be read at the end, and remembers how many filters there are: those that the program was started under.
///
/// - keeps_open: whether the thread has a table of descriptors of its own, in which the file can stay open.
void outl_status_prepare(bool keeps_open);

/// Returns `true` if the program has confined this thread since then: no file may be opened, and nothing copied.
bool outl_status_is_confined(void);

/// Returns the number of threads of the process, including a first one that has ended; 0 where it is not known.
int outl_status_threads(void);

/// Returns the status that the first thread ended with, as `waitpid` reports it; 0 where it is not known. Once.
int outl_status_of_first(void);
