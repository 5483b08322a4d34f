// Concurrency contract: a thread's cache is its own; outl_stack_table.h is lock-free. All reads lie between the current
// frame and the end of the thread's stack, which is mapped as long as the thread runs. On another stack (of a signal
// handler or coroutine) nothing is read.
#include "Allocation/capture.h"

#if OUTL_HEAP_SERVED

#include "Memory/system.h"
#include "outl_stack_table.h"

#include <errno.h>
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
    const uintptr_t farthest = (uintptr_t)1 << 20, highest_code = (uintptr_t)1 << 47;
    for (int link = 0; link < links; link++) {
        const struct outl_frame *frame = (const struct outl_frame *)word;
        if (!is_within(frame, inner, high) || word % 16 != 0 || word - inner > farthest) { return false; }
        uintptr_t code = frame->return_address;
        if (code < lowest_code || code >= highest_code || (code >= low && code < high)) { return false; }
        inner = word;
        word = (uintptr_t)outl_next_frame(frame);
    }
    return true;
}

// Returns the innermost frame if a library without frame pointers called, or null.
//
// Such a function saves the frame pointer at an unknown place, so the first word above the call from `site` that leads
// out is taken. The stack lacks its own callers in that library.
static const struct outl_frame *search(uintptr_t site, uintptr_t inner, uintptr_t low, uintptr_t high) {
    enum { own_words = 96, searched_words = 512 };
    const uintptr_t *words = (const uintptr_t *)inner;
    size_t room = (high - inner) / sizeof *words, start = 0;
    for (size_t index = 0; index < own_words && index < room; index++) {
        // The last match is the return address of the call; the others are copies of the tier.
        if (words[index] == site) { start = index; }
    }
    for (size_t index = start; start > 0 && index < start + searched_words && index < room; index++) {
        if (leads_out(words[index], (uintptr_t)&words[index], low, high)) {
            return (const struct outl_frame *)words[index];
        }
    }
    return NULL;
}

static uint32_t walk(uintptr_t site, const struct outl_frame *frame, uint32_t epoch, struct outl_cached_stack *entry) {
    uintptr_t frames[frames_max + 1];
    uintptr_t high = outl_heap_thread.stack_high;
    uintptr_t inner = (uintptr_t)__builtin_frame_address(0);
    uint64_t links = 0;
    int count = 0, limit = outl_heap_settings.frames;
    if (inner < outl_heap_thread.stack_low || inner >= high) { high = sizeof(struct outl_frame); }
    frames[count++] = site;
    uintptr_t first = (uintptr_t)frame;
    bool searched = limit > 1 && high > inner && !is_within(frame, inner, high);
    if (searched) { frame = search(site, inner, outl_heap_thread.stack_low, high); }
    while (count < limit && is_within(frame, inner, high)) {
        struct outl_frame link = *frame;
        if (entry && links < OUTL_LINKS_MAX) { entry->links[links] = link; }
        links++;
        if (link.return_address < lowest_code) { break; }
        frames[count++] = link.return_address;
        inner = (uintptr_t)frame;
        frame = outl_next_frame(&link);
    }
    if (epoch > 0) { frames[count++] = epoch; }
    uint32_t stack = outl_stack_table_intern(outl_heap_stacks, frames, count);
    if (stack == 0) { atomic_store_explicit(&is_full, true, memory_order_relaxed); }
    if (entry) {
        // The register does not lead to a frame found by search, so that it cannot be found again.
        bool is_whole = links <= OUTL_LINKS_MAX && stack != 0 && !searched;
        entry->count = is_whole ? (uint32_t)links : 0;
        entry->site = is_whole ? site : 0;
        entry->frame = first;
        entry->epoch = epoch;
        entry->stack = stack;
    }
    return stack;
}

__attribute__((noinline))
uint32_t outl_heap_capture(uintptr_t site, const struct outl_frame *frame) {
    // Once the tier has withdrawn, a system call may end the program.
    if (!atomic_load_explicit(&outl_heap_on, memory_order_relaxed)) { return 0; }
    int saved = errno;
    uint32_t epoch = atomic_load_explicit(&outl_heap_epoch, memory_order_relaxed);
    struct outl_stack_cache *cache = outl_heap_thread.stacks;
    outl_heap_thread.busy = 1;
    OUTL_SIGNAL_FENCE();
    uint32_t stack = walk(site, frame, epoch, cache ? outl_cached_stack_at(cache, site, frame) : NULL);
    OUTL_SIGNAL_FENCE();
    outl_heap_thread.busy = 0;
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
uint32_t outl_heap_capture_sampled(uintptr_t site, const struct outl_frame *frame) {
    if (!outl_heap_stacks) { return 0; }
    if (outl_heap_thread.stack_high == 0) { find_stack(); }
    return walk(site, frame, atomic_load_explicit(&outl_heap_epoch, memory_order_relaxed), NULL);
}

// MARK: Threads

// Returns the number, derived from the address, that marks a cache. Its first two entries contain the halves.
static uint64_t mark_of(uintptr_t address) {
    return (address ^ UINT64_C(0x6F75746C69766521)) * UINT64_C(0x9E3779B97F4A7C15);
}

bool outl_heap_capture_is_cache(uintptr_t address) {
    const struct outl_stack_cache *cache = (const struct outl_stack_cache *)address;
    uint64_t mark = mark_of(address);
    return cache->entries[0].mark == (uint32_t)mark && cache->entries[1].mark == (uint32_t)(mark >> 32);
}

void outl_heap_capture_thread_begins(void) {
    struct outl_heap_thread *thread = &outl_heap_thread;
    if (!outl_heap_stacks) { return; }
    if (thread->stack_high == 0) { find_stack(); }
    struct outl_stack_cache *cache = outl_pages(sizeof *cache, PROT_READ | PROT_WRITE, MAP_PRIVATE);
    thread->stacks = cache;
    if (!cache) { return; }
    cache->entries[0].mark = (uint32_t)mark_of((uintptr_t)cache);
    cache->entries[1].mark = (uint32_t)(mark_of((uintptr_t)cache) >> 32);
    atomic_fetch_add_explicit(&caches, 1, memory_order_relaxed);
}

void outl_heap_capture_thread_ends(void) {
    struct outl_heap_thread *thread = &outl_heap_thread;
    struct outl_stack_cache *cache = thread->stacks;
    thread->stacks = NULL;
    // Once the tier has withdrawn, a system call may end the program.
    if (!cache || !atomic_load_explicit(&outl_heap_on, memory_order_relaxed)) { return; }
    munmap(cache, sizeof *cache);
    atomic_fetch_sub_explicit(&caches, 1, memory_order_relaxed);
}

#endif
