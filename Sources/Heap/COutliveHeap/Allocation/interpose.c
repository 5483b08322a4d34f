// The malloc family: calls the next definition, and maintains the table of blocks.
//
// Concurrency contract: as for the functions themselves, any thread at any time, also before constructors and after
// destructors. A thread whose `busy` is 0 takes the fast path: its blocks are recorded. `busy` is not 0 in all other
// cases (not tracking, a thread not prepared yet, within the tier, a signal handler that interrupted the tier), which
// take the slow path, except that a countdown of bytes or a filter of addresses often shows that nothing is recorded:
// see sample.h. If the address space is limited, all threads take the slow path. A block is removed from the table
// before it is freed, because another thread may get it at once.
//
// Blocks are not filled with zeros, although stale words in them make false edges in the graph. Filling them would cost
// more than everything else, and would hide the program's reads of uninitialised memory.
#include "Allocation/interpose.h"

#include "Allocation/capture.h"
#include "Allocation/ledger.h"
#include "Allocation/next.h"
#include "Allocation/sample.h"
#include "Allocation/table.h"
#include "Allocation/threads.h"

#if OUTL_HEAP_SERVED && !OUTL_HEAP_SANITIZED

#include <malloc.h>
#include <stdlib.h>
#include <string.h>

// Hides from the compiler that a function returns its argument, so that calls of it at the end of another are jumps.
#define RETURN_OPAQUE(block) \
    do { \
        __asm__("" : "+r"(block)); \
        return block; \
    } while (0)

// MARK: Recording

// Acquires what was stored before the tracking was turned on: a thread may be older than the tier.
static bool is_on(void) { return atomic_load_explicit(&outl_heap_on, memory_order_acquire); }

__attribute__((noinline))
static void *add_slow(void *block, size_t size, enum outl_block_kind kind, uint32_t stack) {
    outl_blocks_add_slow((uintptr_t)block, size, kind, stack);
    RETURN_OPAQUE(block);
}

// Counts a block that was just recorded, on a prepared thread.
static void count(const void *block, size_t size, uint32_t stack) {
    outl_ledger_add(outl_heap_thread.ledger, (uintptr_t)block, size, stack);
}

__attribute__((always_inline))
static inline void *add(void *block, size_t size, enum outl_block_kind kind, uint32_t stack) {
    if (OUTL_LIKELY(outl_blocks_add_fast((uintptr_t)block, size, kind, stack))) { RETURN_OPAQUE(block); }
    return add_slow(block, size, kind, stack);
}

__attribute__((noinline))
static void *add_with_new_stack(
    void *block, size_t size, enum outl_block_kind kind, const uintptr_t *slot, const struct outl_frame *frame
) {
    uint32_t stack = outl_heap_capture(slot, frame);
    count(block, size, stack);
    return add(block, size, kind, stack);
}

// Returns the number of a stack, or 0 if none are captured.
static uint32_t stack_of(const uintptr_t *slot, const struct outl_frame *caller) {
    if (!outl_heap_stacks) { return 0; }
    const struct outl_cached_stack *cached = outl_heap_cached(*slot, caller);
    return cached ? cached->stack : outl_heap_capture(slot, caller);
}

__attribute__((noinline))
static void *add_and_count(void *block, size_t size, enum outl_block_kind kind, uint32_t stack) {
    count(block, size, stack);
    return add(block, size, kind, stack);
}

__attribute__((noinline))
static void *settle(void *block) {
    outl_ledger_settle(outl_heap_thread.ledger);
    RETURN_OPAQUE(block);
}

// Every block at an address that is new takes this path, so a heap that grows settles here.
__attribute__((noinline))
static void *add_slow_and_settle(void *block, size_t size, enum outl_block_kind kind, uint32_t stack) {
    outl_blocks_add_slow((uintptr_t)block, size, kind, stack);
    if (outl_ledger_is_due(outl_heap_thread.ledger)) { outl_ledger_settle(outl_heap_thread.ledger); }
    RETURN_OPAQUE(block);
}

