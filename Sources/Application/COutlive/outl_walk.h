#pragma once

/// A walk of the calling thread's stack in which each caller is proven.
///
/// Most functions of a Swift program keep a frame pointer, most of the C library do not, and neither shows at run time.
/// Therefore each return address is looked up in the call frame information (outl_unwind.h), which states how to find
/// the caller from the stack pointer or the frame pointer. A function without such information ends the walk, and the
/// caller has to use another method.
///
/// A walk depends on nothing but the words that it read. Its trail lists them, so that a later capture can prove that
/// the stack is the same by comparing them. They can be read independently of each other, while a walk must read each
/// frame to find the next one.
///
/// A rule is kept as long as the process runs. If a module is unloaded and another one takes its addresses, a walk can
/// miss callers in it, but still reads nothing outside of the stack.
///
/// Concurrency: any thread at any time, also in a signal handler, for its own stack. Nothing is allocated and no lock
/// is taken.

#include "outl_processor.h"

#include <stdbool.h>
#include <stddef.h>

/// A frame record: the caller's frame pointer, then the return address.
struct outl_frame_record {
    uintptr_t caller;
    uintptr_t return_address;
};

/// The function that a capture starts in; the frame of its caller is the first one.
struct outl_stack_origin {
    const struct outl_frame_record *own; ///< Its frame record.
    uintptr_t code;                      ///< An address in its body.
};

#if OUTL_UNWIND_SERVED
/// Returns the origin of a capture that starts in this function, which must not be inlined.
#define OUTL_STACK_ORIGIN(origin) \
    do { \
        (origin).own = __builtin_frame_address(0); \
        OUTL_CODE_HERE((origin).code); \
    } while (0)
#else
#define OUTL_STACK_ORIGIN(origin) (origin) = (struct outl_stack_origin){__builtin_frame_address(0), 0}
#endif

enum { OUTL_TRAIL_LINKS_MAX = 40, OUTL_TRAIL_WORDS_MAX = 24 };

/// The words on which the result of a walk depends, with their places.
///
/// All words are inverted, because saved registers can refer to objects, and the trail must not look like a reference.
struct outl_trail {
    uint32_t link_count; ///< More than OUTL_TRAIL_LINKS_MAX if the trail is incomplete.
    uint32_t word_count; ///< More than OUTL_TRAIL_WORDS_MAX if the trail is incomplete.
    struct outl_trail_link {
        const uintptr_t *place;
        uintptr_t inverted[2];
    } links[OUTL_TRAIL_LINKS_MAX]; ///< Pairs of words, as in a frame record.
    struct outl_trail_word {
        const uintptr_t *place;
        uintptr_t inverted;
    } words[OUTL_TRAIL_WORDS_MAX]; ///< Single words.
};

/// Prepares walks, before the first one. Returns `false` if the platform or the C library does not support them.
bool outl_walk_prepare(void);

/// Stores the return addresses of `origin` and its callers in `frames`, innermost first, and returns their number.
///
/// - depth, skip: The capacity of `frames`, and the number of innermost frames to skip.
/// - high: The end of the stack that `origin` is on.
/// - trail: Receives the words that were read, unless it is null.
///
/// Returns -1 if a caller cannot be proven.
int outl_walk(
    const struct outl_stack_origin *origin, uintptr_t *frames, int depth, int skip, uintptr_t high,
    struct outl_trail *trail);

/// Returns `true` if a trail contains all words that its walk read.
static inline bool outl_trail_is_complete(const struct outl_trail *trail) {
    return trail->link_count > 0 && trail->link_count <= OUTL_TRAIL_LINKS_MAX
        && trail->word_count <= OUTL_TRAIL_WORDS_MAX;
}

/// Returns `true` if the words of a complete trail are unchanged, so that a walk would have the same result.
///
/// All places are further out than the frame in which the walk began. If it is at the same address, they are readable.
static inline bool outl_trail_matches(const struct outl_trail *trail) {
    uintptr_t same = ~(uintptr_t)0;
    const struct outl_trail_link *link = trail->links;
    for (uint32_t left = trail->link_count; left > 0; left--, link++) {
        same &= (link->place[0] ^ link->inverted[0]) & (link->place[1] ^ link->inverted[1]);
    }
    const struct outl_trail_word *word = trail->words;
    for (uint32_t left = trail->word_count; left > 0; left--, word++) { same &= *word->place ^ word->inverted; }
    return same == ~(uintptr_t)0;
}
