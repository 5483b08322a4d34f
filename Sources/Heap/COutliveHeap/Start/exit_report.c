#include "Start/exit_report.h"

#if OUTL_HEAP_SERVED && defined(OUTL_EXIT_REPORT)

#include "Base/state.h"
#include "Base/tier_files.h"
#include "Memory/lines.h"
#include "Memory/system.h"
#include "Service/service.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/prctl.h>

enum { request_number = 1, name_size = 64, line_size = 512 };
// The time of the judging thread itself, which other programs do not use up, and on the clock.
enum { own_seconds = 5, seconds = 20 };

// Judges a census, whose descriptor it closes, and prints at most once. Null if the module is not linked in.
extern void outl_exit_report_judge(int census, void (*print)(const void *text, size_t size)) __attribute__((weak));

bool outl_exit_report_is_wanted(void) {
    const char *at_exit = secure_getenv("OUTLIVE_HEAP_EXIT");
    return outl_exit_report_judge && !getauxval(AT_SECURE) && !secure_getenv("OUTLIVE_DIR")
        && (!at_exit || strcmp(at_exit, "0") != 0);
}

#if !OUTL_HEAP_SANITIZED

// MARK: Printing

// The request: posted by the first thread that ends the process. It is given up unless it is printing in time.
enum { idle, posted, printing, done, given_up };
static _Atomic uint32_t state;
static uint64_t deadline; // On the monotonic clock. Written before the request is posted.
static clockid_t own_clock; // Written before a handler can run.

static bool advance(uint32_t from, uint32_t to) { return atomic_compare_exchange_strong(&state, &from, to); }

static void write_error(const char *text, size_t size) {
    for (ssize_t count; size > 0; text += count, size -= (size_t)count) {
        count = write(STDERR_FILENO, text, size);
        if (count < 0 && errno == EINTR) { count = 0; }
        if (count < 0) { return; }
    }
}

static void print(const void *text, size_t size) {
    if (advance(posted, printing)) { write_error(text, size); }
}

// MARK: The census

// The directory exists only while the census is taken, so that a process that is killed leaves nothing behind.
static bool make_directory(void) {
    const char *parent = secure_getenv("TMPDIR");
    if (!parent || parent[0] != '/') { parent = "/tmp"; }
    char *path = outl_heap_settings.directory;
    size_t room = sizeof outl_heap_settings.directory - name_size;
    return (size_t)snprintf(path, room, "%s/outlive-XXXXXX", parent) < room && mkdtemp(path);
}

static void make_name(char *name, const char *prefix, const char *suffix) {
    int process = (int)outl_heap_settings.process;
    snprintf(name, name_size, "%sheap-%d-request-%d.%s", prefix, process, request_number, suffix);
}

// Removes the directory and all that the census left in it, complete or not.
static void remove_directory(int directory) {
    static const char *const names[][2] = {{".", "part"}, {"", "olheap"}, {"", "error"}};
    for (size_t index = 0; index < OUTL_COUNT(names); index++) {
        char name[name_size];
        make_name(name, names[index][0], names[index][1]);
        unlinkat(directory, name, 0);
    }
    rmdir(outl_heap_settings.directory);
}

static _Atomic int open_directory = -1; // Until it is removed.

static void end_directory(void) {
    int directory = atomic_exchange(&open_directory, -1);
    if (directory < 0) { return; }
    remove_directory(directory);
    close(directory);
}

