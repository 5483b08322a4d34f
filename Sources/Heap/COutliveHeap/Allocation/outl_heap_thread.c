// The beginning and the end of threads.
//
// Concurrency contract: runs on the affected thread, with `busy` set. The destructor of a thread-specific key releases
// the thread's records and cache. Later destructors may allocate: the thread is then prepared again, and the destructor
// runs again, as often as the C library repeats that. After that the thread keeps no state between two calls.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "outl_heap_capture.h"
#include "outl_heap_leader.h"
#include "outl_heap_state.h"
#include "outl_heap_table.h"

#if OUTL_HEAP_SERVED

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

__thread struct outl_heap_thread outl_heap_thread = {.busy = OUTL_THREAD_NEW};

static pthread_key_t key;

static void end_thread(void) {
    outl_heap_thread.busy = OUTL_THREAD_NEW | 1;
    OUTL_SIGNAL_FENCE();
    outl_blocks_thread_ends();
    outl_heap_capture_thread_ends();
    OUTL_SIGNAL_FENCE();
    outl_heap_thread.busy = OUTL_THREAD_NEW;
}

// Handles the end of the first thread, which can end before the program.
//
// Another of its destructors may never return: that of libdispatch keeps the thread as long as the program runs. So
// only a second round of destructors shows that it ends.
static void end_leader(void) {
#if !OUTL_HEAP_SANITIZED
    static int rounds;
    // No system call if the tier is off.
    if (!atomic_load(&outl_heap_on)) { return; }
    if (syscall(SYS_gettid) != getpid()) { return; }
    if (++rounds == 1) { pthread_setspecific(key, &outl_heap_thread); }
    if (rounds == 2) { outl_leader_ends(); }
#endif
}

// Does nothing on a thread of the tier itself, whose `busy` is always above 0.
static void destroy(void *unused) {
    (void)unused;
    if (outl_heap_thread.busy == 0) { end_thread(); }
    if (outl_heap_thread.busy == OUTL_THREAD_NEW) { end_leader(); }
}

bool outl_heap_threads_prepare(void) { return pthread_key_create(&key, destroy) == 0; }

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
    OUTL_SIGNAL_FENCE();
    outl_heap_thread.busy = 0;
    errno = saved;
}

void outl_heap_thread_settle(void) {
    if (is_past_destructors()) { end_thread(); }
}

#endif
