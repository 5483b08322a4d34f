#define _GNU_SOURCE 1 // pthread_getattr_np

#include "outl_stack.h"

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
static backtrace_function found_backtrace; // Written under `search_once`, read after it.
static atomic_bool frame_pointer_forced;

static void search_backtrace(void) {
#if defined(__APPLE__)
    found_backtrace = backtrace;
#elif defined(__linux__)
    void *library = dlopen("libunwind.so.8", RTLD_NOW | RTLD_LOCAL);
    if (library) { found_backtrace = (backtrace_function)dlsym(library, "unw_backtrace"); }
#endif
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

// MARK: libunwind, and backtrace(3)

// The maximum number of frames of Outlive and the unwinder before the return address at which a capture starts.
enum { own_frames = 4 };

static int capture_backtrace(
    backtrace_function backtrace, uintptr_t caller, uintptr_t *frames, int depth, int skip
) {
    void *all[OUTL_STACK_DEPTH_MAX + OUTL_STACK_SKIP_MAX + own_frames];
    int count = backtrace(all, depth + skip + own_frames);
    // The start is found by value, not by a count, so that inlining and the unwinder's version have no effect.
    int first = 0;
    while (first < own_frames && first < count && (uintptr_t)all[first] != caller) { first++; }
    if (first == own_frames) { return 0; }
    int stored = 0;
    for (int index = first + skip; index < count && stored < depth; index++) {
        frames[stored++] = (uintptr_t)all[index];
    }
    return stored;
}

// MARK: Frame pointers

// The bounds of the thread's stack. `high` is 0 until the first walk.
struct stack_bounds {
    uintptr_t low;
    uintptr_t high;
};

static _Thread_local struct stack_bounds thread_bounds;

static struct stack_bounds find_bounds(void) {
    struct stack_bounds bounds = {0, 0};
#if defined(__APPLE__)
    bounds.high = (uintptr_t)pthread_get_stackaddr_np(pthread_self());
    bounds.low = bounds.high - pthread_get_stacksize_np(pthread_self());
#elif defined(__linux__)
    pthread_attr_t attributes;
    if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
        void *start = NULL;
        size_t size = 0;
        pthread_attr_getstack(&attributes, &start, &size);
        pthread_attr_destroy(&attributes);
        bounds.low = (uintptr_t)start;
        bounds.high = bounds.low + size;
    }
#endif
    return bounds;
}

// A frame record: the caller's frame pointer, then the return address.
struct frame_record {
    uintptr_t caller;
    uintptr_t return_address;
};

// Swift's async functions set this bit in the frame pointers that they save.
static const uintptr_t async_frame = sizeof(uintptr_t) == 8 ? (uintptr_t)1 << 60 : 0;

static int capture_frame_pointers(uintptr_t frame, uintptr_t *frames, int depth, int skip) {
    if (thread_bounds.high == 0) { thread_bounds = find_bounds(); }
    struct stack_bounds bounds = thread_bounds;
    int stored = 0;
    while (stored < depth && frame % sizeof(uintptr_t) == 0 && frame >= bounds.low && frame < bounds.high
           && bounds.high - frame >= sizeof(struct frame_record)) {
        const struct frame_record *record = (const struct frame_record *)frame;
        if (record->return_address == 0) { break; }
        if (skip > 0) { skip--; } else { frames[stored++] = record->return_address; }
        uintptr_t next = record->caller & ~async_frame;
        if (next <= frame) { break; }
        frame = next;
    }
    return stored;
}

// MARK: Capture

// Volatile, so that a signal handler on the same thread sees the value throughout the capture.
static _Thread_local volatile bool capturing;

// Never inlined, because skipped frames are counted from this one.
__attribute__((noinline))
int outl_stack_capture(uintptr_t *frames, int depth, int skip) {
    if (depth < 1 || skip < 0 || skip > OUTL_STACK_SKIP_MAX || capturing) { return 0; }
    if (depth > OUTL_STACK_DEPTH_MAX) { depth = OUTL_STACK_DEPTH_MAX; }
    capturing = true;
    int count = 0;
    backtrace_function backtrace = selected_backtrace();
    if (backtrace) {
        uintptr_t caller = (uintptr_t)__builtin_extract_return_addr(__builtin_return_address(0));
        count = capture_backtrace(backtrace, caller, frames, depth, skip);
    }
    if (count == 0) {
        count = capture_frame_pointers((uintptr_t)__builtin_frame_address(0), frames, depth, skip);
    }
    capturing = false;
    return count;
}
