#pragma once

/// The capture of an allocation's stack. Call frame information leads through the functions without a frame pointer
/// that contain the allocation, frame pointers lead on from there.
///
/// A program allocates at few sites, so that most stacks repeat. Each thread caches recent stacks with the words read
/// from each frame. A cached stack matches if all of these words are unchanged: they can be read independently of each
/// other, while a walk must read each frame to find the next one. Stacks that begin in functions without a frame
/// pointer have entries of their own, found by the place of the return address: the register may be any word. Code
/// without call frame information is not unwound. The first word above that leads to frames is taken, and is assumed to
/// be the same whenever the place, the return address and that word are, because a search is slow.
///
/// Concurrency: on any thread, for its own stack. A signal handler on the thread may interrupt at any point and
/// allocate: in the worst case, the interrupted block gets the handler's stack.

#include "Allocation/classify.h"
#include "Base/state.h"

#include <stdatomic.h>

/// The number of modules unloaded so far. Each stack contains it, so that a reused address keeps its meaning.
extern _Atomic uint32_t outl_heap_epoch OUTL_HIDDEN;

/// A stack whose epoch is above 0 ends with an additional frame: the epoch. No code lies at addresses that low.
enum { OUTL_HEAP_EPOCH_MAX = 4095 };

/// The table of stacks, or null if none are captured.
extern struct outl_stack_table *outl_heap_stacks OUTL_HIDDEN;

enum { OUTL_LINKS_MAX = 30, OUTL_STACK_CACHE_BITS = 6 };

/// A cached stack: its key, its number, and the words of its frames.
struct outl_cached_stack {
    uintptr_t site, frame;
    uint32_t stack; ///< The number of the stack; not 0 in an entry that is used.
    uint32_t epoch;
    uint32_t count; ///< The number of used `links`.
    uint32_t mark;  ///< Half of the number that identifies a cache; set in its first two entries.
    struct outl_frame links[OUTL_LINKS_MAX];
};
_Static_assert(sizeof(struct outl_cached_stack) == 512, "found by a shift");

enum { OUTL_WORDS_MAX = 24, OUTL_UNWOUND_CACHE_BITS = 4 };

/// A word of the stack, with its place.
struct outl_placed_word {
    const uintptr_t *place;
    uintptr_t word;
};

/// A cached stack that begins in functions without a frame pointer: the words by which their callers are found, then
/// the words of frames as above.
struct outl_unwound_stack {
    const uintptr_t *slot; ///< The place of the first return address. With it, all other places are known.
    uintptr_t site;        ///< The first return address; 0 if the entry is empty.
    uintptr_t fp;          ///< The frame pointer register.
    const struct outl_frame *frame; ///< The first frame of `links`.
    uint32_t stack, epoch;
    uint32_t word_count, link_count;
    bool uses_register; ///< `true` if the functions leave the frame pointer as it is, so that `fp` has to be equal.
    bool is_searched;   ///< `true` if `frame` was found by a search, or none was: then `fp` leads to no frame, too.
    struct outl_placed_word words[OUTL_WORDS_MAX];
    struct outl_frame links[OUTL_LINKS_MAX];
};

struct outl_stack_cache {
    struct outl_cached_stack entries[1 << OUTL_STACK_CACHE_BITS];
    struct outl_unwound_stack unwound[1 << OUTL_UNWOUND_CACHE_BITS];
};

/// Returns the caller's frame.
static inline const struct outl_frame *outl_next_frame(const struct outl_frame *frame) {
    return (const struct outl_frame *)((uintptr_t)frame->caller & ~OUTL_ASYNC_FRAME);
}

static inline struct outl_cached_stack *outl_cached_stack_at(
    struct outl_stack_cache *cache, uintptr_t site, const struct outl_frame *frame
) {
    uintptr_t mixed = site ^ (uintptr_t)frame >> 4;
    return &cache->entries[(mixed ^ mixed >> OUTL_STACK_CACHE_BITS) & ((1 << OUTL_STACK_CACHE_BITS) - 1)];
}

/// Two words that are compared at once.
typedef int outl_pair __attribute__((vector_size(16)));

static inline outl_pair outl_load_pair(const struct outl_frame *frame) {
    outl_pair pair;
    __builtin_memcpy(&pair, frame, sizeof pair);
    return pair;
}

/// Returns `true` if the frames from `frame` on contain the same words as `links`.
__attribute__((always_inline))
static inline bool outl_links_match(const struct outl_frame *links, uint32_t count, const struct outl_frame *frame) {
    outl_pair same = {-1, -1, -1, -1};
#pragma clang loop unroll(disable)
    for (const struct outl_frame *link = links, *end = link + count; link != end; link++) {
        same &= outl_load_pair(frame) == outl_load_pair(link);
        frame = outl_next_frame(link);
    }
    return __builtin_reduce_and(same) == -1;
}

/// Returns the cached stack that begins with a return address, or null if `outl_heap_capture` has to be called.
///
/// Reads the addresses at which the frames were when the stack was captured. They are readable whatever they contain
/// now: the used part of a thread's stack stays mapped while the thread lives.
__attribute__((always_inline))
static inline const struct outl_cached_stack *outl_heap_cached(uintptr_t site, const struct outl_frame *frame) {
    struct outl_stack_cache *cache = outl_heap_thread.stacks;
    if (!OUTL_LIKELY(cache)) { return NULL; }
    const struct outl_cached_stack *entry = outl_cached_stack_at(cache, site, frame);
    if (!OUTL_LIKELY(entry->site == site && entry->frame == (uintptr_t)frame)) { return NULL; }
    if (!OUTL_LIKELY(entry->epoch == atomic_load_explicit(&outl_heap_epoch, memory_order_relaxed))) { return NULL; }
    return OUTL_LIKELY(outl_links_match(entry->links, entry->count, frame)) ? entry : NULL;
}

/// Returns the number of the stack that begins with a return address, or 0 if the table is full.
///
/// `slot` is the place of the return address on the stack. `frame` is the frame pointer register of the function that
/// it leads to, and can be any word: it is followed only within the thread's own stack. Called on a thread whose `busy`
/// is `outl_heap_idle`.
uint32_t outl_heap_capture(const uintptr_t *slot, const struct outl_frame *frame);

/// Returns the same without the cache, for a thread whose `busy` is not 0.
uint32_t outl_heap_capture_sampled(const uintptr_t *slot, const struct outl_frame *frame);

/// Returns `true` if a stack was not stored because the table was full.
bool outl_heap_capture_is_full(void);

/// Returns the size of the caches of all threads, in bytes.
size_t outl_heap_capture_memory(void);

/// Returns `true` if the page at `address` is the first one of a `struct outl_stack_cache`. It must be readable.
bool outl_heap_capture_is_cache(uintptr_t address);

/// Finds the bounds of the thread's stack, and allocates its cache.
void outl_heap_capture_thread_begins(void);

/// Releases the cache.
void outl_heap_capture_thread_ends(void);
