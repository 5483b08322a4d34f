// The constructor: decides whether to record this process, and starts the tier. Also the functions of outl_heap.h.
//
// Concurrency contract: the constructor runs once, before main, on the first thread. A constructor of another library
// may have started threads: they see `outl_heap_on` become `true` when everything is ready, and record from their next
// block on. Blocks allocated before are not recorded.
#include "outl_heap.h"

#include "Base/state.h"

#include <stdatomic.h>

#if defined(__linux__)

#include "Allocation/allocator.h"
#include "Allocation/capture.h"
#include "Allocation/classify.h"
#include "Allocation/clock.h"
#include "Allocation/interpose.h"
#include "Allocation/ledger.h"
#include "Allocation/operators.h"
#include "Allocation/sample.h"
#include "Allocation/table.h"
#include "Allocation/threads.h"
#include "Base/own_memory.h"
#include "Base/room.h"
#include "Base/tier_files.h"
#include "Freeze/freeze.h"
#include "Freeze/frozen_threads.h"
#include "Loader/loader.h"
#include "Memory/maps.h"
#include "Memory/system.h"
#include "Objects/recognise.h"
#include "Service/ending.h"
#include "Service/first_thread.h"
#include "Service/service.h"
#include "Snapshot/profile.h"
#include "Start/exit_report.h"
#include "Start/greeting.h"
#include "Start/program.h"
#include "Start/test_marks.h"
#include "outl_stack_table.h"
#include "outl_unwind.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { reason_size = 512, runs_max = 1000000, usual_frames = 16 };

// Returns `true` if a variable of the environment is 1.
static bool is_set(const char *name) {
    const char *text = secure_getenv(name);
    return text && strcmp(text, "1") == 0;
}

// Reads the mean distance of samples, 0 to record all blocks. Returns `false` if it is no number of bytes.
static bool read_rate(void) {
    const char *text = secure_getenv("OUTLIVE_HEAP_SAMPLE");
    outl_heap_settings.rate = 0;
    if (!text || !*text) { return true; }
    char *end = NULL;
    unsigned long long rate = strtoull(text, &end, 10);
    if (*text < '0' || *text > '9' || *end != 0 || rate == 0 || rate > OUTL_RATE_MAX) { return false; }
    outl_heap_settings.rate = rate;
    return true;
}

static bool read_settings(const char *directory) {
    size_t length = strlen(directory);
    while (length > 1 && directory[length - 1] == '/') { length--; }
    // Leaves room for the names of files.
    if (directory[0] != '/' || length >= sizeof outl_heap_settings.directory - 64) { return false; }
    memcpy(outl_heap_settings.directory, directory, length);
    outl_heap_settings.directory[length] = 0;
    const char *frames = secure_getenv("OUTLIVE_HEAP_FRAMES"), *at_exit = secure_getenv("OUTLIVE_HEAP_EXIT");
    const char *tests = secure_getenv("OUTLIVE_HEAP_TESTS");
    char *end = NULL;
    long count = frames ? strtol(frames, &end, 10) : usual_frames;
    if (frames && (end == frames || *end != 0)) { count = usual_frames; }
    outl_heap_settings.frames = count < 0 ? 0 : count > 64 ? 64 : (int)count;
    outl_heap_settings.at_exit = !at_exit || strcmp(at_exit, "0") != 0;
    outl_heap_settings.with_graph = is_set("OUTLIVE_HEAP_GRAPH");
    long runs = tests ? strtol(tests, NULL, 10) : 0;
    outl_heap_settings.tests = runs < 0 ? 0 : runs > runs_max ? runs_max : (int)runs;
    outl_heap_settings.states = outl_heap_settings.tests > 0 && is_set("OUTLIVE_HEAP_STATES");
    outl_heap_settings.counts = is_set("OUTLIVE_HEAP_ALLOCATIONS");
    outl_heap_settings.process = getpid();
    return true;
}

static void print(const char *reason) {
    char line[reason_size + 64];
    int length = snprintf(line, sizeof line, "outlive: process %d is not watched: %s\n", getpid(), reason);
    ssize_t written = write(STDERR_FILENO, line, (size_t)length);
    (void)written;
}

static void describe_unwritable(char *reason, const char *why) {
    snprintf(reason, reason_size, "OUTLIVE_HEAP cannot be written: %s", why);
}

