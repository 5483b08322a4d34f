// The work is done in a forked process. Threads of the caller that wait for any child cannot take the stops of traced
// threads, every inspection begins with fresh state, and a fault in it is an outcome. The caller may be killed at any
// moment: the forked process is in a session of its own, and ends itself. If that one is killed, the kernel lets the
// traced threads continue, and so they do after the longest pause in any case: see Source/bound.h.
#include "outl_inspect.h"

#include "Memory/platform.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#if OUTL_HEAP_SERVED

#include "File/content.h"
#include "Inspect/inspected_subject.h"
#include "Inspect/memory_use.h"
#include "Inspect/notes.h"
#include "Inspect/scan.h"
#include "Memory/system.h"
#include "Objects/recognise.h"
#include "Source/core.h"
#include "Types/elf.h"
#include "Source/process.h"

#include <fcntl.h>
#include <stdatomic.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>

// Memory that the two processes share.
struct shared {
    atomic_bool is_done;
    struct outl_inspect_result result;
};

// MARK: The allocator

// Returns the module that defines malloc in place of the C library, or null.
static const struct outl_module *other_allocator(void) {
    // In parts, so that an audit of an executable with this code does not find the tier in it.
    char tier[32];
    snprintf(tier, sizeof tier, "%s_%s", "outl_heap", "census");
    for (size_t index = 0; index < outl_module_count; index++) {
        const struct outl_module *module = &outl_modules[index];
        // The heap tier passes all calls on.
        bool passes_on = outl_glibc_has(module) || outl_elf_exported(module, tier);
        if (passes_on || !outl_elf_exported(module, "malloc")) { continue; }
        return module;
    }
    return NULL;
}

// Walks the heap with a layout.
static bool walk(
    const struct outl_source *source, const struct outl_glibc_layout *layout, struct outl_glibc *glibc
) {
    outl_glibc_free(glibc);
    *glibc = (struct outl_glibc){
        .layout = layout, .parts = (const void *)source->parts.items, .part_count = source->parts.count,
        .maximum_caches = (uint32_t)source->tracees.count};
    return outl_glibc_walk(glibc);
}

// Walks the heap with the layouts of all versions until one passes the checks: a static executable need not contain
// the version. Returns `false` if it has no such heap.
static bool walk_unknown(const struct outl_source *source, struct outl_glibc *glibc) {
    size_t count;
    const struct outl_glibc_layout *layouts = outl_glibc_layouts(&count);
    for (size_t index = 0; index < count; index++) {
        if (walk(source, &layouts[index], glibc)) { return true; }
    }
    return glibc->arena != 0;
}

// Walks the heap. Returns `false` with the reason in the result.
static bool walk_heap(const struct outl_source *source, struct outl_glibc *glibc, struct outl_inspect_result *result) {
    uint32_t minor = 0;
    const struct outl_module *other = other_allocator();
    if (other) {
        outl_inspect_fail(
            result, OUTL_INSPECT_ALLOCATOR, ENOTSUP, "its allocator is that of %.200s, not glibc's",
            outl_module_name(other));
        return false;
    }
    if (outl_glibc_version(&minor)) {
        const struct outl_glibc_layout *layout = outl_glibc_layout(minor);
        snprintf(result->allocator, sizeof result->allocator, "glibc 2.%u", minor);
        if (!layout) {
            uint32_t oldest = 0, newest = 0;
            outl_inspect_glibc(&oldest, &newest);
            outl_inspect_fail(
                result, OUTL_INSPECT_ALLOCATOR, ENOTSUP,
                "the heap of glibc 2.%u is unknown: 2.%u to 2.%u are supported", minor, oldest, newest);
            return false;
        }
        walk(source, layout, glibc);
    } else if (walk_unknown(source, glibc)) {
        snprintf(result->allocator, sizeof result->allocator, "glibc");
    } else if (!source->is_core && (outl_glibc_has_loader() || result->unread > 0)) {
        // The loader has mapped nothing of the library yet, or only some of it, or another program replaces them.
        outl_inspect_fail(
            result, OUTL_INSPECT_STARTING, EAGAIN, "its libraries are not loaded yet, or cannot be read");
        return false;
    } else {
        outl_inspect_fail(
            result, OUTL_INSPECT_ALLOCATOR, ENOTSUP,
            "its C library is not glibc, and no Swift objects are in its memory");
        return false;
    }
    if (!glibc->problem) { return true; }
    result->detail = glibc->problem_address;
    if (glibc->has_huge_pages) {
        outl_inspect_fail(
            result, OUTL_INSPECT_ALLOCATOR, ENOTSUP, "its malloc uses huge pages (GLIBC_TUNABLES glibc.malloc.hugetlb)");
        return false;
    }
    outl_inspect_fail(result, OUTL_INSPECT_INCONSISTENT, 0, "%s (at 0x%lx)", glibc->problem, glibc->problem_address);
    return false;
}

