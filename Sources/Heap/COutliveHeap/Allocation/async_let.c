// The stacks of `async let`, whose task is no block of its own: the runtime places it in the memory of the parent.
//
// Concurrency contract: as for an allocation; see interpose.c. The note is complete before the task can run.
#include "Allocation/interpose.h"

#if OUTL_HEAP_SERVED && defined(OUTL_HEAP_PRELOADED)

#include "Allocation/capture.h"
#include "Allocation/tasks.h"
#include "Base/state.h"

#include <dlfcn.h>
#include <stdlib.h>

typedef void begin_function(void *let, void *options, void *type, void *entry, void *context, void *result);

static begin_function *find_next(void) {
    static _Atomic(begin_function *) known;
    begin_function *next = atomic_load_explicit(&known, memory_order_relaxed);
    if (!next) {
        next = (begin_function *)dlsym(RTLD_NEXT, "swift_asyncLet_begin");
        if (!next) { abort(); }
        atomic_store_explicit(&known, next, memory_order_relaxed);
    }
    return next;
}

begin_function swift_asyncLet_begin;

// Swift's calling convention passes pointers like that of C.
OUTL_INTERPOSED(
    void, swift_asyncLet_begin, (void *let, void *options, void *type, void *entry, void *context, void *result)) {
    if (outl_heap_settings.tests && outl_heap_stacks && outl_heap_thread.busy == outl_heap_idle) {
        outl_task_note_let((uintptr_t)let, outl_heap_capture(OUTL_CALL_SLOT(), OUTL_CALLER()));
    }
    find_next()(let, options, type, entry, context, result);
}

#endif
