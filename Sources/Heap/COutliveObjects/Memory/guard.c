#include "Memory/system.h"

#if OUTL_HEAP_SERVED

#include <setjmp.h>
#include <stdatomic.h>

// Thread-local, so that only faults of the guarded thread are taken.
static __thread volatile bool is_active OUTL_INITIAL_TLS;
static sigjmp_buf end_of_work;
static atomic_bool is_broken;

bool outl_guard_run(void (*work)(void *context), void *context) {
    if (atomic_load(&is_broken)) { return false; }
    // The mask is restored, because the handler does not return.
    if (sigsetjmp(end_of_work, 1) != 0) {
        is_active = false;
        atomic_store(&is_broken, true);
        return false;
    }
    sigset_t faults = OUTL_FAULTS, before;
    pthread_sigmask(SIG_UNBLOCK, &faults, &before);
    is_active = true;
    work(context);
    is_active = false;
    outl_signals_restore(&before);
    return true;
}

void outl_guard_leave(void) {
    if (is_active) { siglongjmp(end_of_work, 1); }
}

#endif