// MARK: The forked process

// Finds the objects of an unknown allocator. Returns `false` if there are none.
static bool scan(const struct outl_source *source, struct outl_glibc *glibc, struct outl_inspect_result *result) {
    struct outl_array blocks = {0};
    uint64_t objects = outl_scan(source, &blocks);
    if (objects == 0 || blocks.failed) {
        outl_array_free(&blocks);
        return false;
    }
    outl_glibc_free(glibc);
    *glibc = (struct outl_glibc){.blocks = blocks, .is_scanned = true};
    const struct outl_module *other = other_allocator();
    // A version of glibc that is not known keeps its name.
    bool is_named = result->outcome == OUTL_INSPECT_ALLOCATOR && result->allocator[0];
    if (other) {
        snprintf(result->allocator, sizeof result->allocator, "that of %.50s", outl_module_name(other));
    } else if (!is_named) {
        snprintf(result->allocator, sizeof result->allocator, "unknown");
    }
    result->outcome = OUTL_INSPECT_DONE;
    result->reason[0] = 0;
    result->error = 0;
    result->blocks = blocks.count;
    result->objects = objects;
    return true;
}

static bool list_blocks(
    const struct outl_source *source, struct outl_glibc *glibc, struct outl_inspect_result *result
) {
    if (!walk_heap(source, glibc, result)) {
        return result->outcome == OUTL_INSPECT_ALLOCATOR && scan(source, glibc, result);
    }
    for (size_t index = 0; index < glibc->blocks.count; index++) {
        struct outl_block *block = outl_glibc_block(glibc, index);
        outl_recognise(block);
        result->objects += block->kind == OUTL_BLOCK_OBJECT;
    }
    // An allocator that is linked statically need not export anything.
    if (result->objects == 0 && scan(source, glibc, result)) { return true; }
    result->arenas = glibc->arenas;
    result->caches = glibc->caches;
    result->blocks = glibc->blocks.count;
    result->freed = glibc->freed.count;
    result->mapped = glibc->mapped;
    result->is_partial = result->is_partial || glibc->is_partial;
    return true;
}

// Leaves the heap of an unknown allocator out; the reason stays in the result. Returns `false` for any other failure.
static bool omit_heap(struct outl_glibc *glibc, struct outl_inspect_result *result) {
    if (result->outcome != OUTL_INSPECT_ALLOCATOR) { return false; }
    outl_glibc_free(glibc);
    *glibc = (struct outl_glibc){.is_scanned = true};
    result->outcome = OUTL_INSPECT_DONE;
    result->error = 0;
    return true;
}

static void write_snapshot(const struct outl_inspect_order *order, int output, struct outl_inspect_result *result) {
    static struct outl_walk_order walk;
    static struct outl_walk_result found;
    walk = (struct outl_walk_order){
        .file = output, .with_graph = order->with_graph, .with_contents = order->with_contents,
        .with_state = order->with_state,
        .without_heap = order->without_heap, .state_key = {order->state_key[0], order->state_key[1]},
        .open_module = outl_modules_open};
    int error = ftruncate(output, 0) == 0 ? outl_content_walk(&walk, &found) : errno;
    if (error == 0) { error = outl_content_complete(&walk, &found); }
    if (error) {
        outl_inspect_fail(
            result, OUTL_INSPECT_FAILED, error, "the snapshot cannot be written: %s", strerror(error));
    }
}

