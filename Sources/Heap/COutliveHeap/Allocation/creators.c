// Concurrency contract: a slot of `functions`, `checked` and `lets` is one word, which is read and written at once. Two
// addresses can compete for a slot: what is lost is computed again, or a creator is unknown. See creators.h for the
// memory of the program that is read.
#include "Allocation/creators.h"

#if OUTL_HEAP_SERVED

#include "Allocation/clock.h"
#include "Allocation/table.h"
#include "Base/state.h"
#include "Memory/system.h"
#include "Objects/task_parts.h"
#include "Types/runtime.h"
#include "outl_unwind.h"

#include <errno.h>
#include <stdatomic.h>

// MARK: Functions

enum { function_bits = 16, epoch_shift = 50 };
// The address shifted by two, with the epoch and the two bits below.
static _Atomic uint64_t functions[1 << function_bits];
static const uint64_t is_known = 1, is_async = 2;

static bool is_async_function(uintptr_t address, uint32_t epoch) {
    uint64_t key = (uint64_t)epoch << epoch_shift | (uint64_t)address << 2;
    _Atomic uint64_t *slot = &functions[key * UINT64_C(0x9E3779B97F4A7C15) >> (64 - function_bits)];
    uint64_t known = atomic_load_explicit(slot, memory_order_relaxed);
    if ((known & ~(is_known | is_async)) != key || known == 0) {
        uintptr_t start = outl_unwind_function(address);
        known = key | is_known | (start && outl_begins_async(start, address) ? is_async : 0);
        atomic_store_explicit(slot, known, memory_order_relaxed);
    }
    return known & is_async;
}

// MARK: Contexts

static bool is_plausible(uintptr_t address) {
    return address >= 4096 && address >> OUTL_OWN_ADDRESS_BITS == 0 && address % sizeof(uintptr_t) == 0;
}

const struct outl_frame *outl_task_context(uintptr_t address, const struct outl_frame *frame, uint32_t epoch) {
    // The prologue stores the context, which a function that is resumed replaces by its own before its first call.
    uintptr_t context = ((const uintptr_t *)frame)[-1];
    if (!is_plausible(context)) { return NULL; }
    bool is_marked = (uintptr_t)frame->caller & OUTL_ASYNC_FRAME;
    return is_marked || is_async_function(address, epoch) ? (const struct outl_frame *)context : NULL;
}

// The pages that the kernel found readable, each with the period in which it did, as a page can be unmapped.
enum { page_bits = 12, checked_bits = 10, period_bits = 24 };
static _Atomic uint64_t checked[1 << checked_bits];

// The kernel copies the signals to block before it refuses the request, which is none.
static bool kernel_reads(uintptr_t page) {
    enum { no_request = -1 };
    int saved = errno;
    syscall(SYS_rt_sigprocmask, no_request, page << page_bits, NULL, sizeof(uint64_t));
    bool is_read = errno != EFAULT;
    errno = saved;
    return is_read;
}

static bool is_readable(uintptr_t page, uint64_t period) {
    uint64_t known = (uint64_t)page << period_bits | (period & ((1 << period_bits) - 1));
    _Atomic uint64_t *slot = &checked[page % (1 << checked_bits)];
    if (atomic_load_explicit(slot, memory_order_relaxed) == known) { return true; }
    if (!kernel_reads(page)) { return false; }
    atomic_store_explicit(slot, known, memory_order_relaxed);
    return true;
}

// Copies a context, which code that only looks asynchronous can leave anywhere.
static bool read_context(const struct outl_frame *context, struct outl_frame *copy, uint64_t period) {
    uintptr_t first = (uintptr_t)context >> page_bits, last = ((uintptr_t)(context + 1) - 1) >> page_bits;
    if (!is_readable(first, period) || (last != first && !is_readable(last, period))) { return false; }
    *copy = *context;
    return true;
}

int outl_task_callers(const struct outl_frame *context, uintptr_t *frames, int limit) {
    struct outl_frame copy;
    uint64_t period = outl_clock_period();
    int count = 0;
    while (count < limit && is_plausible((uintptr_t)context) && read_context(context, &copy, period)) {
        // The outermost function returns to the runtime, which ends the task.
        if (!copy.caller) { break; }
        uintptr_t code = outl_code_address(copy.return_address);
        if (code < 4096 || code >> OUTL_OWN_ADDRESS_BITS) { break; }
        frames[count++] = code + 1;
        context = copy.caller;
    }
    return count;
}

// MARK: Creators

// The task of an `async let` lies within the variable, which lies within its parent's memory. So its stack is found by
// the address of the variable, in units of 16 bytes. The lower bits choose the slot, which holds the others and the
// stack.
enum { let_bits = 14, let_unit = 16, largest_distance = 256 };
static _Atomic uint64_t lets[1 << let_bits];
static _Atomic uintptr_t task_distance; // From the variable to its task; 0 until it is known.

void outl_task_note_let(uintptr_t let, uint32_t stack) {
    uint64_t unit = let / let_unit;
    uint64_t word = unit >> let_bits << 32 | stack;
    atomic_store_explicit(&lets[unit % (1 << let_bits)], word, memory_order_relaxed);
}

static uint32_t stack_of_let(uintptr_t let) {
    uint64_t unit = let / let_unit;
    uint64_t word = atomic_load_explicit(&lets[unit % (1 << let_bits)], memory_order_relaxed);
    return word >> 32 == unit >> let_bits ? (uint32_t)word : 0;
}

// The distance depends on the version of the runtime. Variables are larger than the greatest one, so that the first
// task that is asked for finds its own.
static uint32_t creator_of_let(uintptr_t task) {
    uintptr_t distance = atomic_load_explicit(&task_distance, memory_order_relaxed);
    if (distance) { return stack_of_let(task - distance); }
    for (distance = let_unit; distance <= largest_distance; distance += let_unit) {
        uint32_t stack = stack_of_let(task - distance);
        if (stack == 0) { continue; }
        atomic_store_explicit(&task_distance, distance, memory_order_relaxed);
        return stack;
    }
    return 0;
}

// Returns the current task of the thread. Weak: a program without tasks has no such function. It reads a variable of
// the thread.
extern uintptr_t outl_current_task(void) __asm__("swift_task_getCurrent") __attribute__((weak, swiftcall));

uintptr_t outl_task_current(void) {
    uintptr_t task = outl_current_task ? outl_current_task() : 0;
    return is_plausible(task) ? task : 0;
}

uint32_t outl_task_creator(uintptr_t task) {
    enum { parents_max = 16 };
    for (int count = 0; task && count < parents_max; count++) {
        uint32_t flags = *(const uint32_t *)(task + OUTL_TASK_FLAGS);
        uint32_t stack = flags & OUTL_TASK_ASYNC_LET ? creator_of_let(task) : outl_blocks_stack(task);
        if (stack) { return stack; }
        if (!(flags & OUTL_TASK_CHILD) || outl_runtime.task_size == 0) { return 0; }
        uintptr_t parent = *(const uintptr_t *)(task + outl_runtime.task_size);
        task = is_plausible(parent) ? parent : 0;
    }
    return 0;
}

#endif
