#pragma once

/// The stack of an allocation, by frame pointers.
///
/// A program allocates at few places, so that most stacks were seen a moment ago. The thread keeps those seen last,
/// with the words that were read of each frame. A stack is known again when all of these words are the same: they are
/// read side by side, where a walk has to wait for each frame before it knows where the next one is.
///
/// Concurrency: on any thread, of its own stack. A signal handler on it may come at any point, and allocate: at worst
/// its stack is taken for that of the block which it interrupted.

#include "outl_heap_classify.h"
#include "outl_heap_state.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { OUTL_LINKS_KEPT = 30, OUTL_STACK_CACHE_BITS = 6 };

/// A stack that was seen: what it is found by, its number, and what was read of it.
struct outl_kept_stack {
    uintptr_t site;
    uintptr_t frame;
    uint32_t stack;
    uint32_t epoch;
    uint32_t count; ///< Of `links`.
    uint32_t mark; ///< Of the first two of a cache: what that is known by.
    struct outl_frame links[OUTL_LINKS_KEPT];
};
_Static_assert(sizeof(struct outl_kept_stack) == 512, "found by a shift");

struct outl_stack_cache {
    struct outl_kept_stack kept[1 << OUTL_STACK_CACHE_BITS];
};

/// The frame that a frame's caller has; Swift's async functions set a bit in the frame pointer that they save.
static inline const struct outl_frame *outl_next_frame(const struct outl_frame *frame) {
    return (const struct outl_frame *)((uintptr_t)frame->caller & ~((uintptr_t)1 << 60));
}

static inline struct outl_kept_stack *outl_kept_stack_at(
    struct outl_stack_cache *cache, uintptr_t site, const struct outl_frame *frame
) {
    uintptr_t mixed = site ^ (uintptr_t)frame >> 4;
    return &cache->kept[(mixed ^ mixed >> OUTL_STACK_CACHE_BITS) & ((1 << OUTL_STACK_CACHE_BITS) - 1)];
}

/// Two words, compared at once.
typedef int outl_pair __attribute__((vector_size(16)));

static inline outl_pair outl_load_pair(const struct outl_frame *frame) {
    outl_pair pair;
    __builtin_memcpy(&pair, frame, sizeof pair);
    return pair;
}

/// The number of a stack that was seen before, as `outl_heap_capture` would return it; 0 where it has to be asked.
///
/// Reads where frames were when the stack was seen. Whatever is there now, it can be read: a thread's stack stays
/// mapped for as long as the thread lives, as far as it was ever used.
__attribute__((always_inline))
static inline uint32_t outl_heap_capture_again(uintptr_t site, const struct outl_frame *frame) {
    struct outl_stack_cache *cache = outl_heap_thread.stacks;
    if (!OUTL_LIKELY(cache)) { return 0; }
    const struct outl_kept_stack *kept = outl_kept_stack_at(cache, site, frame);
    if (!OUTL_LIKELY(kept->site == site && kept->frame == (uintptr_t)frame)) { return 0; }
    if (!OUTL_LIKELY(kept->epoch == atomic_load_explicit(&outl_heap_epoch, memory_order_relaxed))) { return 0; }
    outl_pair same = {-1, -1, -1, -1};
#pragma clang loop unroll(disable)
    for (const struct outl_frame *link = kept->links, *end = link + kept->count; link != end; link++) {
        same &= outl_load_pair(frame) == outl_load_pair(link);
        frame = outl_next_frame(link);
    }
    return OUTL_LIKELY((same[0] & same[1] & same[2] & same[3]) == -1) ? kept->stack : 0;
}

/// The number of the stack whose first frame is `site`, and whose others are found from `frame` on; 0 where there is no
/// room for it. `frame` may be any word: it is followed only within the thread's own stack. On a thread whose `busy` is
/// 0.
uint32_t outl_heap_capture(uintptr_t site, const struct outl_frame *frame);

/// Whether a stack was met for which there was no room any more.
bool outl_heap_capture_is_full(void);

/// Bytes that the stacks seen last take up, of all threads.
size_t outl_heap_capture_memory(void);

/// Whether the page at `address`, which must be readable, is the first one of what a thread keeps: of a `struct
/// outl_stack_cache`.
bool outl_heap_capture_is_cache(uintptr_t address);

/// Learns where the thread's stack is, and gets memory for the stacks seen last.
void outl_heap_capture_thread_begins(void);

/// Gives that memory back.
void outl_heap_capture_thread_ends(void);