// All calls but the inlined ones come last, so that this needs no frame.
__attribute__((always_inline))
static inline void *add_counted(void *block, size_t size, enum outl_block_kind kind, uint32_t stack) {
    struct outl_ledger_page *ledger = outl_heap_thread.ledger;
    if (!OUTL_LIKELY(outl_ledger_add_fast(ledger, (uintptr_t)block, size, stack))) {
        return add_and_count(block, size, kind, stack);
    }
    if (!OUTL_LIKELY(outl_blocks_add_fast((uintptr_t)block, size, kind, stack))) {
        return add_slow_and_settle(block, size, kind, stack);
    }
    if (!OUTL_LIKELY(!outl_ledger_is_due(ledger))) { return settle(block); }
    RETURN_OPAQUE(block);
}

// Records a block with its stack, which omits swift_slowAlloc, and for an object also the caller of that.
__attribute__((always_inline))
static inline void *add_with_stack_by(
    void *(*add)(void *block, size_t size, enum outl_block_kind kind, uint32_t stack), void *block, size_t size,
    const uintptr_t *slot, const struct outl_frame *caller, uintptr_t expected
) {
    uintptr_t site = *slot;
    enum outl_block_kind kind = outl_is_object(site, expected, caller) ? OUTL_BLOCK_OBJECT : OUTL_BLOCK_RAW;
    if (kind == OUTL_BLOCK_OBJECT) { caller = caller->caller; }
    if (site == expected) {
        slot = &caller->return_address;
        site = *slot;
        caller = caller->caller;
    }
    const struct outl_cached_stack *cached = outl_heap_cached(site, caller);
    if (!OUTL_LIKELY(cached)) { return add_with_new_stack(block, size, kind, slot, caller); }
    return add(block, size, kind, cached->stack);
}

__attribute__((noinline))
static void *add_with_stack(
    void *block, size_t size, const uintptr_t *slot, const struct outl_frame *caller, uintptr_t expected
) {
    return add_with_stack_by(add, block, size, slot, caller, expected);
}

static void *record_fast(
    void *block, size_t size, const uintptr_t *slot, const struct outl_frame *caller, uintptr_t expected
) {
    if (outl_heap_stacks) { return add_with_stack(block, size, slot, caller, expected); }
    // Duplicated, so that the kind is a constant in both calls.
    if (outl_is_object(*slot, expected, caller)) { return add(block, size, OUTL_BLOCK_OBJECT, 0); }
    return add(block, size, OUTL_BLOCK_RAW, 0);
}

static void *record_counted(
    void *block, size_t size, const uintptr_t *slot, const struct outl_frame *caller, uintptr_t expected
) {
    if (OUTL_LIKELY(outl_heap_stacks)) { return add_with_stack_by(add_counted, block, size, slot, caller, expected); }
    bool is_object = outl_is_object(*slot, expected, caller);
    return add_and_count(block, size, is_object ? OUTL_BLOCK_OBJECT : OUTL_BLOCK_RAW, 0);
}

// Records a block, on a thread whose `busy` is 0. A separate function, so that malloc itself needs few registers.
__attribute__((used)) OUTL_HIDDEN
void *(*outl_heap_record_fast)(
    void *block, size_t size, const uintptr_t *slot, const struct outl_frame *caller, uintptr_t expected) = record_fast;

// Samples a block, or records it where the fast path does not apply. The stack begins as in `add_with_stack`.
__attribute__((noinline))
static void *add_without_fast_path(
    void *block, size_t size, const uintptr_t *slot, const struct outl_frame *caller, uintptr_t expected
) {
    bool is_runtime = *slot == expected;
    enum outl_block_kind kind = outl_is_object(*slot, expected, caller) ? OUTL_BLOCK_OBJECT : OUTL_BLOCK_RAW;
    if (kind == OUTL_BLOCK_OBJECT) { caller = caller->caller; }
    if (is_runtime) {
        slot = &caller->return_address;
        caller = caller->caller;
    }
    if (outl_heap_settings.rate) {
        outl_sample_add((uintptr_t)block, size, kind, slot, caller);
    } else {
        uint32_t stack = stack_of(slot, caller);
        count(block, size, stack);
        outl_blocks_add_slow((uintptr_t)block, size, kind, stack);
    }
    RETURN_OPAQUE(block);
}

// Records a block on a prepared thread.
static void *record_prepared(
    void *block, size_t size, const uintptr_t *slot, const struct outl_frame *caller, uintptr_t expected
) {
    if (outl_heap_idle) { return add_without_fast_path(block, size, slot, caller, expected); }
    return outl_heap_record_fast(block, size, slot, caller, expected);
}

