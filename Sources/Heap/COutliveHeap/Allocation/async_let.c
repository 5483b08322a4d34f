// The stacks of `async let`, whose task is no block of its own: the runtime places it in the memory of the parent.
//
// Concurrency contract: as for an allocation; see interpose.c. The note is complete before the task can run.
#include "Allocation/interpose.h"

#if OUTL_HEAP_SERVED && defined(OUTL_HEAP_PRELOADED)

#include "Allocation/capture.h"
#include "Allocation/creators.h"
#include "Allocation/threads.h"
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

__attribute__((noinline))
static void note(void *let, const struct outl_frame *own) {
    if (!outl_heap_settings.tests || !outl_heap_stacks) { return; }
    // A thread of the executor may begin with this call.
    bool is_new = outl_heap_thread.busy == OUTL_THREAD_NEW && atomic_load(&outl_heap_on);
    if (is_new) { outl_heap_thread_begins(); }
    if (outl_heap_thread.busy != outl_heap_idle) { return; }
    outl_task_note_let((uintptr_t)let, outl_heap_capture(&own->return_address, own->caller));
    if (is_new) { outl_heap_thread_settle(); }
}

OUTL_EXPORTED begin_function swift_asyncLet_begin;

// Swift's calling convention passes pointers like that of C. Jumps to the runtime, so that no stack shows this
// function.
void swift_asyncLet_begin(void *let, void *options, void *type, void *entry, void *context, void *result) {
    note(let, __builtin_frame_address(0));
    __attribute__((musttail)) return find_next()(let, options, type, entry, context, result);
}

#endif
