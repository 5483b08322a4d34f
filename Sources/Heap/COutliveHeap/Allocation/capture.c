// Concurrency contract: a thread's cache is its own; outl_stack_table.h is lock-free. All reads lie between the current
// frame and the end of the thread's stack, which is mapped as long as the thread runs, or in the contexts of the
// current task, which are alive as long as it runs. On another stack (of a signal handler or coroutine) nothing is read.
#include "Allocation/capture.h"

#if OUTL_HEAP_SERVED

#include "Allocation/creators.h"
#include "Base/own_memory.h"
#include "Base/room.h"
#include "Memory/system.h"
#include "outl_stack_table.h"
#include "outl_unwind.h"

#include <errno.h>
#include <string.h>
#include <sys/auxv.h>

_Atomic uint32_t outl_heap_epoch;
struct outl_stack_table *outl_heap_stacks;

static atomic_bool is_full;
static _Atomic uint32_t caches; // The number of threads with a cache.

bool outl_heap_capture_is_full(void) { return atomic_load_explicit(&is_full, memory_order_relaxed); }

size_t outl_heap_capture_memory(void) {
    return atomic_load_explicit(&caches, memory_order_relaxed) * sizeof(struct outl_stack_cache);
}

enum { frames_max = 64 };
// No code lies below: a lower return address is the end of the chain.
static const uintptr_t lowest_code = 4096;

// Returns `true` if a frame can be read: it lies on the stack, further out than `inner`.
static bool is_within(const struct outl_frame *frame, uintptr_t inner, uintptr_t high) {
    uintptr_t address = (uintptr_t)frame;
    return address > inner && address < high - sizeof(struct outl_frame) && address % sizeof(uintptr_t) == 0;
}

// Returns `true` if a word is the address of a frame, further out than `inner`, that at least two more frames follow.
static bool leads_out(uintptr_t word, uintptr_t inner, uintptr_t low, uintptr_t high) {
    enum { links = 3 };
    const uintptr_t farthest = (uintptr_t)1 << 20, highest_code = (uintptr_t)1 << OUTL_OWN_ADDRESS_BITS;
    for (int link = 0; link < links; link++) {
        const struct outl_frame *frame = (const struct outl_frame *)word;
        if (!is_within(frame, inner, high) || word % 16 != 0 || word - inner > farthest) { return false; }
        uintptr_t code = outl_code_address(frame->return_address);
        if (code < lowest_code || code >= highest_code || (code >= low && code < high)) { return false; }
        inner = word;
        word = (uintptr_t)outl_next_frame(frame);
    }
    return true;
}

// Returns the place of the word that leads to the innermost frame if code without call frame information called, or
// null.
//
// Such a function saves the frame pointer at an unknown place, so the first word above the call that leads out is
// taken. The stack lacks its own callers in that module.
static const uintptr_t *search(const uintptr_t *words, uintptr_t low, uintptr_t high) {
    enum { searched_words = 512 };
    size_t room = (high - (uintptr_t)words) / sizeof *words;
    for (size_t index = 0; index < searched_words && index < room; index++) {
        if (leads_out(words[index], (uintptr_t)&words[index], low, high)) { return &words[index]; }
    }
    return NULL;
}

// A stack during its walk, with what an entry of the cache needs.
struct walk {
    uintptr_t frames[frames_max + 1];
    int count, limit;
    uintptr_t high; // The end of the thread's stack.
    uint32_t epoch;
    uintptr_t task;   // The task that the thread runs, in a process that runs tests; otherwise 0.
    bool is_searched; // The first frame was searched for.
    bool is_async;    // Some frames are those of callers that wait, or of creators.
    const struct outl_frame *frame; // The first one with a frame pointer.
    bool uses_register;
    uint32_t word_count, link_count;
    struct outl_placed_word words[OUTL_WORDS_MAX];
    struct outl_frame links[OUTL_LINKS_MAX];
};

static void note(struct walk *walk, const uintptr_t *place) {
    if (walk->word_count < OUTL_WORDS_MAX) {
        walk->words[walk->word_count] = (struct outl_placed_word){place, *place};
    }
    walk->word_count++;
}