// The signal state saved while the tier writes. Exceeding a file size limit, or writing to a pipe without a reader,
// must not end the program.
struct quiet {
    sigset_t before, pending;
};

static void begin_quiet(struct quiet *quiet) {
    sigset_t signals = OUTL_SIGNALS(SIGXFSZ, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &signals, &quiet->before);
    sigpending(&quiet->pending);
}

// Discards the signals that arrived meanwhile. Unblocks only these two, because the service's signal must stay blocked.
static void end_quiet(const struct quiet *quiet) {
    static const int both[] = {SIGXFSZ, SIGPIPE};
    struct timespec none = {0, 0};
    for (size_t index = 0; index < OUTL_COUNT(both); index++) {
        sigset_t one = OUTL_SIGNALS(both[index]);
        if (!sigismember(&quiet->pending, both[index])) {
            while (sigtimedwait(&one, NULL, &none) > 0) {}
        }
        if (!sigismember(&quiet->before, both[index])) { pthread_sigmask(SIG_UNBLOCK, &one, NULL); }
    }
}

// Stops recording. Also in a child of fork: it has a copy of the tables, but no service thread. A program that it
// executes starts the tier anew.
static void stop_recording(void) {
    atomic_store_explicit(&outl_heap_on, false, memory_order_relaxed);
    outl_heap_thread.busy |= OUTL_THREAD_NEW;
#if OUTL_HEAP_SERVED
    outl_sample_end();
#endif
}

#if OUTL_HEAP_SERVED && !OUTL_HEAP_SANITIZED

// Under a limit of address space, stacks take a quarter of what is left, and names come from metadata: the runtime
// would allocate on the service thread, for which the C library reserves 64 MiB.
static void prepare_stacks(void) {
    static const size_t maximum = (size_t)512 << 20, step = (size_t)1 << 20, buckets = (size_t)320 << 10;
    size_t size = maximum;
    if (outl_room_is_limited()) {
        size = outl_room_left() / 4 / step * step;
        size = size < step ? step : size > maximum / 8 ? maximum / 8 : size;
        if (!outl_room_take(size + buckets)) { return; }
    }
    outl_unwind_prepare();
    outl_heap_stacks = outl_stack_table_create(size);
    if (!outl_heap_stacks) { return; }
    struct outl_own_chunks *own = &outl_heap_own.stacks;
    size_t chunk = 0;
    own->addresses = (uintptr_t)outl_stack_table_chunks(outl_heap_stacks, &own->count, &chunk);
    own->size = chunk;
}

static const char *prepare(void) {
    if (outl_room_is_limited() && !outl_heap_settings.rate) { outl_heap_idle = OUTL_THREAD_LIMITED; }
    if (outl_heap_settings.frames > 0) { prepare_stacks(); }
    bool has_table = outl_heap_settings.rate ? outl_sample_prepare() : outl_blocks_prepare(outl_allocator.code != 0);
    if (!has_table) { return "no address space is left for the table of blocks"; }
    if (outl_ledger_is_on()) {
        if (!outl_ledger_prepare()) { return "no address space is left to count allocations"; }
        outl_heap_record_counted();
    }
    if (!outl_heap_threads_prepare(outl_first_thread_ends)) { return "no thread-specific key is left"; }
    if (!outl_heap_settings.rate) { outl_sample_open_filter(); }
    outl_freeze_prepare();
    outl_reflection_prepare();
    if (outl_heap_runtime_found() && !outl_heap_calibrate()) {
        return "the allocation functions of this Swift runtime are not as expected";
    }
    return pthread_atfork(NULL, NULL, stop_recording) == 0 ? NULL : "no memory is left";
}

// Returns `true` if a recorded block is an object, by its content if its allocation did not show that.
static bool is_object(const struct outl_block *block) {
    if (outl_heap_runtime_found()) { return block->kind == OUTL_BLOCK_OBJECT; }
    struct outl_block copy = *block;
    outl_heap_busy++;
    outl_modules_refresh();
    outl_heap_busy--;
    if (outl_maps_read()) { outl_recognise(&copy); }
    return copy.kind == OUTL_BLOCK_OBJECT;
}