// Handles a block whose thread is not prepared, or whose countdown it exceeds.
__attribute__((noinline))
static void *record_slow(
    void *block, size_t size, const uintptr_t *slot, const struct outl_frame *caller, uintptr_t expected
) {
    bool on = is_on();
    if (on && outl_heap_settings.rate) {
        return block ? add_without_fast_path(block, size, slot, caller, expected) : block;
    }
    outl_heap_thread.countdown = atomic_load_explicit(&outl_sample_pause, memory_order_relaxed);
    if (!block) { return block; }
    if (!on) {
        if (outl_heap_calibrating()) {
            outl_heap_learn(*slot, caller);
        } else if (outl_heap_thread.busy == OUTL_THREAD_NEW) {
            outl_ledger_add_early(size);
        }
        return block;
    }
    if (outl_heap_thread.busy == OUTL_THREAD_LIMITED) { return record_prepared(block, size, slot, caller, expected); }
    if (outl_heap_thread.busy != OUTL_THREAD_NEW) { return block; }
    outl_heap_thread_begins();
    record_prepared(block, size, slot, caller, expected);
    outl_heap_thread_settle();
    return block;
}

// On any thread.
__attribute__((noinline))
void *outl_heap_record(
    void *block, size_t size, const uintptr_t *slot, const struct outl_frame *caller, uintptr_t expected
) {
    if (OUTL_LIKELY(outl_heap_thread.busy == 0)) {
        return block ? outl_heap_record_fast(block, size, slot, caller, expected) : block;
    }
    uint64_t left = outl_heap_thread.countdown;
    if (!OUTL_LIKELY(left > size)) { return record_slow(block, size, slot, caller, expected); }
    outl_heap_thread.countdown = left - size;
    return block;
}

__attribute__((noinline, used)) OUTL_HIDDEN
void *outl_heap_malloc_slow(size_t size, const uintptr_t *slot, const struct outl_frame *caller) {
    return record_slow(outl_heap_next.malloc(size), size, slot, caller, outl_heap_callers.malloc);
}

static bool remove_record(void *block, struct outl_block *record) {
    if (!block || !outl_sample_may_contain(block)) { return false; }
    if (!is_on()) { return false; }
    if (outl_heap_settings.rate) { return outl_sample_take((uintptr_t)block, record); }
    return outl_blocks_remove(block, record);
}

// Removes a block, as `outl_blocks_remove_fast` does, and counts its release.
static uint32_t *remove_and_count(void *block) {
    uint32_t *slot;
    struct outl_block *record = outl_ledger_is_on() ? outl_blocks_find_fast((uintptr_t)block, &slot) : NULL;
    if (!record) { return outl_blocks_remove_fast((uintptr_t)block); }
    outl_ledger_free(outl_heap_thread.ledger, (uintptr_t)block, block, record);
    return outl_blocks_clear(slot, record);
}

__attribute__((noinline))
static void forget_slow(void *block) {
    if (block && is_on()) {
        if (outl_heap_settings.rate) {
            outl_sample_remove((uintptr_t)block);
        } else if (outl_heap_thread.busy == OUTL_THREAD_NEW) {
            outl_heap_thread_begins();
            uint32_t *slot = outl_heap_idle ? OUTL_NO_REGION : remove_and_count(block);
            if (slot) { outl_blocks_remove_slow((uintptr_t)block, slot); }
            outl_heap_thread_settle();
        } else if (outl_heap_thread.busy == OUTL_THREAD_LIMITED) {
            outl_blocks_remove_slow((uintptr_t)block, OUTL_NO_REGION);
        } else {
            struct outl_block removed;
            bool is_counted = outl_blocks_remove(block, &removed) && outl_ledger_is_on();
            if (is_counted) { outl_ledger_free_shared(block, &removed); }
        }
    }
}

__attribute__((noinline))
static void free_slow(void *block) {
    forget_slow(block);
    outl_heap_next.free(block);
}

void outl_heap_forget(void *block) {
    if (!outl_sample_may_contain(block)) { return; }
    if (!OUTL_LIKELY(outl_heap_thread.busy == 0)) {
        forget_slow(block);
        return;
    }
    uint32_t *slot = block ? remove_and_count(block) : NULL;
    if (slot) { outl_blocks_remove_slow((uintptr_t)block, slot); }
}

