// The copy is made by the bare system call, without a signal at its end: the program's own waitpid(-1) never reports
// it, and glibc runs no fork handlers, which would take locks. The service waits for it with __WALL. An emulator of
// programs refuses that: there the copy is a child like any other, whose end the program may notice.
#include "Freeze/freeze.h"

#if OUTL_HEAP_SERVED

#include "Allocation/allocator.h"
#include "Allocation/capture.h"
#include "Allocation/classify.h"
#include "Allocation/ledger.h"
#include "Allocation/other_mapped.h"
#include "Allocation/sample.h"
#include "Allocation/table.h"
#include "Allocation/weight.h"
#include "Base/own_memory.h"
#include "Base/tier_files.h"
#include "File/content.h"
#include "Freeze/frozen_threads.h"
#include "Memory/maps.h"
#include "Memory/system.h"
#include "Objects/recognise.h"
#include "Reader/properties.h"
#include "State/program_state.h"
#include "Types/runtime.h"
#include "outl_stack_table.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>

static struct outl_freeze_result *result; // Shared with the copies.

// MARK: The subject

// The last frame in the table may be the epoch.
static const uintptr_t *frames_of(uint32_t stack, uint32_t *count, uint32_t *epoch) {
    int frame_count = 0;
    const uintptr_t *frames = outl_stack_table_frames(outl_heap_stacks, stack, &frame_count);
    *epoch = 0;
    if (frame_count > 0 && frames[frame_count - 1] <= OUTL_HEAP_EPOCH_MAX) { *epoch = (uint32_t)frames[--frame_count]; }
    *count = (uint32_t)frame_count;
    return frames;
}

// The program only reads the positions of its threads meanwhile.
static bool await_threads(void) {
    for (int tries = 0; !atomic_load(&result->threads_known) && tries < 1000000; tries++) { sched_yield(); }
    return atomic_load(&result->threads_known);
}

static void exclude_own(void (*exclude)(uintptr_t start, uintptr_t end, void *context), void *context) {
    outl_mapped_each_own(exclude, context);
    outl_blocks_each_own(exclude, context);
    outl_ledger_each_own(exclude, context);
    outl_stack_table_each_range(outl_heap_stacks, exclude, context);
    // `exclude` may map more memory.
    size_t count;
    const struct outl_range *mapped = outl_memory_all(&count);
    for (size_t index = 0; index < count; index++) { exclude(mapped[index].start, mapped[index].end, context); }
}

// MARK: Samples

struct visit {
    void (*visit)(const struct outl_block *block, void *context);
    void *context;
};

// A static runtime is recognised by the content of the block, as in `walk_heap`.
static void visit_sample(const struct outl_block *block, void *context) {
    const struct visit *visit = context;
    struct outl_block copy = *block;
    if (!outl_heap_runtime_found()) { outl_recognise(&copy); }
    visit->visit(&copy, visit->context);
}

static void each_sample(void (*visit)(const struct outl_block *block, void *context), void *context) {
    outl_sample_each(visit_sample, &(struct visit){visit, context});
}

static uint64_t weight_of(const struct outl_block *block) {
    return outl_sample_weight(block->size, outl_heap_settings.rate);
}

void outl_freeze_prepare(void) {
    static const char own;
    outl_subject.process = (uint32_t)outl_heap_settings.process;
    outl_subject.each_block = outl_blocks_each;
    if (outl_heap_settings.rate) {
        static struct outl_sampling sampling = {
            .weight_of = weight_of, .each_freed = outl_sample_each_freed, .count = outl_sample_count};
        sampling.rate = outl_heap_settings.rate;
        outl_subject.sampling = &sampling;
        outl_subject.each_block = each_sample;
    }
    static const struct outl_ledger ledger = {.each = outl_ledger_each, .figures = outl_ledger_read_figures};
    if (outl_ledger_is_on()) { outl_subject.ledger = &ledger; }
    outl_subject.has_chunks = outl_allocator.code == 0;
    if (!outl_subject.has_chunks) {
        outl_subject.usable_of = outl_allocator_usable;
        outl_subject.each_heap_range = outl_mapped_each;
        outl_subject.allocator_code = outl_allocator.code;
    }
    outl_subject.frames_of = frames_of;
    outl_subject.await_threads = await_threads;
    outl_subject.own_code = (uintptr_t)&own;
    outl_subject.exclude_own = exclude_own;
    outl_subject.is_own_cache = outl_heap_capture_is_cache;
    outl_subject.own_cache_size = sizeof(struct outl_stack_cache);
    outl_heap_own.cache_size = sizeof(struct outl_stack_cache);
    outl_heap_own.cache_marks[0] = offsetof(struct outl_stack_cache, entries[0].mark);
    outl_heap_own.cache_marks[1] = offsetof(struct outl_stack_cache, entries[1].mark);
}

