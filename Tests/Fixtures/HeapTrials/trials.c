// Uses of the C library's allocator that a Swift fixture cannot make. The tests build it, linked with the Swift runtime
// so that the heap tier is active, and expect the same output with and without the tier.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

extern void *swift_allocObject(const void *metadata, size_t size, size_t alignment_mask);
extern char **environ;
// Keeps the runtime among the libraries that are needed.
void *(*volatile keep)(const void *, size_t, size_t) = swift_allocObject;

static void *volatile sink;
static volatile size_t huge = (size_t)PTRDIFF_MAX + 1, large = (size_t)PTRDIFF_MAX - 4096;

static const char *name_of(int error) { return error == 0 ? "0" : strerrorname_np(error); }
#define SHOW(what, result) (printf("%s: %d, errno %s\n", what, (int)(result), name_of(errno)), errno = 0)

// MARK: The contract of each function

static bool is_filled(const char *bytes, char byte, size_t count) {
    for (size_t index = 0; index < count; index++) {
        if (bytes[index] != byte) { return false; }
    }
    return true;
}

static void semantics(void) {
    errno = 0;
    char *block = malloc(0);
    SHOW("malloc of nothing", block != NULL && malloc_usable_size(block) == 24);
    free(block);
    SHOW("malloc of too much", malloc(huge) == NULL);
    SHOW("malloc of much", malloc(large) == NULL);
    block = calloc(7, 100);
    SHOW("calloc", block != NULL && is_filled(block, 0, 700));
    SHOW("calloc that overflows", calloc(huge, 4) == NULL);
    memset(block, 1, 700);
    char *longer = realloc(block, 100000);
    SHOW("realloc to more", longer != NULL && is_filled(longer, 1, 700));
    SHOW("realloc to too much", realloc(longer, huge) == NULL && is_filled(longer, 1, 700));
    longer = realloc(longer, 10);
    SHOW("realloc to less", is_filled(longer, 1, 10));
    SHOW("realloc to nothing", realloc(longer, 0) == NULL);
    block = realloc(NULL, 50);
    SHOW("realloc of nothing", block != NULL);
    SHOW("reallocarray that overflows", reallocarray(block, huge, 2) == NULL);
    block = reallocarray(block, 10, 30);
    SHOW("reallocarray", malloc_usable_size(block) >= 300);
    free(block);
    void *out = &block;
    SHOW("posix_memalign to 3", posix_memalign(&out, 3, 10) == EINVAL && out == &block);
    SHOW("posix_memalign to 4", posix_memalign(&out, 4, 10) == EINVAL && out == &block);
    SHOW("posix_memalign of too much", posix_memalign(&out, 64, huge) == ENOMEM && out == &block);
    SHOW("posix_memalign", posix_memalign(&out, 4096, 10) == 0 && (uintptr_t)out % 4096 == 0);
    free(out);
    out = aligned_alloc(256, 512);
    SHOW("aligned_alloc", (uintptr_t)out % 256 == 0);
    free(out);
    SHOW("aligned_alloc of too much", aligned_alloc(64, huge) == NULL);
    out = memalign(1024, 1);
    SHOW("memalign", (uintptr_t)out % 1024 == 0);
    free(out);
    SHOW("memalign of too much", memalign(64, huge) == NULL);
    out = valloc(1);
    SHOW("valloc", (uintptr_t)out % 4096 == 0);
    free(out);
    out = pvalloc(1);
    SHOW("pvalloc", (uintptr_t)out % 4096 == 0 && malloc_usable_size(out) >= 4096);
    free(out);
    char *copy = strndup("a text", 3);
    SHOW("strndup of a part", strcmp(copy, "a t") == 0);
    free(copy);
    copy = strndup("a text", 30);
    SHOW("strndup of more than there is", strcmp(copy, "a text") == 0);
    free(copy);
    copy = strdup("a text");
    SHOW("strdup", strcmp(copy, "a text") == 0);
    free(copy);
    SHOW("usable size of nothing", malloc_usable_size(NULL) == 0);
    errno = EDOM;
    free(malloc(10));
    free(malloc((size_t)32 << 20));
    free(NULL);
    SHOW("free keeps errno", true);
}

// Every size has its place in the table, also next to others.
static void sizes(void) {
    enum { count = 20000 };
    static char *blocks[count];
    uint32_t random = 1;
    for (int round = 0; round < 20 * count; round++) {
        random = random * 1664525 + 1013904223;
        int index = (int)(random >> 8) % count;
        size_t size = (random >> 24) % 16 == 0 ? random % 300000 : random % 1200;
        if (round % 7 == 0) {
            blocks[index] = realloc(blocks[index], size + 1);
        } else {
            free(blocks[index]);
            blocks[index] = round % 5 == 0 ? memalign(64 << random % 5, size) : malloc(size);
        }
        if (blocks[index]) { blocks[index][0] = 1; }
    }
    for (int index = 0; index < count; index++) { free(blocks[index]); }
    puts("done");
}

// MARK: Signals

static atomic_int handled;

// Of another size than what is interrupted: of the same one, the C library itself would get confused.
static void handle(int signal) {
    (void)signal;
    char *block = malloc(200);
    block[0] = 1;
    free(block);
    atomic_fetch_add(&handled, 1);
}

static void signals(void) {
    free(malloc(200));
    struct sigaction action = {.sa_handler = handle, .sa_flags = SA_RESTART};
    sigaction(SIGALRM, &action, NULL);
    struct itimerval often = {{0, 50}, {0, 50}}, never = {{0, 0}, {0, 0}};
    setitimer(ITIMER_REAL, &often, NULL);
    while (atomic_load(&handled) < 3000) {
        for (int index = 0; index < 1000; index++) {
            sink = malloc(24);
            free(sink);
        }
    }
    setitimer(ITIMER_REAL, &never, NULL);
    puts("done");
}

