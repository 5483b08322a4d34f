// A process whose memory is used in a known way, by the name in its first argument. It prints "ready", and for each
// byte on its input it calls malloc_trim(0) and prints its resident bytes before and after. With a sparse file, it prints
// the bytes of that file instead. Ends with its input.
#include <fcntl.h>
#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

enum { threads = 4, megabyte = 1 << 20, longest = 1 << 17 };

static pthread_barrier_t done, never;
static void *kept[longest];
static size_t size_of_all = 60 * megabyte;
static char table[60 * megabyte];

static void *filled(size_t size) {
    void *block = malloc(size);
    memset(block, 0x5a, size);
    return block;
}

// Allocates blocks with a small one after every `each` of them, and frees all but the small ones.
static void scatter(size_t count, size_t size, size_t each) {
    void **blocks = malloc(count * sizeof *blocks);
    for (size_t index = 0; index < count; index++) {
        blocks[index] = filled(size);
        if (index % each == 0) { kept[index % longest] = filled(48); }
    }
    for (size_t index = 0; index < count; index++) { free(blocks[index]); }
    free(blocks);
}

// Frees everything but the last small block, which keeps the end of the heap in place.
static void pile_up(size_t bytes) {
    enum { size = 8192 };
    size_t count = bytes / size;
    void **blocks = malloc(count * sizeof *blocks);
    for (size_t index = 0; index < count; index++) { blocks[index] = filled(size); }
    kept[0] = filled(48);
    for (size_t index = 0; index < count; index++) { free(blocks[index]); }
    free(blocks);
}

// Frees everything, and keeps the end of the heap.
static void leave_top(size_t bytes) {
    enum { size = 8192 };
    void **blocks = malloc(bytes / size * sizeof *blocks);
    for (size_t index = 0; index < bytes / size; index++) { blocks[index] = filled(size); }
    for (size_t index = bytes / size; index-- > 0;) { free(blocks[index]); }
    free(blocks);
}

static void use_stack(void) {
    volatile char bytes[6 * megabyte];
    memset((char *)bytes, 1, sizeof bytes);
    __asm__ volatile("" : : "r"(bytes) : "memory");
}

static void keep(size_t bytes, size_t size) {
    for (size_t index = 0; index < bytes / size; index++) {
        void **block = filled(size);
        *block = kept[1];
        kept[1] = block;
    }
}

static void map(size_t bytes, int flags, const char *path) {
    int file = path ? open(path, O_RDWR | O_CREAT | O_TRUNC, 0600) : -1;
    if (file >= 0 && ftruncate(file, (off_t)bytes) != 0) { abort(); }
    char *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, flags, file, 0);
    if (memory == MAP_FAILED) { abort(); }
    memset(memory, 1, bytes);
    if (path) { unlink(path); }
}

// Maps a file in memory of which one page exists. Returns the file.
static int map_sparse(size_t bytes, int protection, int flags) {
    int file = memfd_create("sparse", MFD_CLOEXEC);
    if (file < 0 || ftruncate(file, (off_t)bytes) != 0 || pwrite(file, "x", 1, (off_t)bytes / 2) != 1) { abort(); }
    const volatile char *memory = mmap(NULL, bytes, protection, flags, file, 0);
    if (memory == MAP_FAILED || memory[bytes / 2] != 'x') { abort(); }
    return file;
}

static size_t size_of(int file) {
    struct stat status;
    if (fstat(file, &status) != 0) { abort(); }
    return (size_t)status.st_blocks * 512;
}

static const char *name;
static int is(const char *other) { return strcmp(name, other) == 0; }

static void *work(void *argument) {
    (void)argument;
    if (is("fragmented-arenas")) { scatter(40000, 2000, 40); }
    if (is("high-water-arenas")) { pile_up(size_of_all / threads); }
    if (is("high-water-tops")) { leave_top(size_of_all / threads); }
    if (is("stacks")) { use_stack(); }
    if (is("live-arenas")) {
        for (int index = 0; index < 15000; index++) {
            void *block = filled(1000);
            __asm__ volatile("" : : "r"(block) : "memory");
        }
    }
    pthread_barrier_wait(&done);
    pthread_barrier_wait(&never);
    return NULL;
}

