// Concurrency contract: see the header.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "outl_heap_state.h"

#if OUTL_HEAP_SERVED

#include "outl_heap_descriptors.h"

#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

// The system call is newer than supported headers and kernels.
#ifndef SYS_close_range
#define SYS_close_range 436
#endif
enum { close_range_unshare = 2 };

static bool close_range_of(unsigned first, unsigned last, int flags) {
    return syscall(SYS_close_range, first, last, flags) == 0;
}

void outl_descriptors_close(int but) {
    bool all = (but <= 0 || close_range_of(0, (unsigned)but - 1, 0)) && close_range_of((unsigned)(but + 1), ~0U, 0);
    if (all) { return; }
    enum { most = 1 << 20 };
    struct rlimit limit;
    int end = getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < most ? (int)limit.rlim_cur : most;
    for (int file = 0; file < end; file++) {
        if (file != but) { syscall(SYS_close, file); }
    }
}

bool outl_descriptors_leave(void) {
    if (close_range_of(0, ~0U, close_range_unshare)) { return true; }
    if (unshare(CLONE_FILES) != 0) { return false; }
    outl_descriptors_close(-1);
    return true;
}

#endif
