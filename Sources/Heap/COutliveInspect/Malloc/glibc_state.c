#include "Malloc/glibc_state.h"

#if OUTL_HEAP_SERVED

bool outl_glibc_fail(struct outl_glibc *glibc, const char *problem, uintptr_t address) {
    if (glibc->problem) { return false; }
    glibc->problem = problem;
    glibc->problem_address = address;
    return false;
}

#endif