static void inspect(
    const struct outl_inspect_order *order, int output, int core, pid_t caller, struct outl_inspect_result *result
) {
    static struct outl_source source;
    static struct outl_glibc glibc;
    source.with_memory = order->with_memory;
    source.at_once = order->at_once;
    bool is_read = order->process ? outl_process_read(order->process, (uint64_t)order->pause * outl_millisecond, &source, result)
                                  : outl_core_read(core, order->root, &source, result);
    result->process = source.process;
    if (!is_read) { return; }
    // Without the caller, the result is of no use.
    if (getppid() != caller) { return; }
    result->is_partial = result->is_partial || result->unread > 0 || result->absent > 0;
    outl_modules_read(&source, order->root);
    result->modules = (uint32_t)outl_module_count;
    bool has_heap = !order->without_heap;
    bool is_listed = !has_heap || list_blocks(&source, &glibc, result);
    outl_process_release(&source, result);
    if (!is_listed && !(order->with_memory && omit_heap(&glibc, result))) { return; }
    outl_subject_describe(&source, &glibc, result->pause, result->is_partial);
    if (order->with_memory) { outl_memory_describe(&source, &glibc); }
    outl_notes_describe(&source, &glibc, order->with_graph, result);
    write_snapshot(order, output, result);
}

// Closes all descriptors but two, and moves these away from standard input and output.
static void keep(int *one, int *other) {
    enum { standard = 3 };
    // Without a core file there is only one.
    *one = fcntl(*one, F_DUPFD_CLOEXEC, standard);
    *other = fcntl(*other, F_DUPFD_CLOEXEC, standard);
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    for (int number = 0; number < standard; number++) { dup2(null, number); }
    int low = *one < *other ? *one : *other, high = *one < *other ? *other : *one;
    // Others of the caller's descriptors are pipes, whose other ends would wait for this process, too.
    if (low > standard) { syscall(SYS_close_range, standard, low - 1, 0); }
    if (high - low > 1) { syscall(SYS_close_range, low < standard ? standard : low + 1, high - 1, 0); }
    syscall(SYS_close_range, high + 1, ~0U, 0);
}

// Leaves everything that belongs to the caller: its session, handlers and descriptors.
static void prepare(int seconds) {
    setsid();
    struct sigaction standard_action = {.sa_handler = SIG_DFL};
    for (int signal = 1; signal < NSIG; signal++) { sigaction(signal, &standard_action, NULL); }
    // The limit of the size of files applies to the snapshot, and then is an error.
    signal(SIGXFSZ, SIG_IGN);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    setitimer(ITIMER_REAL, &(struct itimerval){.it_value.tv_sec = seconds}, NULL);
    int file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (file >= 0) {
        (void)!write(file, "1000", 4);
        close(file);
    }
    // Its memory has the other process's contents, which may not reach a core file. A limit alone does not prevent a
    // core that is piped to a program.
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    prctl(PR_SET_NAME, OUTL_INSPECT_NAME, 0, 0, 0);
}

_Noreturn static void run(const struct outl_inspect_order *order, int seconds, pid_t caller, struct shared *shared) {
    int output = order->output, core = order->process ? -1 : order->core;
    prepare(seconds);
    keep(&output, &core);
    inspect(order, output, core, caller, &shared->result);
    atomic_store(&shared->is_done, true);
    for (;;) { _exit(0); }
}

// MARK: The caller

// Waits for the end of the process, and kills it at the deadline. Returns its status, 0 if that is unknown.
static int await(pid_t process, uint64_t deadline) {
    enum { first = 200000, longest = 5000000 };
    long pause = first;
    for (bool is_killed = false;;) {
        int status = 0;
        pid_t ended = waitpid(process, &status, WNOHANG);
        if (ended == process) { return status; }
        // Another thread of the caller reaped it.
        if (ended < 0 && errno != EINTR) { return 0; }
        if (outl_now(CLOCK_MONOTONIC) > deadline) {
            // It may be in a system call that nothing ends.
            if (is_killed) { return 0; }
            kill(process, SIGKILL);
            is_killed = true;
            deadline += outl_second;
        }
        nanosleep(&(struct timespec){.tv_nsec = pause}, NULL);
        if (pause < longest) { pause += pause / 4; }
    }
}

// Sets the outcome of a process that ended without a result.
static void explain(
    const struct outl_inspect_order *order, int status, uint64_t deadline, struct outl_inspect_result *result
) {
    bool is_signaled = WIFSIGNALED(status);
    int signal = is_signaled ? WTERMSIG(status) : 0;
    result->detail = (uint64_t)signal;
    uint64_t longest = (uint64_t)order->pause * outl_millisecond, now = outl_now(CLOCK_MONOTONIC);
    if (signal == SIGKILL && result->began && now - result->began >= longest) {
        outl_inspect_fail(
            result, OUTL_INSPECT_PAUSED, ETIMEDOUT, "its memory was not copied within the longest pause of %d ms",
            order->pause);
    } else if (signal == SIGALRM || now > deadline) {
        outl_inspect_fail(
            result, OUTL_INSPECT_LATE, ETIMEDOUT, "it was not inspected within %d seconds", order->seconds);
    } else {
        outl_inspect_fail(
            result, OUTL_INSPECT_CRASHED, 0, "the inspecting process was ended by signal %d", signal);
    }
}

