// The census at exit.
//
// Concurrency: `exit` may be called on any thread, and by several at once; `_exit` also in a signal handler and in the
// child of vfork, which shares the memory: that is told by its process id. The service takes one census, see there.

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

// Handlers run in the reverse order: the program's own, registered later, before this one; the destructors of the
// libraries that were loaded before it, the runtime among them, after it. More than one, because each runs once: a
// thread that calls `exit` while another is in it would go on, and end the process in the midst of the census.
bool outl_exit_prepare(void) {
    enum { threads_at_once = 4 };
    bool prepared = true;
    for (int index = 0; index < threads_at_once; index++) {
        prepared = atexit(at_exit) == 0 && at_quick_exit(at_exit) == 0 && prepared;
    }
    return prepared;
}

// These run no handlers. The C library's own calls do not come here: at the end of `exit` it does without.
_Noreturn static void end(int status) {
    at_exit();
    for (;;) { syscall(SYS_exit_group, status); }
}

__attribute__((visibility("default"))) void _exit(int status) { end(status); }
__attribute__((visibility("default"))) void _Exit(int status) { end(status); }

#endif