__attribute__((noinline))
static void free_and_remove(void *block, uint32_t *slot) {
    outl_blocks_remove_slow((uintptr_t)block, slot);
    struct outl_ledger_page *ledger = outl_heap_thread.ledger;
    if (ledger && outl_ledger_is_due(ledger)) { outl_ledger_settle(ledger); }
    outl_heap_next.free(block);
}

// MARK: malloc and free, which Entry defines

__attribute__((noinline))
static void free_by_steps(void *block) {
    outl_heap_forget(block);
    outl_heap_next.free(block);
}

__attribute__((noinline))
static void free_and_settle(void *block) {
    outl_ledger_settle(outl_heap_thread.ledger);
    outl_heap_next.free(block);
}

static void free_recorded(void *block) {
    if (!OUTL_LIKELY(outl_heap_thread.busy == 0)) {
        free_slow(block);
        return;
    }
    uint32_t *slot = OUTL_LIKELY(block) ? outl_blocks_remove_fast((uintptr_t)block) : NULL;
    if (!OUTL_LIKELY(!slot)) {
        free_and_remove(block, slot);
        return;
    }
    outl_heap_next.free(block);
}

// All calls come last, so that this needs no frame.
static void free_counted(void *block) {
    if (!OUTL_LIKELY(outl_heap_thread.busy == 0 && block)) {
        free_slow(block);
        return;
    }
    struct outl_ledger_page *ledger = outl_heap_thread.ledger;
    uint32_t *slot;
    struct outl_block *record = outl_blocks_find_fast((uintptr_t)block, &slot);
    bool is_counted = OUTL_LIKELY(record) && outl_ledger_free_fast(ledger, (uintptr_t)block, record);
    if (!OUTL_LIKELY(is_counted)) {
        free_by_steps(block);
        return;
    }
    slot = outl_blocks_clear(slot, record);
    if (!OUTL_LIKELY(!slot)) {
        free_and_remove(block, slot);
        return;
    }
    if (!OUTL_LIKELY(!outl_ledger_is_due(ledger))) {
        free_and_settle(block);
        return;
    }
    outl_heap_next.free(block);
}

// Frees a block that may have a record.
__attribute__((used)) OUTL_HIDDEN
void (*outl_heap_free_recorded)(void *block) = free_recorded;

void outl_heap_record_counted(void) {
    outl_heap_record_fast = record_counted;
    outl_heap_free_recorded = free_counted;
}

// MARK: The other functions

// C23: `free` with the size that was requested. An allocator's own would bypass `free`.

OUTL_EXPORTED void free_sized(void *block, size_t size);
OUTL_EXPORTED void free_aligned_sized(void *block, size_t alignment, size_t size);

void free_sized(void *block, size_t size) {
    (void)size;
    outl_heap_free_recorded(block);
}

void free_aligned_sized(void *block, size_t alignment, size_t size) {
    (void)alignment;
    (void)size;
    outl_heap_free_recorded(block);
}

OUTL_INTERPOSED(void *, calloc, (size_t count, size_t size)) {
    return outl_heap_record(outl_heap_next.calloc(count, size), count * size, OUTL_CALL_SLOT(), OUTL_CALLER(), 0);
}

// The C library's own functions would be the innermost frame and hide their callers, as they keep no frame pointer.

#undef strdup
#undef strndup

static char *copy_text(const char *text, size_t length, const uintptr_t *slot, const struct outl_frame *caller) {
    char *block = outl_heap_next.malloc(length + 1);
    if (!block) { return NULL; }
    memcpy(block, text, length);
    block[length] = 0;
    return outl_heap_record(block, length + 1, slot, caller, 0);
}

OUTL_INTERPOSED(char *, strdup, (const char *text)) {
    return copy_text(text, strlen(text), OUTL_CALL_SLOT(), OUTL_CALLER());
}

OUTL_INTERPOSED(char *, strndup, (const char *text, size_t maximum)) {
    return copy_text(text, strnlen(text, maximum), OUTL_CALL_SLOT(), OUTL_CALLER());
}