// Walks through functions without a frame pointer. Returns the end of the last frame.
static uintptr_t walk_without_pointer(struct walk *walk, const uintptr_t *slot, const struct outl_frame *frame) {
    struct outl_registers registers = {.sp = slot + 1, .fp = (uintptr_t)frame, .pc = outl_code_address(*slot)};
    enum outl_step step = OUTL_STEP_LAST;
    const uintptr_t *saved;
    walk->uses_register = true;
    while (walk->count < walk->limit) {
        step = outl_unwind(&registers, walk->high, walk->epoch, &saved);
        if (step != OUTL_STEP_DONE) { break; }
        if (saved) {
            walk->uses_register = false;
            note(walk, saved);
        }
        note(walk, registers.slot);
        if (registers.pc < lowest_code) { return (uintptr_t)registers.sp; }
        walk->frames[walk->count++] = registers.pc;
    }
    uintptr_t inner = (uintptr_t)(registers.sp - 1);
    if (step == OUTL_STEP_POINTER || step == OUTL_STEP_UNKNOWN) {
        walk->frame = (const struct outl_frame *)registers.fp;
    }
    if (step == OUTL_STEP_UNKNOWN && walk->count < walk->limit && !is_within(walk->frame, inner, walk->high)) {
        walk->is_searched = true;
        saved = search(registers.sp, outl_heap_thread.stack_low, walk->high);
        if (saved) { note(walk, saved); }
        walk->frame = saved ? (const struct outl_frame *)*saved : NULL;
    }
    return inner;
}

// Adds the frames of the stack that created the current task. Without a task, such as on a thread that is none of the
// executor's, there are none.
static void walk_creator(struct walk *walk) {
    if (walk->count == walk->limit) { return; }
    int count;
    const uintptr_t *frames = outl_stack_table_frames(outl_heap_stacks, outl_task_creator(walk->task), &count);
    if (count > 0) { walk->is_async = true; }
    // The last one may be an epoch.
    for (int index = 0; index < count && walk->count < walk->limit && frames[index] >= lowest_code; index++) {
        walk->frames[walk->count++] = frames[index];
    }
}

// Adds the callers of an asynchronous function, and returns `true`, if the innermost function is one and has this
// frame. Not behind a search, which may have found an old frame.
static bool walk_contexts(struct walk *walk, const struct outl_frame *frame) {
    if (walk->is_searched) { return false; }
    const struct outl_frame *context = outl_task_context(walk->frames[walk->count - 1], frame, walk->epoch);
    if (!context) { return false; }
    walk->is_async = true;
    walk->count += outl_task_callers(context, walk->frames + walk->count, walk->limit - walk->count);
    return true;
}

static void walk_pointers(struct walk *walk, uintptr_t inner) {
    const struct outl_frame *frame = walk->frame;
    while (walk->count < walk->limit && is_within(frame, inner, walk->high)) {
        if (walk->task && walk_contexts(walk, frame)) { return; }
        struct outl_frame link = *frame;
        if (walk->link_count < OUTL_LINKS_MAX) { walk->links[walk->link_count] = link; }
        walk->link_count++;
        if (link.return_address < lowest_code) { break; }
        walk->frames[walk->count++] = outl_code_address(link.return_address);
        inner = (uintptr_t)frame;
        frame = outl_next_frame(&link);
    }
}

// Returns `true` if the return address lies on the thread's own stack, in its used part.
static bool is_on_own_stack(const uintptr_t *slot) {
    uintptr_t here = (uintptr_t)__builtin_frame_address(0);
    uintptr_t low = outl_heap_thread.stack_low, high = outl_heap_thread.stack_high;
    return here >= low && here < high && (uintptr_t)slot > here && (uintptr_t)slot < high;
}

static uint32_t intern(uintptr_t *frames, int count, uint32_t epoch) {
    if (epoch > 0) { frames[count++] = epoch; }
    uint32_t stack = outl_stack_table_intern(outl_heap_stacks, frames, count);
    if (stack == 0) { atomic_store_explicit(&is_full, true, memory_order_relaxed); }
    return stack;
}

// Captures the return address alone: no other word of a foreign stack is known to be readable. Another stack may also
// be too small for a walk.
static uint32_t capture_site(const uintptr_t *slot, uint32_t epoch) {
    uintptr_t frames[2] = {outl_code_address(*slot)};
    return intern(frames, 1, epoch);
}

