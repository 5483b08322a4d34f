// The frameworks say when a test begins and ends: swift-testing writes a line of JSON for each event; XCTest prints.
// Both do so by `fwrite`, on the thread that then goes on to the next test. This library defines it before the C library
// does, passes the bytes on, and lets the thread wait until the process is copied. In the same way `swift_once` shows
// when a global or static is initialised at its first use: its value then is the one that no test has changed.
//
// Concurrency contract: any thread may call both functions, at any time, also before the constructor and in a child of
// fork. Unless states are captured they read one flag and jump to the original. No lock is held while a thread waits for
// the service, except the caller's: a stream that it locked, and the initialisers around this one, none of which
// the service or the copy takes. A thread waits at most as long as the service's callers do. Not called in handlers of
// signals, as neither original may be.
#include "Start/test_marks.h"

#if OUTL_HEAP_SERVED

#include "Base/state.h"
#include "Service/service.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#ifdef OUTL_HEAP_PRELOADED

static _Atomic bool is_on;

void outl_test_marks_begin(void) { atomic_store(&is_on, true); }

static void capture(int kind, uintptr_t token, const char *name, size_t length) {
    struct outl_moment moment = {.kind = kind, .token = token};
    moment.length = length < sizeof moment.name ? (uint32_t)length : (uint32_t)sizeof moment.name;
    memcpy(moment.name, name, moment.length);
    for (uint32_t index = 0; index < moment.length; index++) {
        if (moment.name[index] == '\n') { moment.name[index] = ' '; }
    }
    int saved = errno;
    outl_service_request_state(&moment);
    errno = saved;
}

// MARK: Lines

// The last moment that a framework reported. A test that begins right after another one ended needs no state.
static _Atomic int last;

static void note(int kind, const char *name, size_t length) {
    int before = atomic_exchange(&last, kind);
    if (kind == OUTL_MOMENT_BEGIN && before == OUTL_MOMENT_END) { return; }
    capture(kind, 0, name, length);
}

static bool starts_with(const char *text, size_t length, const char *start) {
    size_t size = strlen(start);
    return length >= size && memcmp(text, start, size) == 0;
}

static const char *find(const char *text, size_t length, const char *part) {
    return memmem(text, length, part, strlen(part));
}

// `Test Case 'CartTests.testTotal' passed (0.001 seconds)`, and the same with `started at`.
static void read_printed(const char *text, size_t length) {
    static const char test[] = "Test Case '", suite[] = "Test Suite '";
    if (starts_with(text, length, suite)) { atomic_store(&last, 0); }
    if (!starts_with(text, length, test)) { return; }
    const char *name = text + sizeof test - 1, *end = memchr(name, '\'', length - (sizeof test - 1));
    if (!end) { return; }
    size_t rest = length - (size_t)(end - text);
    note(starts_with(end, rest, "' started") ? OUTL_MOMENT_BEGIN : OUTL_MOMENT_END, name, (size_t)(end - name));
}

// A text in JSON has no quotation mark without a backslash, so that the marks below belong to the event itself.
static void read_event(const char *text, size_t length) {
    static const char id[] = "\"testID\":\"";
    bool is_end = find(text, length, "\"kind\":\"testEnded\"");
    if (!is_end && !find(text, length, "\"kind\":\"testStarted\"")) { return; }
    const char *name = find(text, length, id);
    if (!name) { return; }
    name += sizeof id - 1;
    const char *end = name, *limit = text + length;
    while (end < limit && *end != '"') { end += *end == '\\' ? 2 : 1; }
    if (end < limit) { note(is_end ? OUTL_MOMENT_END : OUTL_MOMENT_BEGIN, name, (size_t)(end - name)); }
}

static void read_bytes(const char *text, size_t length) {
    if (length < sizeof "Test Case ''") { return; }
    if (text[0] == 'T') { read_printed(text, length); }
    if (text[0] == '{') { read_event(text, length); }
}

// MARK: The functions that this library defines first

typedef size_t write_function(const void *bytes, size_t size, size_t count, FILE *stream);
typedef void once_function(uintptr_t *token, void (*work)(void *), void *context);

static _Atomic(write_function *) next_write;
static _Atomic(once_function *) next_once;

// The result of a search is the same on every thread.
#define NEXT(pointer, name) \
    (atomic_load_explicit(&(pointer), memory_order_relaxed) \
         ? atomic_load_explicit(&(pointer), memory_order_relaxed) \
         : find_##pointer(name))
#define FIND(type, pointer) \
    static __attribute__((noinline, cold)) type *find_##pointer(const char *name) { \
        type *found = (type *)dlsym(RTLD_NEXT, name); \
        atomic_store_explicit(&(pointer), found, memory_order_relaxed); \
        return found; \
    }
FIND(write_function, next_write)
FIND(once_function, next_once)

OUTL_EXPORTED size_t fwrite(const void *bytes, size_t size, size_t count, FILE *stream) {
    write_function *original = NEXT(next_write, "fwrite");
    if (OUTL_LIKELY(!atomic_load_explicit(&is_on, memory_order_relaxed))) {
        __attribute__((musttail)) return original(bytes, size, count, stream);
    }
    size_t written = original(bytes, size, count, stream);
    int saved = errno;
    read_bytes(bytes, size * count);
    errno = saved;
    return written;
}

struct initialiser {
    void (*work)(void *);
    void *context;
    bool has_run;
};

static void initialise(void *context) {
    struct initialiser *initialiser = context;
    initialiser->has_run = true;
    initialiser->work(initialiser->context);
}

OUTL_EXPORTED void outl_swift_once(uintptr_t *token, void (*work)(void *), void *context) __asm__("swift_once");

void outl_swift_once(uintptr_t *token, void (*work)(void *), void *context) {
    once_function *original = NEXT(next_once, "swift_once");
    if (OUTL_LIKELY(!atomic_load_explicit(&is_on, memory_order_relaxed))) {
        __attribute__((musttail)) return original(token, work, context);
    }
    struct initialiser initialiser = {work, context, false};
    original(token, initialise, &initialiser);
    if (initialiser.has_run) { capture(OUTL_MOMENT_VARIABLE, (uintptr_t)token, "", 0); }
}

#else

void outl_test_marks_begin(void) {}

#endif
#endif
