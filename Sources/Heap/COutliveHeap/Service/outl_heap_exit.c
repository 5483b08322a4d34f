// The census at exit.
//
// Concurrency contract: `exit` may be called on any thread, and by several at once; `_exit` also in a signal handler
// and in a child of vfork, which shares the memory but is recognised by its process ID. The service takes one census,
// see there.

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "outl_heap_state.h"

#if OUTL_HEAP_SERVED && !OUTL_HEAP_SANITIZED

#include "outl_heap_service.h"

#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static void at_exit(void) { outl_service_at_end(OUTL_REASON_EXIT, 0); }

// Handlers run in reverse order: those of the program, registered later, before this one; the destructors of libraries
// loaded before it, such as the runtime, after it. It is registered several times, because each handler runs once: a
// second thread that calls `exit` meanwhile would continue, and end the process during the census.
bool outl_exit_prepare(void) {
    enum { threads_at_once = 4 };
    bool prepared = true;
    for (int index = 0; index < threads_at_once; index++) {
        prepared = atexit(at_exit) == 0 && at_quick_exit(at_exit) == 0 && prepared;
    }
    return prepared;
}

// These functions run no handlers. The C library's own `exit` does not call them.
_Noreturn static void end(int status) {
    at_exit();
    for (;;) { syscall(SYS_exit_group, status); }
}

__attribute__((visibility("default"))) void _exit(int status) { end(status); }
__attribute__((visibility("default"))) void _Exit(int status) { end(status); }

#endif