// Inspects once, up to the deadline.
static void attempt(const struct outl_inspect_order *order, uint64_t deadline, struct shared *shared) {
    struct outl_inspect_result *result = &shared->result;
    memset(shared, 0, sizeof *shared);
    uint64_t now = outl_now(CLOCK_MONOTONIC);
    int seconds = now < deadline ? (int)((deadline - now) / outl_second) + 1 : 1;
    pid_t caller = getpid(), process = fork();
    if (process == 0) { run(order, seconds, caller, shared); }
    if (process < 0) {
        outl_inspect_fail(
            result, OUTL_INSPECT_FAILED, errno, "the inspecting process cannot be started: %s", strerror(errno));
        return;
    }
    int status = await(process, deadline + outl_second);
    if (!atomic_load(&shared->is_done)) { explain(order, status, deadline, result); }
}

// Sets the outcome of a process that seemed to have ended and lives: a thread that executes another program ends the
// others, and takes the number of the first.
static void explain_exec(pid_t process, struct outl_inspect_result *result) {
    bool is_other = result->outcome != OUTL_INSPECT_ENDED || result->detail > 0;
    if (is_other || (kill(process, 0) != 0 && errno == ESRCH)) { return; }
    outl_inspect_fail(result, OUTL_INSPECT_STARTING, EAGAIN, "it becomes another program");
}

// Returns `true` if an inspection is to be repeated: after another one, or if a thread may have been stopped in malloc,
// during an exec, or in the loader of another program.
static bool is_repeated(const struct outl_inspect_order *order, uint32_t number, uint64_t deadline, int outcome) {
    enum { maximum_attempts = 5, wait = 4000000 };
    if (!order->process || outl_now(CLOCK_MONOTONIC) > deadline) { return false; }
    if (outcome == OUTL_INSPECT_INCONSISTENT || outcome == OUTL_INSPECT_STARTING) { return number < maximum_attempts; }
    // So does the first thread look during an exec by another one.
    bool is_ended = outcome == OUTL_INSPECT_HEADLESS || outcome == OUTL_INSPECT_ZOMBIE;
    if (outcome != OUTL_INSPECT_BUSY && !(is_ended && number < maximum_attempts)) { return false; }
    // Not all waiting inspections at the same moment.
    nanosleep(&(struct timespec){.tv_nsec = wait + getpid() % 16 * wait}, NULL);
    return true;
}

enum outl_inspect_outcome outl_inspect(const struct outl_inspect_order *order, struct outl_inspect_result *result) {
    memset(result, 0, sizeof *result);
    struct shared *shared = outl_pages(sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED);
    if (!shared) {
        outl_inspect_fail(result, OUTL_INSPECT_FAILED, ENOMEM, "there is no memory for the result");
        return result->outcome;
    }
    uint64_t deadline = outl_now(CLOCK_MONOTONIC) + (uint64_t)order->seconds * outl_second;
    uint32_t attempts = 0;
    struct outl_inspect_order rest = *order;
    do {
        attempt(&rest, deadline, shared);
        *result = shared->result;
        if (order->process) { explain_exec(order->process, result); }
        // One that waited for its turn did not stop the process.
        attempts += result->outcome != OUTL_INSPECT_BUSY;
        result->attempts = attempts;
        // The longest pause applies to all attempts together.
        rest.pause -= (int)(result->pause / outl_millisecond);
        if (rest.pause < 1) { break; }
    } while (is_repeated(order, attempts, deadline, result->outcome));
    munmap(shared, sizeof *shared);
    return result->outcome;
}

#else

enum outl_inspect_outcome outl_inspect(const struct outl_inspect_order *order, struct outl_inspect_result *result) {
    (void)order;
    memset(result, 0, sizeof *result);
    result->outcome = OUTL_INSPECT_UNSUPPORTED;
    snprintf(result->reason, sizeof result->reason, "inspections need Linux with glibc on x86_64 or aarch64");
    return result->outcome;
}

#endif
