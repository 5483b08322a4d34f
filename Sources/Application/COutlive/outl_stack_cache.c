// The capture into a table, with a cache of the stacks that each thread captured before.
//
// A program registers at few sites, so that most stacks repeat. A cached stack matches if all words are unchanged that
// its walk has read: see outl_walk.h. Comparing them takes a fraction of a walk's time, and the stack need not be
// looked up in the table.
//
// Concurrency contract: a thread's cache is its own, and is used only while `is_capturing` is set, which keeps signal
// handlers out of it. It is mapped by the first capture of a thread and unmapped when the thread ends.

#define _GNU_SOURCE 1 // MAP_ANONYMOUS

#include "outl_capture.h"
#include "outl_stack.h"
#include "outl_stack_table.h"

#include <pthread.h>
#include <sys/mman.h>

enum { entry_bits = 6 };

struct cached_stack {
    const struct outl_frame_record *own; // Of the origin. With it, all places of the trail are known.
    uintptr_t code;
    uint32_t stack; // 0 if the entry is empty.
    uint32_t table; // The serial number.
    int depth, skip;
    struct outl_trail trail;
};

struct outl_cached_stacks {
    struct cached_stack entries[1 << entry_bits];
};

static pthread_once_t key_once = PTHREAD_ONCE_INIT;
static pthread_key_t key; // Written under `key_once`, read after it.
static bool has_key;

static void thread_ends(void *stacks) {
    struct outl_capture_thread *thread = &outl_capture_thread;
    thread->has_ended = true;
    thread->stacks = NULL;
    munmap(stacks, sizeof(struct outl_cached_stacks));
}

static void make_key(void) { has_key = pthread_key_create(&key, thread_ends) == 0; }

// Maps the cache of a thread, unless the thread is ending. Returns null if that fails.
static struct outl_cached_stacks *map(struct outl_capture_thread *thread) {
    pthread_once(&key_once, make_key);
    if (!has_key || thread->has_ended) { return NULL; }
    void *memory = mmap(
        NULL, sizeof(struct outl_cached_stacks), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) { return NULL; }
    if (pthread_setspecific(key, memory) != 0) {
        munmap(memory, sizeof(struct outl_cached_stacks));
        return NULL;
    }
    return thread->stacks = memory;
}

// Returns the return address of the caller of the function with a frame record, if the record leads to another one.
static uintptr_t next_address(const struct outl_frame_record **record, uintptr_t high) {
    uintptr_t next = (*record)->caller;
    bool is_record = next > (uintptr_t)*record && next <= high - sizeof **record && next % sizeof(uintptr_t) == 0;
    if (!is_record) { return 0; }
    *record = (const struct outl_frame_record *)next;
    return (*record)->return_address;
}

// Returns the entry for an origin. Stacks that differ only further out share it, one at a time.
static struct cached_stack *entry_of(
    struct outl_cached_stacks *stacks, const struct outl_stack_origin *origin, uintptr_t high
) {
    const struct outl_frame_record *record = origin->own;
    uint64_t mixed = (uintptr_t)record ^ record->return_address << 4;
    mixed = (mixed ^ next_address(&record, high)) * UINT64_C(0x9E3779B97F4A7C15);
    mixed = (mixed ^ next_address(&record, high)) * UINT64_C(0x9E3779B97F4A7C15);
    return &stacks->entries[mixed >> (64 - entry_bits)];
}

// Captures and interns a stack, and stores it in the entry unless that is null.
__attribute__((noinline))
static uint32_t capture(
    const struct outl_stack_origin *origin, outl_stack_table *table, int depth, int skip, struct cached_stack *entry
) {
    uintptr_t frames[OUTL_STACK_DEPTH_MAX];
    if (entry) { entry->stack = 0; }
    int count = outl_capture(origin, frames, depth, skip, entry ? &entry->trail : NULL);
    uint32_t stack = outl_stack_table_intern(table, frames, count);
    if (!entry || !outl_trail_is_complete(&entry->trail)) { return stack; }
    entry->own = origin->own;
    entry->code = origin->code;
    entry->table = outl_stack_table_serial(table);
    entry->depth = depth;
    entry->skip = skip;
    entry->stack = stack;
    return stack;
}

// Never inlined, because skipped frames are counted from this one.
__attribute__((noinline))
uint32_t outl_stack_table_capture(outl_stack_table *table, int depth, int skip) {
    struct outl_capture_thread *thread = &outl_capture_thread;
    if (!table || depth < 1 || skip < 0 || skip >= OUTL_STACK_SKIP_MAX || thread->is_capturing) { return 0; }
    if (depth > OUTL_STACK_DEPTH_MAX) { depth = OUTL_STACK_DEPTH_MAX; }
    thread->is_capturing = true;
    struct outl_stack_origin origin;
    OUTL_STACK_ORIGIN(origin);
    struct cached_stack *entry = NULL;
    uint32_t stack = 0;
    if (outl_capture_walks() && outl_capture_is_on_own_stack(&origin)) {
        struct outl_cached_stacks *stacks = thread->stacks ? thread->stacks : map(thread);
        if (stacks) { entry = entry_of(stacks, &origin, thread->high); }
        bool is_known = entry && entry->stack != 0 && entry->own == origin.own && entry->code == origin.code
            && entry->table == outl_stack_table_serial(table) && entry->depth == depth && entry->skip == skip;
        if (is_known && outl_trail_matches(&entry->trail)) { stack = entry->stack; }
    }
    if (stack == 0) { stack = capture(&origin, table, depth, skip, entry); }
    thread->is_capturing = false;
    return stack;
}
