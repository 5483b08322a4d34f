#pragma once

/// The report of a debug build at its end: what nothing can reach any more, on standard error.
///
/// The census is taken by the service, and judged by the Swift module OutliveExitReport, which a program contains that
/// links the product OutliveHeapCapture. Where it is missing, as in release builds, there is no report.
///
/// Concurrency: an own thread judges, because the end of the process may be a signal handler. It waits for its only
/// request with all signals blocked. The thread that ends the process waits for it, with a deadline, by atomics and
/// system calls alone. In a forked child there is no report.

#include "Base/base.h"

/// Returns `true` if the process should report at its end, unless something else watches it.
///
/// It is a debug build with the report linked in, no harness drives it, and OUTLIVE_HEAP_EXIT is not "0".
bool outl_exit_report_is_wanted(void);

/// Starts the thread, and asks it at exit and before the signals that stop a program. Returns `false` if that fails.
///
/// Called by the constructor, when the service runs.
bool outl_exit_report_prepare(void);
