// Contract: no state of its own, so that every function may be called from any thread.
#include "outl_subreaper.h"

#include <errno.h>

#if defined(__linux__)
#include <sys/prctl.h>

int outl_become_subreaper(void) {
    return prctl(PR_SET_CHILD_SUBREAPER, 1L, 0L, 0L, 0L) == 0 ? 0 : errno;
}
#else
int outl_become_subreaper(void) {
    return ENOSYS;
}
#endif