// Records the block that realloc returned instead of another. It keeps the birth of the old one, and its kind: the
// runtime also reallocates objects.
__attribute__((noinline))
static void record_moved(
    void *block, size_t size, const struct outl_block *old, const uintptr_t *slot, const struct outl_frame *caller
) {
    if (outl_heap_thread.busy == OUTL_THREAD_NEW) {
        outl_heap_thread_begins();
        record_moved(block, size, old, slot, caller);
        outl_heap_thread_settle();
        return;
    }
    struct outl_block moved = *old;
    moved.size = size;
    if (outl_heap_thread.busy != outl_heap_idle) {
        if (outl_ledger_is_on()) { outl_ledger_add_shared(moved.stack, size); }
        outl_blocks_restore((uintptr_t)block, &moved);
        return;
    }
    if (old->kind != OUTL_BLOCK_OBJECT && outl_heap_stacks) {
        moved.stack = stack_of(slot, caller);
    }
    count(block, size, moved.stack);
    outl_blocks_add_born((uintptr_t)block, size, (enum outl_block_kind)moved.kind, moved.stack, moved.birth);
}

// Counts the release of a block that realloc moved or freed.
static void count_released(uintptr_t block, const void *content, const struct outl_block *old) {
    if (!outl_ledger_is_on()) { return; }
    if (outl_heap_thread.busy == outl_heap_idle) {
        outl_ledger_free(outl_heap_thread.ledger, block, content, old);
    } else {
        outl_ledger_free_shared(content, old);
    }
}

// Restores the record of a block that realloc left unchanged, or records the new block.
static void *record_again(
    void *result, size_t size, void *block, bool known, const struct outl_block *old, const uintptr_t *slot,
    const struct outl_frame *caller
) {
    if (!known) { return outl_heap_record(result, size, slot, caller, 0); }
    if (outl_heap_settings.rate) {
        // The new block has a chance of its own.
        if (result || size == 0) { outl_sample_count_freed(old); } else { outl_sample_restore(old); }
        return outl_heap_record(result, size, slot, caller, 0);
    }
    if (result || size == 0) { count_released((uintptr_t)block, result, old); }
    if (result) {
        record_moved(result, size, old, slot, caller);
    } else if (size != 0) {
        outl_blocks_restore((uintptr_t)block, old);
    }
    return result;
}

OUTL_INTERPOSED(void *, realloc, (void *block, size_t size)) {
    struct outl_block old;
    bool known = remove_record(block, &old);
    void *result = outl_heap_next.realloc(block, size);
    return record_again(result, size, block, known, &old, OUTL_CALL_SLOT(), OUTL_CALLER());
}

OUTL_INTERPOSED(void *, reallocarray, (void *block, size_t count, size_t size)) {
    size_t bytes;
    // The call fails and leaves the block unchanged, so its record stays.
    if (__builtin_mul_overflow(count, size, &bytes)) { return outl_heap_next.reallocarray(block, count, size); }
    struct outl_block old;
    bool known = remove_record(block, &old);
    // The C library's reallocarray calls `realloc` above, which would count the block as well.
    void *result = outl_heap_next.realloc(block, bytes);
    return record_again(result, bytes, block, known, &old, OUTL_CALL_SLOT(), OUTL_CALLER());
}

OUTL_INTERPOSED(int, posix_memalign, (void **block, size_t alignment, size_t size)) {
    int result = outl_heap_next.posix_memalign(block, alignment, size);
    if (result == 0) { outl_heap_record(*block, size, OUTL_CALL_SLOT(), OUTL_CALLER(), outl_heap_callers.aligned); }
    return result;
}

OUTL_INTERPOSED(void *, aligned_alloc, (size_t alignment, size_t size)) {
    void *block = outl_heap_next.aligned_alloc(alignment, size);
    return outl_heap_record(block, size, OUTL_CALL_SLOT(), OUTL_CALLER(), outl_heap_callers.aligned);
}

OUTL_INTERPOSED(void *, memalign, (size_t alignment, size_t size)) {
    return outl_heap_record(outl_heap_next.memalign(alignment, size), size, OUTL_CALL_SLOT(), OUTL_CALLER(), 0);
}

OUTL_INTERPOSED(void *, valloc, (size_t size)) {
    return outl_heap_record(outl_heap_next.valloc(size), size, OUTL_CALL_SLOT(), OUTL_CALLER(), 0);
}

OUTL_INTERPOSED(void *, pvalloc, (size_t size)) {
    return outl_heap_record(outl_heap_next.pvalloc(size), size, OUTL_CALL_SLOT(), OUTL_CALLER(), 0);
}

OUTL_EXPORTED size_t malloc_usable_size(void *block) { return outl_heap_next.malloc_usable_size(block); }

#endif