// Tests that are no tasks run one after the other, so that the time of an allocation shows its test, and their stacks
// need not lead to it, unless all allocations are counted. Deep ones are seldom alike, which makes them slow to store.
static int limit_of_test(const struct walk *walk) {
    enum { innermost = 12 };
    int limit = outl_heap_settings.frames;
    return walk->task || outl_heap_settings.counts || limit < innermost ? limit : innermost;
}

// Fills the fields but for the words and links, which need no initial value. The stack is the thread's own.
static uint32_t walk(struct walk *walk, const uintptr_t *slot, const struct outl_frame *frame, uint32_t epoch) {
    walk->count = 0;
    walk->high = outl_heap_thread.stack_high;
    walk->epoch = epoch;
    walk->is_searched = walk->is_async = walk->uses_register = false;
    walk->task = outl_heap_settings.tests ? outl_task_current() : 0;
    walk->limit = outl_heap_settings.tests ? limit_of_test(walk) : outl_heap_settings.frames;
    walk->word_count = walk->link_count = 0;
    walk->frame = NULL;
    walk->frames[walk->count++] = outl_code_address(*slot);
    walk_pointers(walk, walk_without_pointer(walk, slot, frame));
    // Also without contexts, which a library's functions without a frame pointer hide.
    if (walk->task) { walk_creator(walk); }
    return intern(walk->frames, walk->count, epoch);
}

// MARK: The cache

// Returns the entry for a stack that begins in a function without a frame pointer.
static struct outl_unwound_stack *unwound_at(struct outl_stack_cache *cache, const uintptr_t *slot) {
    uintptr_t mixed = *slot ^ (uintptr_t)slot >> 3;
    return &cache->unwound[(mixed ^ mixed >> OUTL_UNWOUND_CACHE_BITS) & ((1 << OUTL_UNWOUND_CACHE_BITS) - 1)];
}

// Returns the number of a cached stack that begins in a function without a frame pointer, or 0.
static uint32_t capture_unwound(
    struct outl_stack_cache *cache, const uintptr_t *slot, const struct outl_frame *frame, uint32_t epoch
) {
    const struct outl_unwound_stack *entry = unwound_at(cache, slot);
    if (entry->slot != slot || entry->site != *slot || entry->epoch != epoch) { return 0; }
    // A search is only made if the register does not lead to a frame.
    bool is_same = entry->is_searched ? !is_within(frame, (uintptr_t)slot, outl_heap_thread.stack_high)
                                      : entry->fp == (uintptr_t)frame;
    if (entry->uses_register && !is_same) { return 0; }
    // All words lie further out than the return address, so that they are in use now.
    for (uint32_t index = 0; index < entry->word_count; index++) {
        if (*entry->words[index].place != entry->words[index].word) { return 0; }
    }
    return outl_links_match(entry->links, entry->link_count, entry->frame) ? entry->stack : 0;
}

static void remember(
    struct outl_stack_cache *cache, const struct walk *walk, uint32_t stack, const uintptr_t *slot,
    const struct outl_frame *frame
) {
    // The contexts that a cached stack would be compared with may be freed.
    if (walk->is_async) { return; }
    bool is_whole = walk->word_count <= OUTL_WORDS_MAX && walk->link_count <= OUTL_LINKS_MAX && stack != 0;
    if (!is_whole) { return; }
    if (walk->word_count > 0 || walk->is_searched) {
        struct outl_unwound_stack *entry = unwound_at(cache, slot);
        entry->site = 0;
        OUTL_SIGNAL_FENCE();
        entry->slot = slot;
        entry->fp = (uintptr_t)frame;
        entry->frame = walk->frame;
        entry->stack = stack;
        entry->epoch = walk->epoch;
        entry->word_count = walk->word_count;
        entry->link_count = walk->link_count;
        entry->uses_register = walk->uses_register;
        entry->is_searched = walk->is_searched;
        memcpy(entry->words, walk->words, walk->word_count * sizeof *walk->words);
        memcpy(entry->links, walk->links, walk->link_count * sizeof *walk->links);
        OUTL_SIGNAL_FENCE();
        entry->site = *slot;
        return;
    }
    struct outl_cached_stack *entry = outl_cached_stack_at(cache, *slot, frame);
    entry->site = 0;
    OUTL_SIGNAL_FENCE();
    entry->count = walk->link_count;
    entry->frame = (uintptr_t)frame;
    entry->epoch = walk->epoch;
    entry->stack = stack;
    memcpy(entry->links, walk->links, walk->link_count * sizeof *walk->links);
    OUTL_SIGNAL_FENCE();
    entry->site = *slot;
}