// Allocates an object that is recorded, also if allocations are sampled.
static void *make_control(void) {
    if (outl_heap_settings.rate) { outl_sample_force(); }
    return outl_heap_control_make();
}

static const struct outl_block *find_block(void *object) {
    static struct outl_block sample;
    if (!outl_heap_settings.rate) { return outl_blocks_find((uintptr_t)object); }
    return outl_sample_find((uintptr_t)object, &sample) ? &sample : NULL;
}

// Checks the recording with two objects: the live one must be in the table as an object, the released one must not.
static struct outl_heap_controls check(void) {
    void *live = make_control(), *released = make_control();
    outl_heap_control_end(released);
    const struct outl_block *found = find_block(live);
    struct outl_heap_controls controls = {
        .leak_found = found && is_object(found),
        .false_alarm = find_block(released) != NULL,
    };
    outl_heap_control_end(live);
    if (outl_heap_settings.rate) { outl_sample_reset(); }
    if (outl_ledger_is_on()) { outl_ledger_reset(); }
    return controls;
}

static void withdraw(void) {
    if (outl_heap_settings.rate) { outl_sample_end(); }
    outl_ending_restore_handlers();
}

static bool start_service(char *reason) {
    static const struct outl_service_hooks hooks = {.tick = outl_first_thread_check, .withdraw = withdraw};
    outl_heap_busy++;
    bool is_started = outl_service_start(&hooks, reason, reason_size);
    if (is_started) {
        outl_threads_prepare();
        if (outl_heap_settings.rate) { outl_heap_threads_watch_first(); }
        // The modules must be known in case the loader is at work at the end. The program's path must be known before
        // its first thread ends.
        outl_modules_refresh();
        outl_ending_prepare();
    }
    outl_heap_busy--;
    return is_started;
}

static pid_t serving_thread(void) { return outl_service_thread(); }

// Writes the greeting before it starts the service, which would have to be stopped if the write failed. The greeting
// gets its final name afterwards, because a reader of the file may send a request immediately. Without a directory (-1)
// there is no reader.
static bool start(int directory, char *reason) {
    // What the tier itself allocates before it is on is no allocation of the program.
    outl_heap_busy++;
    bool is_possible = outl_room_prepare(reason, reason_size) && !outl_program_is_refused(reason, reason_size);
    const char *why = is_possible ? prepare() : NULL;
    outl_heap_busy--;
    if (!is_possible) { return false; }
    if (why) {
        snprintf(reason, reason_size, "%s", why);
        return false;
    }
    if (outl_heap_settings.tests) { outl_clock_start(); }
    atomic_store_explicit(&outl_heap_on, true, memory_order_release);
    struct outl_heap_controls controls = check();
    if (!controls.leak_found || controls.false_alarm) {
        snprintf(reason, reason_size, "the check of itself failed: what it would find means nothing");
    } else if (directory >= 0 && !outl_greeting_write(directory, &controls, NULL)) {
        describe_unwritable(reason, strerror(errno));
    } else if (start_service(reason)) {
        if (outl_heap_settings.states) { outl_test_marks_begin(); }
        return true;
    }
    stop_recording();
    return false;
}

#else

static pid_t serving_thread(void) { return 0; }

static bool start(int directory, char *reason) {
    (void)directory;
    outl_program_is_refused(reason, reason_size);
    return false;
}

#endif

static void greet_in(int directory) {
    char reason[reason_size] = "";
    bool is_started = start(directory, reason);
    if (!is_started) {
        print(reason);
        // If the write fails, standard error has the reason, or no reader waits for the file.
        if (!outl_greeting_write(directory, NULL, reason)) { return; }
    }
    if (outl_greeting_publish(directory, is_started ? serving_thread() : 0) || !is_started) { return; }
    describe_unwritable(reason, strerror(errno));
    print(reason);
    stop_recording();
}

static void greet(const char *path) {
    if (!read_settings(path)) {
        print("OUTLIVE_HEAP is not an absolute path, or too long");
        return;
    }
    if (!read_rate()) {
        print("OUTLIVE_HEAP_SAMPLE is not a number of bytes, such as 512000");
        return;
    }
    // Samples have no births, and the blocks of most tasks are unknown.
    if (outl_heap_settings.rate) {
        outl_heap_settings.tests = 0;
        outl_heap_settings.states = outl_heap_settings.counts = false;
    }
    const char *why;
    int directory = outl_directory_open(&why);
    if (directory < 0) {
        char reason[reason_size];
        describe_unwritable(reason, why);
        print(reason);
        return;
    }
    greet_in(directory);
    close(directory);
}

