// The malloc family: goes on to the C library's, and keeps the table of blocks.
//
// Concurrency contract: as the functions themselves, any thread at any time, also before constructors and after
// destructors. A thread whose `busy` is 0 takes the short way: its blocks are recorded. All else (not tracking, a thread that
// was not seen yet, within the tier, a signal handler that interrupted the tier) shows in `busy` and goes the long way.
// A block is forgotten before it is given back, as another thread may have it at once.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "outl_heap_capture.h"
#include "outl_heap_classify.h"
#include "outl_heap_next.h"
#include "outl_heap_state.h"
#include "outl_heap_table.h"

#if OUTL_HEAP_SERVED && !OUTL_HEAP_SANITIZED

#include <malloc.h>
#include <stdatomic.h>
#include <stdlib.h>

#define EXPORTED __attribute__((visibility("default")))
#define LIKELY(condition) __builtin_expect(!!(condition), 1)

// The frame of the exported function, which names its caller. Hidden from the compiler, so that it is read there, even
// when the rest is moved to a function of its own.
#define OWN_FRAME(name) \
    const struct outl_frame *name = __builtin_frame_address(0); \
    __asm__ volatile("" : "+r"(name))

// MARK: Recording

// The stack of an allocation; without swift_slowAlloc, and of an object without the function that called that.
__attribute__((always_inline))
static inline uint32_t capture(uintptr_t site, uintptr_t expected, const struct outl_frame *caller, bool object) {
    if (object) { return outl_heap_capture(caller->caller->return_address, caller->caller->caller); }
    if (site == expected) { return outl_heap_capture(caller->return_address, caller->caller); }
    return outl_heap_capture(site, caller);
}

__attribute__((always_inline))
static inline void record_fast(void *block, size_t size, const struct outl_frame *own, uintptr_t expected) {
    uintptr_t site = own->return_address;
    const struct outl_frame *caller = own->caller;
    bool object = outl_is_object(site, expected, caller);
    uint32_t stack = 0;
    if (outl_heap_stacks) {
        outl_heap_thread.busy = 1;
        OUTL_SIGNAL_FENCE();
        stack = capture(site, expected, caller, object);
    }
    outl_blocks_add_fast((uintptr_t)block, size, object ? OUTL_BLOCK_OBJECT : OUTL_BLOCK_RAW, stack);
}

// The same on the long way: `own` may lie in a frame that is gone, so its content is handed on.
__attribute__((noinline))
static void record(void *block, size_t size, const struct outl_frame own, uintptr_t expected) {
    if (!block) { return; }
    if (outl_heap_thread.busy == 0) {
        record_fast(block, size, &own, expected);
        return;
    }
    if (!atomic_load_explicit(&outl_heap_on, memory_order_relaxed)) {
        if (outl_heap_calibrating()) { outl_heap_learn(own.return_address, own.caller); }
        return;
    }
    if (outl_heap_thread.busy != OUTL_THREAD_NEW) { return; }
    outl_heap_thread_begins();
    record_fast(block, size, &own, expected);
    outl_heap_thread_settle();
}

__attribute__((noinline))
static void *malloc_slow(size_t size, const struct outl_frame own) {
    void *block = outl_heap_next.malloc(size);
    record(block, size, own, outl_heap_callers.malloc);
    return block;
}

static bool forget(void *block, struct outl_block *record) {
    if (!block || !atomic_load_explicit(&outl_heap_on, memory_order_relaxed)) { return false; }
    return outl_blocks_remove(block, record);
}

__attribute__((noinline))
static void free_slow(void *block) {
    if (block && atomic_load_explicit(&outl_heap_on, memory_order_relaxed)) {
        if (outl_heap_thread.busy == OUTL_THREAD_NEW) {
            outl_heap_thread_begins();
            outl_blocks_remove_fast((uintptr_t)block);
            outl_heap_thread_settle();
        } else {
            outl_blocks_remove(block, NULL);
        }
    }
    outl_heap_next.free(block);
}

// MARK: The functions that matter for speed

EXPORTED void *malloc(size_t size) {
    OWN_FRAME(own);
    if (!LIKELY(outl_heap_thread.busy == 0)) { return malloc_slow(size, *own); }
    void *block = outl_heap_next.malloc(size);
    if (LIKELY(block)) { record_fast(block, size, own, outl_heap_callers.malloc); }
    return block;
}

// See outl_heap_refuse.c.
extern __typeof__(malloc) outl_heap_own_malloc __attribute__((alias("malloc"), visibility("hidden")));

EXPORTED void free(void *block) {
    if (!LIKELY(outl_heap_thread.busy == 0)) {
        free_slow(block);
        return;
    }
    if (block) { outl_blocks_remove_fast((uintptr_t)block); }
    outl_heap_next.free(block);
}

// MARK: The others

EXPORTED void *calloc(size_t count, size_t size) {
    OWN_FRAME(own);
    void *block = outl_heap_next.calloc(count, size);
    record(block, count * size, *own, 0);
    return block;
}

// Puts a block back that realloc did not move, or records the one that it made.
static void *record_again(
    void *result, size_t size, void *block, bool known, const struct outl_block *old, const struct outl_frame own
) {
    if (result) {
        // An object that the runtime made longer is one still, and no younger.
        bool object = known && old->kind == OUTL_BLOCK_OBJECT;
        if (object) { outl_blocks_add(result, size, OUTL_BLOCK_OBJECT, old->stack); } else { record(result, size, own, 0); }
    } else if (known && size != 0) {
        outl_blocks_add(block, old->size, (enum outl_block_kind)old->kind, old->stack);
    }
    return result;
}

EXPORTED void *realloc(void *block, size_t size) {
    OWN_FRAME(own);
    struct outl_block old;
    bool known = forget(block, &old);
    return record_again(outl_heap_next.realloc(block, size), size, block, known, &old, *own);
}

EXPORTED void *reallocarray(void *block, size_t count, size_t size) {
    OWN_FRAME(own);
    size_t bytes;
    // Refused with the block left as it is: nothing to forget.
    if (__builtin_mul_overflow(count, size, &bytes)) { return outl_heap_next.reallocarray(block, count, size); }
    struct outl_block old;
    bool known = forget(block, &old);
    return record_again(outl_heap_next.reallocarray(block, count, size), bytes, block, known, &old, *own);
}

EXPORTED int posix_memalign(void **block, size_t alignment, size_t size) {
    OWN_FRAME(own);
    int result = outl_heap_next.posix_memalign(block, alignment, size);
    if (result == 0) { record(*block, size, *own, outl_heap_callers.aligned); }
    return result;
}

EXPORTED void *aligned_alloc(size_t alignment, size_t size) {
    OWN_FRAME(own);
    void *block = outl_heap_next.aligned_alloc(alignment, size);
    record(block, size, *own, outl_heap_callers.aligned);
    return block;
}

EXPORTED void *memalign(size_t alignment, size_t size) {
    OWN_FRAME(own);
    void *block = outl_heap_next.memalign(alignment, size);
    record(block, size, *own, 0);
    return block;
}

EXPORTED void *valloc(size_t size) {
    OWN_FRAME(own);
    void *block = outl_heap_next.valloc(size);
    record(block, size, *own, 0);
    return block;
}

EXPORTED void *pvalloc(size_t size) {
    OWN_FRAME(own);
    void *block = outl_heap_next.pvalloc(size);
    record(block, size, *own, 0);
    return block;
}

EXPORTED size_t malloc_usable_size(void *block) { return outl_heap_next.malloc_usable_size(block); }

#endif