// MARK: Captures

__attribute__((noinline))
static uint32_t walk_and_remember(
    struct outl_stack_cache *cache, const uintptr_t *slot, const struct outl_frame *frame, uint32_t epoch
) {
    struct walk walked;
    uint32_t stack = walk(&walked, slot, frame, epoch);
    if (cache) { remember(cache, &walked, stack, slot, frame); }
    return stack;
}

__attribute__((noinline))
uint32_t outl_heap_capture(const uintptr_t *slot, const struct outl_frame *frame) {
    // Once the tier has withdrawn, a system call may end the program.
    if (!atomic_load_explicit(&outl_heap_on, memory_order_relaxed)) { return 0; }
    uint32_t epoch = atomic_load_explicit(&outl_heap_epoch, memory_order_relaxed);
    struct outl_stack_cache *cache = outl_heap_thread.stacks;
    uint32_t stack = cache ? capture_unwound(cache, slot, frame, epoch) : 0;
    if (stack != 0) { return stack; }
    int saved = errno;
    outl_heap_thread.busy = 1;
    OUTL_SIGNAL_FENCE();
    stack = is_on_own_stack(slot) ? walk_and_remember(cache, slot, frame, epoch) : capture_site(slot, epoch);
    OUTL_SIGNAL_FENCE();
    outl_heap_thread.busy = outl_heap_idle;
    errno = saved;
    return stack;
}

static void find_stack(void) {
    struct outl_heap_thread *thread = &outl_heap_thread;
    if (outl_is_first_thread()) {
        // The kernel stores the program's name at the end of the first thread's stack. pthread_getattr_np would read a
        // file.
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

__attribute__((noinline))
static uint32_t walk_uncached(const uintptr_t *slot, const struct outl_frame *frame, uint32_t epoch) {
    struct walk walked;
    return walk(&walked, slot, frame, epoch);
}

uint32_t outl_heap_capture_sampled(const uintptr_t *slot, const struct outl_frame *frame) {
    if (!outl_heap_stacks) { return 0; }
    if (outl_heap_thread.stack_high == 0) { find_stack(); }
    uint32_t epoch = atomic_load_explicit(&outl_heap_epoch, memory_order_relaxed);
    return is_on_own_stack(slot) ? walk_uncached(slot, frame, epoch) : capture_site(slot, epoch);
}

// MARK: Threads

bool outl_heap_capture_is_cache(uintptr_t address) {
    const struct outl_stack_cache *cache = (const struct outl_stack_cache *)address;
    uint64_t mark = outl_own_mark(address);
    return cache->entries[0].mark == (uint32_t)mark && cache->entries[1].mark == (uint32_t)(mark >> 32);
}

void outl_heap_capture_thread_begins(void) {
    struct outl_heap_thread *thread = &outl_heap_thread;
    if (!outl_heap_stacks) { return; }
    if (thread->stack_high == 0) { find_stack(); }
    struct outl_stack_cache *cache = outl_room_pages(sizeof *cache, PROT_READ | PROT_WRITE);
    thread->stacks = cache;
    if (!cache) { return; }
    uint64_t mark = outl_own_mark((uintptr_t)cache);
    cache->entries[0].mark = (uint32_t)mark;
    cache->entries[1].mark = (uint32_t)(mark >> 32);
    atomic_fetch_add_explicit(&caches, 1, memory_order_relaxed);
}

void outl_heap_capture_thread_ends(void) {
    struct outl_heap_thread *thread = &outl_heap_thread;
    struct outl_stack_cache *cache = thread->stacks;
    thread->stacks = NULL;
    // Once the tier has withdrawn, a system call may end the program.
    if (!cache || !atomic_load_explicit(&outl_heap_on, memory_order_relaxed)) { return; }
    outl_room_release(cache, sizeof *cache);
    atomic_fetch_sub_explicit(&caches, 1, memory_order_relaxed);
}

#endif