// On a stack of its own, which is not the thread's.
static void other_stack(void) {
    static char memory[1 << 16];
    stack_t stack = {.ss_sp = memory, .ss_size = sizeof memory};
    sigaltstack(&stack, NULL);
    struct sigaction action = {.sa_handler = handle, .sa_flags = SA_ONSTACK};
    sigaction(SIGUSR1, &action, NULL);
    for (int index = 0; index < 1000; index++) { raise(SIGUSR1); }
    printf("%d\n", atomic_load(&handled));
}

// MARK: Threads

static pthread_key_t key;

// Allocates at the very end of a thread, again and again.
static void end(void *rounds) {
    for (int index = 0; index < 300; index++) { free(malloc((size_t)index)); }
    sink = malloc(40);
    if ((uintptr_t)rounds > 1) { pthread_setspecific(key, (void *)((uintptr_t)rounds - 1)); }
}

static void *run_thread(void *block) {
    free(block);
    pthread_setspecific(key, (void *)(uintptr_t)10);
    return malloc(100);
}

static void threads(void) {
    pthread_key_create(&key, end);
    for (int round = 0; round < 200; round++) {
        pthread_t threads[4];
        for (int index = 0; index < 4; index++) { pthread_create(&threads[index], NULL, run_thread, malloc(100)); }
        for (int index = 0; index < 4; index++) {
            void *block;
            pthread_join(threads[index], &block);
            free(block);
        }
    }
    puts("done");
}

static atomic_bool stopped;

static void *allocate(void *unused) {
    (void)unused;
    void *blocks[64] = {0};
    for (unsigned round = 0; !atomic_load(&stopped); round++) {
        free(blocks[round % 64]);
        blocks[round % 64] = malloc(round % 500);
    }
    for (int index = 0; index < 64; index++) { free(blocks[index]); }
    return NULL;
}

static void under_load(void (*work)(void)) {
    pthread_t threads[2];
    for (int index = 0; index < 2; index++) { pthread_create(&threads[index], NULL, allocate, NULL); }
    work();
    atomic_store(&stopped, true);
    for (int index = 0; index < 2; index++) { pthread_join(threads[index], NULL); }
    puts("done");
}

// MARK: Processes and modules

static void expect_exit(pid_t child, int status) {
    int got = 0;
    if (waitpid(child, &got, 0) != child || !WIFEXITED(got) || WEXITSTATUS(got) != status) { printf("status %x\n", got); }
}

static void start_processes(void) {
    char *const command[] = {"sh", "-c", "exit 3", NULL};
    void *before = malloc(100);
    for (int round = 0; round < 20; round++) {
        pid_t child = fork();
        if (child == 0) {
            // Blocks of the parent, and more.
            void *copy = before;
            for (int index = 0; index < 1000; index++) { copy = realloc(copy, 10 + (size_t)index); }
            free(copy);
            _exit(round);
        }
        expect_exit(child, round);
        child = vfork();
        if (child == 0) {
            execv("/bin/sh", command);
            _exit(1);
        }
        expect_exit(child, 3);
        if (posix_spawn(&child, "/bin/sh", NULL, NULL, command, environ) == 0) { expect_exit(child, 3); }
    }
    free(before);
}

static void load_modules(void) {
    for (int round = 0; round < 50; round++) {
        void *module = dlopen("libBrokenLocale.so.1", RTLD_NOW);
        if (!module) { module = dlopen("libanl.so.1", RTLD_NOW); }
        if (!module || dlclose(module) != 0) { puts(dlerror()); }
    }
}

// MARK: Limits

// Takes all address space there is. Only the program's own allocations fail because of it.
static void limit(void) {
    struct rlimit old, small;
    getrlimit(RLIMIT_AS, &old);
    FILE *file = fopen("/proc/self/statm", "r");
    unsigned long pages = 0;
    if (fscanf(file, "%lu", &pages) != 1) { puts("no statm"); }
    fclose(file);
    small = old;
    small.rlim_cur = pages * 4096 + ((rlim_t)64 << 20);
    setrlimit(RLIMIT_AS, &small);
    struct chain { struct chain *next; } *blocks = NULL;
    size_t count = 0;
    for (size_t size = (size_t)1 << 20; size >= 32; size /= 2) {
        for (struct chain *block; (block = malloc(size)) != NULL; blocks = block, count++) { block->next = blocks; }
    }
    printf("%d, errno %s\n", count > 100, name_of(errno));
    while (blocks) {
        struct chain *next = blocks->next;
        free(blocks);
        blocks = next;
    }
    setrlimit(RLIMIT_AS, &old);
    sink = malloc((size_t)100 << 20);
    puts(sink ? "done" : "no memory");
}

int main(int count, char **arguments) {
    setvbuf(stdout, NULL, _IOLBF, 0);
    // The parent may have blocked them.
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    const char *trial = count > 1 ? arguments[1] : "";
    if (strcmp(trial, "semantics") == 0) { semantics(); }
    if (strcmp(trial, "sizes") == 0) { sizes(); }
    if (strcmp(trial, "signals") == 0) { signals(); }
    if (strcmp(trial, "other-stack") == 0) { other_stack(); }
    if (strcmp(trial, "threads") == 0) { threads(); }
    if (strcmp(trial, "processes") == 0) { under_load(start_processes); }
    if (strcmp(trial, "modules") == 0) { under_load(load_modules); }
    if (strcmp(trial, "limit") == 0) { limit(); }
}