// MARK: The copy

// Prepares the copy: it ends with the program, is killed first if memory runs out, and leaves no core. No handler of
// the program runs in it, as a blocked fault ends a process.
static void prepare_copy(void) {
    uint64_t all = ~UINT64_C(0);
    syscall(SYS_rt_sigprocmask, SIG_SETMASK, &all, NULL, sizeof all);
    syscall(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    struct rlimit none = {0, 0};
    syscall(SYS_prlimit64, 0, RLIMIT_CORE, &none, NULL);
    int file = (int)syscall(SYS_openat, AT_FDCWD, "/proc/self/oom_score_adj", O_WRONLY);
    if (file >= 0) {
        syscall(SYS_write, file, "1000", 4);
        syscall(SYS_close, file);
    }
}

static void recognise(const struct outl_block *block, void *context) {
    (void)context;
    // The table is the copy's own.
    outl_recognise((struct outl_block *)(uintptr_t)block);
}

// Makes the guard pages inside of mappings readable, in this copy alone. glibc 2.42 and newer guard stacks with them. The
// list of mappings does not show them; a kernel without them refuses the call.
static void remove_guards(void) {
    enum { guard_remove = 103 }; // MADV_GUARD_REMOVE, which older headers lack.
    for (const struct outl_map *map = outl_maps; map < outl_maps + outl_map_count; map++) {
        if (!(map->flags & OUTL_MAP_ANONYMOUS) || !(map->flags & OUTL_MAP_WRITE)) { continue; }
        syscall(SYS_madvise, map->range.start, map->range.end - map->range.start, guard_remove);
    }
}

// Returns `true` if the process itself completes the file, as the runtime cannot be called in a copy.
static bool is_completed_here(const struct outl_freeze_order *order) {
    return outl_runtime.is_called && !order->walk.with_state;
}

// Writes the census, the graph and the stacks. Returns 0 or an errno.
static int walk_heap(const struct outl_freeze_order *order) {
    // Before this copy maps any memory, so that the list contains only the program's.
    uint32_t generation = outl_maps_generation;
    if (!outl_maps_read()) { return OUTL_ERROR_MAPS; }
    if (order->keeps_index) { outl_maps_generation = generation; }
    remove_guards();
    // Samples are recognised as they are visited.
    // A state alone is read from the variables on.
    bool is_recognised = outl_heap_runtime_found() || outl_subject.sampling || order->walk.without_heap;
    if (!is_recognised) { outl_blocks_each(recognise, NULL); }
    // Not every version of the runtime publishes their layout.
    if (!outl_runtime.task_metadata && !order->walk.without_heap) { outl_recognise_tasks(); }
    int error = outl_content_walk(&order->walk, &result->walk);
    // The state is read in this copy, in which the runtime cannot be called.
    if (order->walk.with_state) { outl_reader_begin(); }
    if (error || is_completed_here(order)) { return error; }
    await_threads();
    error = order->complete(&order->walk, result);
    result->state = outl_state_digest();
    return error;
}

_Noreturn static void run_copy(const struct outl_freeze_order *order) {
    prepare_copy();
    // The program may have ended before the prctl call.
    if (syscall(SYS_getppid) == outl_heap_settings.process) {
        outl_descriptors_close(order->walk.file);
        result->error = walk_heap(order);
        atomic_store(&result->done, true);
    }
    for (;;) { syscall(SYS_exit_group, 0); }
}

// MARK: The program

// Returns the exit status of the copy, or -1 after its timeout.
static int await(pid_t copy, int seconds) {
    uint64_t deadline = outl_now(CLOCK_MONOTONIC) + (uint64_t)seconds * outl_second;
    long pause = 200000;
    bool is_late = false;
    for (;;) {
        int status = 0;
        // After the kill it ends soon, whatever it was doing.
        pid_t ended = waitpid(copy, &status, __WALL | (is_late ? 0 : WNOHANG));
        if (ended == copy) { return is_late ? -1 : status; }
        // The program reaped it with __WALL, so it has ended.
        if (ended < 0 && errno != EINTR) { return is_late ? -1 : 0; }
        if (ended == 0 && outl_now(CLOCK_MONOTONIC) > deadline) {
            kill(copy, SIGKILL);
            is_late = true;
        } else if (ended == 0) {
            nanosleep(&(struct timespec){.tv_nsec = pause}, NULL);
            if (pause < 5000000) { pause += pause / 4; }
        }
    }
}

// Returns `true` if the copy wrote everything, and otherwise the reason.
static bool check_result(int status, int seconds, char *reason, size_t reason_size) {
    if (status < 0) {
        snprintf(reason, reason_size, "the copy of the process was not done after %d seconds", seconds);
    } else if (!atomic_load(&result->done)) {
        char by[32] = "another process, or by itself";
        if (WIFSIGNALED(status)) { snprintf(by, sizeof by, "signal %d", WTERMSIG(status)); }
        snprintf(reason, reason_size, "the copy of the process was ended by %s", by);
    } else if (result->error) {
        outl_error_describe(
            reason, reason_size, "the copy of the process could not write what it found", result->error);
    } else {
        return true;
    }
    return false;
}

static int complete_here(const struct outl_freeze_order *order) {
    return outl_maps_read() ? order->complete(&order->walk, result) : OUTL_ERROR_MAPS;
}

static pid_t clone_process(void) {
    long copy = syscall(SYS_clone, 0UL, NULL, NULL, NULL, NULL);
    if (copy < 0 && errno == EINVAL) { copy = syscall(SYS_clone, (unsigned long)SIGCHLD, NULL, NULL, NULL, NULL); }
    return (pid_t)copy;
}

bool outl_freeze(const struct outl_freeze_order *order, char *reason, size_t reason_size) {
    if (!result) { result = outl_pages(sizeof *result, PROT_READ | PROT_WRITE, MAP_SHARED); }
    if (!result) {
        snprintf(reason, reason_size, "no memory for what the copy of the process finds");
        return false;
    }
    memset(result, 0, sizeof *result);
    if (order->walk.with_graph) { outl_threads_list(); }
    result->time = outl_now(CLOCK_REALTIME);
    uint64_t start = outl_now(CLOCK_MONOTONIC);
    // Immediately before the clone, so that few allocations come in between.
    if (order->ends_cycle && !outl_heap_settings.tests) { outl_heap_cycle = order->walk.cycle + 1; }
    pid_t copy = clone_process();
    if (copy == 0) { run_copy(order); }
    int error = errno;
    result->pause = outl_now(CLOCK_MONOTONIC) - start;
    if (copy < 0) {
        outl_error_describe(reason, reason_size, "the process cannot be copied", error);
        return false;
    }
    if (order->walk.with_graph) { outl_threads_recheck(); }
    atomic_store(&result->threads_known, true);
    if (order->copied) { order->copied(); }
    int status = await(copy, order->seconds);
    if (!check_result(status, order->seconds, reason, reason_size)) { return false; }
    error = is_completed_here(order) ? complete_here(order) : 0;
    if (error) { outl_error_describe(reason, reason_size, "the file cannot be written", error); }
    return error == 0;
}

uint64_t outl_freeze_state(void) { return result ? result->state : 0; }

#endif
