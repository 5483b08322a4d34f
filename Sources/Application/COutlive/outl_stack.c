#define _GNU_SOURCE 1 // pthread_getattr_np

#include "outl_stack.h"

#include "outl_capture.h"
#include "outl_processor.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#if defined(__APPLE__)
#include <execinfo.h>
#endif

// MARK: The selected unwinder

typedef int (*backtrace_function)(void **buffer, int size);

static pthread_once_t search_once = PTHREAD_ONCE_INIT;
// Written under `search_once`, read after it.
static backtrace_function found_backtrace;
static bool can_walk;
static atomic_bool frame_pointer_forced, walks_avoided;

static void search_backtrace(void) {
#if defined(__APPLE__)
    found_backtrace = backtrace;
#elif defined(__linux__)
    void *library = dlopen("libunwind.so.8", RTLD_NOW | RTLD_LOCAL);
    if (library) { found_backtrace = (backtrace_function)dlsym(library, "unw_backtrace"); }
#endif
    can_walk = outl_walk_prepare();
}

static backtrace_function selected_backtrace(void) {
    pthread_once(&search_once, search_backtrace);
    return atomic_load_explicit(&frame_pointer_forced, memory_order_relaxed) ? NULL : found_backtrace;
}

enum outl_unwinder outl_stack_unwinder(void) {
#if defined(__APPLE__)
    enum outl_unwinder found = OUTL_UNWINDER_BACKTRACE;
#else
    enum outl_unwinder found = OUTL_UNWINDER_LIBUNWIND;
#endif
    return selected_backtrace() ? found : OUTL_UNWINDER_FRAME_POINTER;
}

void outl_stack_force_frame_pointer(bool force) {
    atomic_store_explicit(&frame_pointer_forced, force, memory_order_relaxed);
}

void outl_stack_avoid_walks(bool avoid) { atomic_store_explicit(&walks_avoided, avoid, memory_order_relaxed); }

bool outl_capture_walks(void) {
    pthread_once(&search_once, search_backtrace);
    return can_walk && !atomic_load_explicit(&frame_pointer_forced, memory_order_relaxed)
        && !atomic_load_explicit(&walks_avoided, memory_order_relaxed);
}

// MARK: libunwind, and backtrace(3)

// The maximum number of frames of Outlive and the unwinder before the return address at which a capture starts.
enum { own_frames = 6 };

static int capture_backtrace(
    backtrace_function backtrace, uintptr_t caller, uintptr_t *frames, int depth, int skip
) {
    void *all[OUTL_STACK_DEPTH_MAX + OUTL_STACK_SKIP_MAX + own_frames];
    int count = backtrace(all, depth + skip + own_frames);
    // The start is found by value, not by a count, so that inlining and the unwinder's version have no effect.
    int first = 0;
    while (first < own_frames && first < count && outl_code_address((uintptr_t)all[first]) != caller) { first++; }
    if (first == own_frames) { return 0; }
    int stored = 0;
    for (int index = first + skip; index < count && stored < depth; index++) {
        frames[stored++] = outl_code_address((uintptr_t)all[index]);
    }
    return stored;
}

// MARK: The thread's stack

_Thread_local struct outl_capture_thread outl_capture_thread;

static void find_bounds(struct outl_capture_thread *thread) {
#if defined(__APPLE__)
    thread->high = (uintptr_t)pthread_get_stackaddr_np(pthread_self());
    thread->low = thread->high - pthread_get_stacksize_np(pthread_self());
#elif defined(__linux__)
    pthread_attr_t attributes;
    if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
        void *start = NULL;
        size_t size = 0;
        pthread_attr_getstack(&attributes, &start, &size);
        pthread_attr_destroy(&attributes);
        thread->low = (uintptr_t)start;
        thread->high = thread->low + size;
    }
#endif
}

bool outl_capture_is_on_own_stack(const struct outl_stack_origin *origin) {
    struct outl_capture_thread *thread = &outl_capture_thread;
    if (thread->high == 0) { find_bounds(thread); }
    return (uintptr_t)origin->own >= thread->low && (uintptr_t)origin->own < thread->high;
}

// MARK: Frame pointers

static int capture_frame_pointers(uintptr_t frame, uintptr_t *frames, int depth, int skip) {
    struct outl_capture_thread *thread = &outl_capture_thread;
    if (thread->high == 0) { find_bounds(thread); }
    const uintptr_t low = thread->low, high = thread->high;
    int stored = 0;
    while (stored < depth && frame % sizeof(uintptr_t) == 0 && frame >= low && frame < high
           && high - frame >= sizeof(struct outl_frame_record)) {
        const struct outl_frame_record *record = (const struct outl_frame_record *)frame;
        if (record->return_address == 0) { break; }
        if (skip > 0) { skip--; } else { frames[stored++] = outl_code_address(record->return_address); }
        uintptr_t next = record->caller & ~OUTL_ASYNC_FRAME;
        if (next <= frame) { break; }
        frame = next;
    }
    return stored;
}

// MARK: Capture

int outl_capture(
    const struct outl_stack_origin *origin, uintptr_t *frames, int depth, int skip, struct outl_trail *trail
) {
    if (outl_capture_walks() && outl_capture_is_on_own_stack(origin)) {
        int count = outl_walk(origin, frames, depth, skip, outl_capture_thread.high, trail);
        if (count >= 0) { return count; }
    }
    if (trail) { trail->link_count = 0; }
    int count = 0;
    backtrace_function backtrace = selected_backtrace();
    if (backtrace) {
        uintptr_t caller = outl_code_address(origin->own->return_address);
        count = capture_backtrace(backtrace, caller, frames, depth, skip);
    }
    return count > 0 ? count : capture_frame_pointers((uintptr_t)origin->own, frames, depth, skip);
}

// Never inlined, because skipped frames are counted from this one.
__attribute__((noinline))
int outl_stack_capture(uintptr_t *frames, int depth, int skip) {
    struct outl_capture_thread *thread = &outl_capture_thread;
    if (depth < 1 || skip < 0 || skip > OUTL_STACK_SKIP_MAX || thread->is_capturing) { return 0; }
    if (depth > OUTL_STACK_DEPTH_MAX) { depth = OUTL_STACK_DEPTH_MAX; }
    thread->is_capturing = true;
    struct outl_stack_origin origin;
    OUTL_STACK_ORIGIN(origin);
    int count = outl_capture(&origin, frames, depth, skip, NULL);
    thread->is_capturing = false;
    return count;
}