// Records a debug build for its own report at the end.
static void begin_report(void) {
    char reason[reason_size] = "no thread can be started that makes a report";
    outl_heap_settings.frames = usual_frames;
    outl_heap_settings.process = getpid();
    outl_heap_settings.reports = true;
    if (start(-1, reason)) {
        outl_heap_busy++;
        bool is_prepared = outl_exit_report_prepare();
        outl_heap_busy--;
        if (is_prepared) { return; }
        stop_recording();
    }
    print(reason);
}

static void begin(void) {
    const char *directory = secure_getenv("OUTLIVE_HEAP");
    if (!directory || !*directory) {
        int saved = errno;
        if (outl_exit_report_is_wanted() && !outl_program_is_ignored(false, outl_heap_is_tracking)) { begin_report(); }
        errno = saved;
        return;
    }
    const char *target = secure_getenv("OUTLIVE_TARGET");
    bool has_target = target && *target;
    if (has_target && !outl_program_is(target)) { return; }
    // A run of tests starts many programs, of which the bundles are watched. An exit test is a bundle that runs a part of
    // one test, which ends the process.
    bool is_test = secure_getenv("OUTLIVE_HEAP_TESTS") && !has_target;
    if (is_test && (!outl_program_is_bundle() || getenv("SWT_EXIT_TEST_ID"))) { return; }
    bool is_probe = is_set("OUTLIVE_HEAP_PROBE");
    // Allocations are counted in any program that is named.
    bool is_any = has_target && is_set("OUTLIVE_HEAP_ALLOCATIONS");
    if (outl_program_is_ignored(is_any, outl_heap_is_tracking)) {
        // A probe does not run the target program, even if it is not a Swift program.
        if (is_probe && has_target) { _exit(0); }
        return;
    }
    int saved = errno;
    struct quiet quiet;
    begin_quiet(&quiet);
    greet(directory);
    end_quiet(&quiet);
    // A probe needs no census at exit.
    outl_heap_settings.at_exit = outl_heap_settings.at_exit && !is_probe;
    if (is_probe) { _exit(0); }
    errno = saved;
}

__attribute__((constructor))
static void decide(void) {
#if OUTL_HEAP_SERVED
    outl_heap_busy++;
    outl_operators_find();
    outl_heap_busy--;
#endif
    begin();
#if OUTL_HEAP_SERVED
    if (!atomic_load_explicit(&outl_heap_on, memory_order_relaxed)) { outl_sample_end(); }
#endif
}

#endif

bool outl_heap_is_tracking(void) { return atomic_load_explicit(&outl_heap_on, memory_order_relaxed); }

enum { largest_number = 0xFFFFFF };

bool outl_heap_state(uint32_t number) {
    if (number == 0 || number > largest_number || !outl_heap_is_tracking()) { return false; }
#if OUTL_HEAP_SERVED
    struct outl_snapshot snapshot = {
        .reason = OUTL_REASON_REQUEST, .number = number, .with_state = true, .without_heap = true};
    return outl_service_request(&snapshot);
#else
    return false;
#endif
}

bool outl_heap_census(uint32_t number, bool with_graph, bool ends_cycle) {
    if (number == 0 || number > largest_number || !outl_heap_is_tracking()) { return false; }
#if OUTL_HEAP_SERVED
    struct outl_snapshot snapshot = {
        .reason = OUTL_REASON_REQUEST, .number = number, .with_graph = with_graph, .ends_cycle = ends_cycle};
    return outl_service_request(&snapshot);
#else
    (void)with_graph, (void)ends_cycle;
    return false;
#endif
}

bool outl_heap_profile(void (*write)(const void *bytes, size_t size, void *context), void *context) {
#if OUTL_HEAP_SERVED
    if (!outl_heap_is_tracking() || outl_heap_settings.rate == 0) { return false; }
    outl_heap_busy++;
    bool is_written = outl_profile_write(write, context);
    outl_heap_busy--;
    return is_written;
#else
    (void)write, (void)context;
    return false;
#endif
}
