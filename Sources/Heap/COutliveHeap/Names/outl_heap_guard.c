// Concurrency contract: see the header. `active` is thread-local, so that only faults of the guarded thread are taken.

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "outl_heap_state.h"

#if OUTL_HEAP_SERVED

#include "outl_heap_guard.h"

#include "outl_heap_masked.h"

#include <setjmp.h>
#include <stdatomic.h>

static __thread volatile bool active __attribute__((tls_model("initial-exec")));
static sigjmp_buf way_out;
static atomic_bool broken;

bool outl_heap_guarded(void (*work)(void *context), void *context) {
    if (atomic_load(&broken)) { return false; }
    // The mask is restored, because the handler does not return.
    if (sigsetjmp(way_out, 1) != 0) {
        active = false;
        atomic_store(&broken, true);
        return false;
    }
    sigset_t faults = outl_signals_faults(), before;
    pthread_sigmask(SIG_UNBLOCK, &faults, &before);
    active = true;
    work(context);
    active = false;
    outl_signals_restore(&before);
    return true;
}

void outl_heap_guard_take(void) {
    if (active) { siglongjmp(way_out, 1); }
}

#endif
