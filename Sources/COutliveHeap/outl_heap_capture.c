// Walks the stack of an allocation, or knows it again.
//
// A program allocates at few places, so that most stacks were seen a moment ago. The thread keeps those seen last, with the
// words that were read of each frame. A stack is known again when all of these words are the same: they are read side by
// side, where a walk has to wait for each frame before it knows where the next one is.
//
// Concurrency contract: a thread's stacks are its own; outl_stack_table.h is free of locks. What is read lies between
// the current frame and the end of the thread's stack, which is mapped as long as the thread runs. On another stack (a
// signal's, a coroutine's) nothing is read.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "outl_heap_capture.h"

#include "outl_heap_state.h"
#include "outl_stack_table.h"

#if OUTL_HEAP_SERVED

#include <pthread.h>
#include <stdatomic.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

_Atomic uint32_t outl_heap_epoch;
struct outl_stack_table *outl_heap_stacks;

enum { frames_max = 64, links_kept = 30, cache_bits = 6 };

// Swift's async functions set this bit in the frame pointer that they save.
static const uintptr_t async_frame = (uintptr_t)1 << 60;
// No code lies below: what looks like a return address there is the end of the chain.
static const uintptr_t lowest_code = 4096;

struct kept_stack {
    uintptr_t site;
    uintptr_t frame;
    uint32_t stack;
    uint32_t epoch;
    uint64_t count; // Of `links`.
    struct outl_frame links[links_kept];
};
_Static_assert(sizeof(struct kept_stack) == 512, "found by a shift");

struct outl_stack_cache {
    struct kept_stack kept[1 << cache_bits];
};

static const struct outl_frame *next_of(const struct outl_frame *frame) {
    return (const struct outl_frame *)((uintptr_t)frame->caller & ~async_frame);
}

// Whether a frame's words can be read: it lies on the stack, further out than `inner`.
static bool is_within(const struct outl_frame *frame, uintptr_t inner, uintptr_t high) {
    uintptr_t address = (uintptr_t)frame;
    return address > inner && address < high - sizeof(struct outl_frame) && address % sizeof(uintptr_t) == 0;
}

// Reads all words that were read of this stack, and compares them at once at the end.
static bool is_same(const struct kept_stack *kept) {
    const struct outl_frame *frame = (const struct outl_frame *)kept->frame;
    uintptr_t difference = 0;
    for (uint64_t index = 0; index < kept->count; index++) {
        difference |= ((uintptr_t)frame->caller ^ (uintptr_t)kept->links[index].caller)
            | (frame->return_address ^ kept->links[index].return_address);
        frame = next_of(&kept->links[index]);
    }
    return difference == 0;
}

__attribute__((noinline))
static uint32_t walk(uintptr_t site, const struct outl_frame *frame, uint32_t epoch, struct kept_stack *keep) {
    uintptr_t frames[frames_max + 1];
    uintptr_t high = outl_heap_thread.stack_high;
    uintptr_t inner = (uintptr_t)__builtin_frame_address(0);
    uint64_t links = 0;
    int count = 0, limit = outl_heap_settings.frames;
    if (inner < outl_heap_thread.stack_low || inner >= high) { high = sizeof(struct outl_frame); }
    frames[count++] = site;
    uintptr_t first = (uintptr_t)frame;
    while (count < limit && is_within(frame, inner, high)) {
        struct outl_frame link = *frame;
        if (links < links_kept) { keep->links[links] = link; }
        links++;
        if (link.return_address < lowest_code) { break; }
        frames[count++] = link.return_address;
        inner = (uintptr_t)frame;
        frame = next_of(&link);
    }
    if (epoch > 0) { frames[count++] = epoch; }
    uint32_t stack = outl_stack_table_intern(outl_heap_stacks, frames, count);
    bool kept = links <= links_kept && stack != 0;
    keep->count = kept ? links : 0;
    keep->site = kept ? site : 0;
    keep->frame = first;
    keep->epoch = epoch;
    keep->stack = stack;
    return stack;
}

uint32_t outl_heap_capture(uintptr_t site, const struct outl_frame *frame) {
    uint32_t epoch = atomic_load_explicit(&outl_heap_epoch, memory_order_relaxed);
    struct outl_stack_cache *cache = outl_heap_thread.stacks;
    if (__builtin_expect(!cache, 0)) {
        struct kept_stack unused;
        return walk(site, frame, epoch, &unused);
    }
    uintptr_t mixed = site ^ (uintptr_t)frame >> 4;
    struct kept_stack *kept = &cache->kept[(mixed ^ mixed >> cache_bits) & ((1 << cache_bits) - 1)];
    // A frame that is further in than this one may be of another stack of the same thread, which is gone.
    if (kept->site == site && kept->frame == (uintptr_t)frame && kept->epoch == epoch
        && (uintptr_t)frame > (uintptr_t)__builtin_frame_address(0) && is_same(kept)) {
        return kept->stack;
    }
    return walk(site, frame, epoch, kept);
}

// MARK: Threads

static void find_stack(void) {
    struct outl_heap_thread *thread = &outl_heap_thread;
    if (syscall(SYS_gettid) == getpid()) {
        // The kernel put the program's name at the end of the first thread's stack. pthread_getattr_np would read a file.
        uintptr_t high = getauxval(AT_EXECFN), here = (uintptr_t)__builtin_frame_address(0);
        if (high > here) {
            thread->stack_low = here - ((uintptr_t)64 << 20) < here ? here - ((uintptr_t)64 << 20) : 0;
            thread->stack_high = high / sizeof(uintptr_t) * sizeof(uintptr_t);
            return;
        }
    }
    pthread_attr_t attributes;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) { return; }
    void *low = NULL;
    size_t size = 0;
    pthread_attr_getstack(&attributes, &low, &size);
    pthread_attr_destroy(&attributes);
    thread->stack_low = (uintptr_t)low;
    thread->stack_high = (uintptr_t)low + size;
}

void outl_heap_capture_thread_begins(void) {
    struct outl_heap_thread *thread = &outl_heap_thread;
    if (!outl_heap_stacks) { return; }
    if (thread->stack_high == 0) { find_stack(); }
    void *memory = mmap(
        NULL, sizeof(struct outl_stack_cache), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    thread->stacks = memory == MAP_FAILED ? NULL : memory;
}

void outl_heap_capture_thread_ends(void) {
    struct outl_heap_thread *thread = &outl_heap_thread;
    struct outl_stack_cache *cache = thread->stacks;
    thread->stacks = NULL;
    if (cache) { munmap(cache, sizeof(struct outl_stack_cache)); }
}

#endif
