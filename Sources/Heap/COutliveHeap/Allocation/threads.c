#include "Allocation/threads.h"

#include "Allocation/capture.h"
#include "Allocation/ledger.h"
#include "Allocation/table.h"

#if OUTL_HEAP_SERVED

#include "Memory/system.h"

#include <errno.h>
#include <limits.h>
#include <stdatomic.h>

static pthread_key_t key;
static void (*first_thread_ended)(void);

static void end_thread(void) {
    outl_heap_thread.busy = OUTL_THREAD_NEW | 1;
    OUTL_SIGNAL_FENCE();
    outl_blocks_thread_ends();
    outl_ledger_thread_ends();
    outl_heap_capture_thread_ends();
    OUTL_SIGNAL_FENCE();
    outl_heap_thread.busy = OUTL_THREAD_NEW;
}

// Handles the end of the first thread, which can end before the program.
//
// Another of its destructors may never return: libdispatch's keeps the thread as long as the program runs. So
// only a second round of destructors shows that it ends.
static void end_first_thread(void) {
    static int rounds;
    // No system call if the tier is off.
    if (!atomic_load(&outl_heap_on) || !outl_is_first_thread()) { return; }
    if (++rounds == 1) { pthread_setspecific(key, &outl_heap_thread); }
    if (rounds == 2) { first_thread_ended(); }
}

// Does nothing on a thread of the tier itself, whose `busy` is always above `outl_heap_idle`.
static void destroy(void *unused) {
    (void)unused;
    if (outl_heap_thread.busy == outl_heap_idle) { end_thread(); }
    if (outl_heap_thread.busy == OUTL_THREAD_NEW) { end_first_thread(); }
}

bool outl_heap_threads_prepare(void (*first_thread_ends)(void)) {
    first_thread_ended = first_thread_ends;
    return pthread_key_create(&key, destroy) == 0;
}

void outl_heap_threads_watch_first(void) { pthread_setspecific(key, &outl_heap_thread); }

static bool is_past_destructors(void) { return outl_heap_thread.preparations > PTHREAD_DESTRUCTOR_ITERATIONS; }

void outl_heap_thread_begins(void) {
    int saved = errno;
    outl_heap_thread.busy = OUTL_THREAD_NEW | 1;
    OUTL_SIGNAL_FENCE();
    if (!is_past_destructors()) {
        outl_heap_thread.preparations++;
        outl_heap_capture_thread_begins();
        pthread_setspecific(key, &outl_heap_thread);
    }
    outl_ledger_thread_begins();
    OUTL_SIGNAL_FENCE();
    outl_heap_thread.busy = outl_heap_idle;
    errno = saved;
}

void outl_heap_thread_settle(void) {
    if (is_past_destructors()) { end_thread(); }
}

#endif