static void begin(int count) {
    pthread_barrier_init(&done, NULL, (unsigned)count + 1);
    pthread_barrier_init(&never, NULL, 1000);
    for (int index = 0; index < count; index++) {
        pthread_t thread;
        pthread_attr_t attributes;
        pthread_attr_init(&attributes);
        pthread_attr_setstacksize(&attributes, 8 * megabyte);
        if (pthread_create(&thread, &attributes, work, NULL)) { abort(); }
    }
    pthread_barrier_wait(&done);
}

static unsigned long resident(void) {
    char line[256];
    unsigned long kilobytes = 0;
    FILE *file = fopen("/proc/self/smaps_rollup", "r");
    while (fgets(line, sizeof line, file)) {
        if (strncmp(line, "Rss:", 4) == 0) { kilobytes = strtoul(line + 4, NULL, 10); }
    }
    fclose(file);
    return kilobytes * 1024;
}

int main(int count, char **arguments) {
    name = count > 1 ? arguments[1] : "none";
    const char *folder = count > 2 ? arguments[2] : "/tmp";
    char path[4096];
    int sparse = -1;
    snprintf(path, sizeof path, "%s/outlive-memory-%d", folder, getpid());
    if (is("variables")) {
        memset(table, 1, sizeof table);
        __asm__ volatile("" : : "r"(table) : "memory");
    }
    if (is("fragmented")) { scatter(40000, 2000, 40); }
    if (is("fragmented-pages")) { scatter(300000, 240, 12); }
    if (is("high-water")) { pile_up(size_of_all); }
    if (is("live")) { keep(size_of_all, 1000); }
    if (is("live-large")) { keep(size_of_all, 4 * megabyte); }
    if (is("files")) { map(size_of_all, MAP_PRIVATE, path); }
    if (is("files-shared")) { map(size_of_all, MAP_SHARED, path); }
    if (is("shared")) { map(size_of_all, MAP_SHARED | MAP_ANONYMOUS, NULL); }
    if (is("anonymous")) { map(size_of_all, MAP_PRIVATE | MAP_ANONYMOUS, NULL); }
    const int constant = PROT_READ, variable = PROT_READ | PROT_WRITE;
    if (is("sparse-shared")) { sparse = map_sparse(size_of_all, variable, MAP_SHARED); }
    if (is("sparse-shared-constant")) { sparse = map_sparse(size_of_all, constant, MAP_SHARED); }
    if (is("sparse-private")) { sparse = map_sparse(size_of_all, variable, MAP_PRIVATE); }
    if (is("sparse-private-constant")) { sparse = map_sparse(size_of_all, constant, MAP_PRIVATE); }
    if (is("forked")) {
        map(size_of_all, MAP_PRIVATE | MAP_ANONYMOUS, NULL);
        pid_t parent = getpid();
        if (fork() == 0) {
            prctl(PR_SET_PDEATHSIG, SIGKILL);
            while (getppid() == parent) { pause(); }
            _exit(0);
        }
    }
    if (is("high-water-tops")) { mallopt(M_TRIM_THRESHOLD, 1 << 30); }
    if (strstr(name, "arenas") || is("high-water-tops")) { begin(threads); }
    if (is("stacks")) { begin(12); }
    printf("ready\n");
    fflush(stdout);
    for (char byte; read(STDIN_FILENO, &byte, 1) == 1;) {
        unsigned long before = sparse < 0 ? resident() : 0;
        malloc_trim(0);
        if (sparse < 0) { printf("%lu %lu\n", before, resident()); } else { printf("%zu\n", size_of(sparse)); }
        fflush(stdout);
    }
    return 0;
}