static int open_file(int directory, const char *suffix) {
    char name[name_size];
    make_name(name, "", suffix);
    return openat(directory, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
}

// Takes a census and returns its descriptor, or -1 with the reason in `reason`.
static int take_census(char *reason, size_t size) {
    const char *why = NULL;
    int directory = make_directory() ? outl_directory_open(&why) : -1;
    if (directory < 0) {
        snprintf(reason, size, "no folder can be made in TMPDIR: %s", why ? why : strerror(errno));
        return -1;
    }
    atomic_store(&open_directory, directory);
    struct outl_snapshot snapshot = {.reason = OUTL_REASON_REQUEST, .number = request_number, .with_graph = true};
    bool is_taken = outl_service_request(&snapshot);
    int file = open_file(directory, is_taken ? "olheap" : "error");
    if (!is_taken || file < 0) {
        size_t length = outl_file_read(file, reason, size);
        reason[strcspn(reason, "\n")] = 0;
        if (length == 0) { snprintf(reason, size, "no census can be taken"); }
        if (file >= 0) { close(file); }
        file = -1;
    }
    end_directory();
    return file;
}

static void report(void) {
    char reason[line_size - 64], line[line_size];
    int census = take_census(reason, sizeof reason);
    if (census >= 0) {
        outl_exit_report_judge(census, print);
    } else {
        print(line, (size_t)snprintf(line, sizeof line, "outlive: no report on leaks: %s\n", reason));
    }
}

static void *run(void *context) {
    (void)context;
    // What the judgement allocates is not recorded.
    outl_heap_busy++;
    prctl(PR_SET_NAME, "outlive-report");
    while (atomic_load(&state) == idle) { outl_futex_wait(&state, idle, 0); }
    report();
    if (!advance(posted, done)) { advance(printing, done); }
    outl_futex_wake(&state);
    return NULL;
}

// MARK: The end of the process

static void give_up(void) {
    static const char text[] = "outlive: no report on leaks: it would take too long\n";
    if (!advance(posted, given_up)) { return; }
    end_directory();
    write_error(text, sizeof text - 1);
}

static bool is_late(void) {
    return outl_now(own_clock) >= own_seconds * outl_second || outl_now(CLOCK_MONOTONIC) >= deadline;
}

static void ask(void) {
    static atomic_flag is_asked = ATOMIC_FLAG_INIT;
    sigset_t before;
    // A handler that interrupted here would wait for the request that this thread is about to post.
    outl_signals_block(&before);
    if (!atomic_flag_test_and_set(&is_asked)) {
        deadline = outl_now(CLOCK_MONOTONIC) + seconds * outl_second;
        atomic_store(&state, posted);
        outl_futex_wake(&state);
    }
    outl_signals_restore(&before);
}

// Asks for the report and waits for it, on all threads that end the process at once.
static void await_report(void) {
    if (!outl_service_is_running()) { return; }
    ask();
    for (uint32_t now; (now = atomic_load(&state)) <= printing;) {
        if (now != idle && is_late()) {
            give_up();
            return;
        }
        outl_futex_wait(&state, now, now == idle ? outl_millisecond : outl_second / 10);
    }
}

static void at_exit(void) {
    int saved = errno;
    await_report();
    errno = saved;
}

// SA_RESETHAND has restored the default effect, so that the signal, or a second one meanwhile, ends the process.
static void at_signal(int signal) {
    at_exit();
    syscall(SYS_tgkill, getpid(), syscall(SYS_gettid), signal);
}

static void install(int signal) {
    struct sigaction old, action = {.sa_handler = at_signal, .sa_flags = SA_RESETHAND | SA_NODEFER | SA_ONSTACK};
    bool is_default = sigaction(signal, NULL, &old) == 0 && !(old.sa_flags & SA_SIGINFO) && old.sa_handler == SIG_DFL;
    if (is_default) { sigaction(signal, &action, NULL); }
}

static bool start_thread(void) {
    pthread_attr_t attributes;
    pthread_t thread;
    sigset_t before;
    outl_signals_block(&before);
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&attributes, (size_t)8 << 20);
    bool is_started = pthread_create(&thread, &attributes, run, NULL) == 0
        && pthread_getcpuclockid(thread, &own_clock) == 0;
    pthread_attr_destroy(&attributes);
    outl_signals_restore(&before);
    return is_started;
}

bool outl_exit_report_prepare(void) {
    // Each handler runs once: a second thread that calls `exit` meanwhile must wait, too.
    enum { threads_at_once = 4 };
    if (!start_thread()) { return false; }
    for (int index = 0; index < threads_at_once; index++) { atexit(at_exit); }
    install(SIGINT);
    install(SIGTERM);
    install(SIGHUP);
    return true;
}

#else

bool outl_exit_report_prepare(void) { return false; }

#endif

#else

bool outl_exit_report_is_wanted(void) { return false; }

bool outl_exit_report_prepare(void) { return false; }

#endif
