// A process in a state that inspections seldom meet, named by the argument. It prints "ready", or "missing" if the
// system does not offer the state, and then waits.
#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/fuse.h>
#include <linux/userfaultfd.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { page = 4096 };

static void say(const char *line) {
    puts(line);
    fflush(stdout);
}

static void *wait_forever(void *unused) {
    for (;;) { pause(); }
    return unused;
}

static void *memory(size_t size, int sharing) {
    return mmap(NULL, size, PROT_READ | PROT_WRITE, sharing | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
}

// A range of which every other page is missing, and the thread that would provide them is stopped with the process.
static const char *userfault(int sharing) {
    enum { size = 64 * page };
    int file = (int)syscall(SYS_userfaultfd, O_CLOEXEC);
    struct uffdio_api api = {.api = UFFD_API};
    if (file < 0 || ioctl(file, UFFDIO_API, &api) != 0) { return "missing"; }
    char *range = memory(size, sharing);
    for (size_t at = 0; at < size; at += 2 * page) { range[at] = 1; }
    struct uffdio_register all = {.range = {(uintptr_t)range, size}, .mode = UFFDIO_REGISTER_MODE_MISSING};
    return ioctl(file, UFFDIO_REGISTER, &all) == 0 ? "ready" : "missing";
}

// A gigabyte of which each page was read and none written.
static const char *zeros(void) {
    size_t size = (size_t)1 << 30;
    volatile char *range = memory(size, MAP_PRIVATE), sum = 0;
    madvise((void *)range, size, MADV_NOHUGEPAGE);
    for (size_t at = 0; at < size; at += page) { sum += range[at]; }
    return sum == 0 ? "ready" : "missing";
}

// Starts threads with small stacks.
static const char *threads(int count, void *(*work)(void *)) {
    pthread_attr_t small;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 16384);
    pthread_attr_setdetachstate(&small, PTHREAD_CREATE_DETACHED);
    for (int number = 0; number < count; number++) {
        if (pthread_create(&(pthread_t){0}, &small, work, NULL) != 0) { return "missing"; }
    }
    return "ready";
}

// Computes without end, on one processor with a process of higher priority: it runs about once in a second.
static const char *starved(void) {
    cpu_set_t first;
    CPU_ZERO(&first);
    CPU_SET(0, &first);
    pid_t parent = getpid();
    if (sched_setaffinity(0, sizeof first, &first) != 0) { return "missing"; }
    if (fork() == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        while (getppid() == parent) {}
        _exit(0);
    }
    say("ready");
    sched_setscheduler(0, SCHED_IDLE, &(struct sched_param){0});
    for (;;) {}
}

// Starts another thread and ends.
static void *succeed(void *unused) {
    threads(1, succeed);
    return unused;
}

// A thread of a process whose first thread has ended.
static void *speak(void *unused) {
    char state[256] = "", *end;
    // The first thread has ended when the kernel says so.
    while (!(end = strrchr(state, ')')) || end[2] != 'Z') {
        FILE *file = fopen("/proc/self/stat", "r");
        if (file && !fgets(state, sizeof state, file)) { state[0] = 0; }
        if (file) { fclose(file); }
    }
    say("ready");
    return wait_forever(unused);
}

// A device that is mapped like memory.
static const char *device(void) {
    int file = open("/dev/zero", O_RDWR | O_CLOEXEC);
    char *range = mmap(NULL, 1 << 16, PROT_READ | PROT_WRITE, MAP_PRIVATE, file, 0);
    if (range == MAP_FAILED) { return "missing"; }
    memset(range, 1, 1 << 16);
    return "ready";
}

static void *execute_again(void *context) {
    char **arguments = context;
    usleep(300);
    execl("/proc/self/exe", arguments[0], arguments[1], "again", NULL);
    return NULL;
}

// Maps two pages of a file that has the first page of an executable.
//
// With a lease, no other process can open the file, and the second page is nowhere. Without the first page it is not
// even known to be a module.
static const char *module(const char *path, int protection, bool has_lease, bool is_empty) {
    char first[page];
    int own = open("/proc/self/exe", O_RDONLY | O_CLOEXEC), new = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0700);
    bool is_made = read(own, first, page) == page && write(new, first, page) == page && close(new) == 0;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (!is_made || mmap(NULL, 2 * page, protection, MAP_PRIVATE, file, 0) == MAP_FAILED) { return "missing"; }
    if (is_empty && truncate(path, 0) != 0) { return "missing"; }
    // An attempt to open it is a signal.
    signal(SIGIO, SIG_IGN);
    return !has_lease || fcntl(file, F_SETLEASE, F_WRLCK) == 0 ? "ready" : "missing";
}

// Maps a program below this one, as its loader does.
static const char *below(const char *path) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    struct stat status;
    if (file < 0 || fstat(file, &status) != 0) { return "missing"; }
    void *place = (void *)0x100000;
    const int flags = MAP_PRIVATE | MAP_FIXED_NOREPLACE;
    void *memory = mmap(place, (size_t)status.st_size, PROT_READ | PROT_EXEC, flags, file, 0);
    return memory == place ? "ready" : "missing";
}

// Maps the C library once more, below the first one, as its loader does before it maps the variables.
static const char *mapping(void) {
    Dl_info library;
    struct stat status;
    if (dladdr((void *)puts, &library) == 0) { return "missing"; }
    const Elf64_Ehdr *header = library.dli_fbase;
    const Elf64_Phdr *segment = (const void *)((const char *)library.dli_fbase + header->e_phoff);
    int file = open(library.dli_fname, O_RDONLY | O_CLOEXEC);
    if (file < 0 || fstat(file, &status) != 0) { return "missing"; }
    char *place = (char *)0x100000;
    void *memory = mmap(place, (size_t)status.st_size, PROT_READ, MAP_PRIVATE | MAP_FIXED_NOREPLACE, file, 0);
    if (memory != place) { return "missing"; }
    while (segment->p_type != PT_LOAD || !(segment->p_flags & PF_X)) { segment++; }
    return mprotect(place + segment->p_offset, segment->p_filesz, PROT_READ | PROT_EXEC) == 0 ? "ready" : "missing";
}

// Damages the size of a block, as a write beyond the end of the one before does.
static const char *damage(void) {
    static size_t *volatile block;
    block = malloc(100);
    block[-1] = 0x29;
    return "ready";
}

// MARK: A file system that never answers a read

static void reply(int device, const struct fuse_in_header *in, const void *body, size_t size) {
    struct fuse_out_header out = {
        .len = (uint32_t)(sizeof out + size), .error = body ? 0 : -ENOSYS, .unique = in->unique};
    char bytes[sizeof out + 256];
    memcpy(bytes, &out, sizeof out);
    if (body) { memcpy(bytes + sizeof out, body, size); }
    (void)!write(device, bytes, out.len);
}

static void serve(int device) {
    static char request[1 << 18];
    struct fuse_attr file = {.size = 1 << 20, .mode = S_IFREG | 0755, .nlink = 1};
    while (read(device, request, sizeof request) > 0) {
        const struct fuse_in_header *in = (const void *)request;
        // Each file has the number of the first character of its name.
        bool is_lookup = in->opcode == FUSE_LOOKUP;
        file.ino = is_lookup ? (uint64_t)request[sizeof *in] : in->nodeid;
        switch (in->opcode) {
        case FUSE_INIT:
            reply(device, in, &(struct fuse_init_out){.major = 7, .minor = 31, .max_write = page}, 24);
            break;
        case FUSE_LOOKUP:
            reply(device, in, &(struct fuse_entry_out){.nodeid = file.ino, .attr = file}, 128);
            break;
        case FUSE_GETATTR:
            reply(device, in, &(struct fuse_attr_out){
                .attr = in->nodeid > 1 ? file : (struct fuse_attr){.ino = 1, .mode = S_IFDIR | 0755, .nlink = 2}}, 104);
            break;
        case FUSE_OPEN: reply(device, in, &(struct fuse_open_out){0}, 16); break;
        case FUSE_READ: case FUSE_FORGET: break;
        default: reply(device, in, NULL, 0);
        }
    }
}

// Maps a part of a file in a folder.
static bool map_part(const char *folder, const char *name, int protection, size_t size) {
    char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    return file >= 0 && mmap(NULL, size, protection, MAP_PRIVATE, file, 0) != MAP_FAILED;
}

// Two mappings of a library's code, and one of a file with data.
static const char *fuse(const char *folder) {
    char options[64];
    int device = open("/dev/fuse", O_RDWR | O_CLOEXEC);
    snprintf(options, sizeof options, "fd=%d,rootmode=40000,user_id=0,group_id=0", device);
    if (device < 0 || mount("trial", folder, "fuse", 0, options) != 0) { return "missing"; }
    pid_t parent = getpid();
    if (fork() == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() == parent) { serve(device); }
        _exit(0);
    }
    bool is_mapped = map_part(folder, "library.so", PROT_READ | PROT_EXEC, 1 << 16)
        && map_part(folder, "library.so", PROT_READ | PROT_EXEC, 1 << 16)
        && map_part(folder, "data", PROT_READ, 1 << 17);
    umount2(folder, 0);
    return is_mapped ? "ready" : "missing";
}

int main(int count, char **arguments) {
    const char *mode = count > 1 ? arguments[1] : "", *more = count > 2 ? arguments[2] : "";
    // Blocks of the heap, so that a walk has something to find.
    for (size_t size = 16; size < 1024; size += 16) { *(volatile char *)malloc(size) = 1; }
    if (strcmp(mode, "userfault") == 0) { say(userfault(*more ? MAP_SHARED : MAP_PRIVATE)); }
    if (strcmp(mode, "zeros") == 0) { say(zeros()); }
    if (strcmp(mode, "threads") == 0) { say(threads(atoi(more), wait_forever)); }
    if (strcmp(mode, "starved") == 0) { say(starved()); }
    if (strcmp(mode, "successors") == 0) { say(threads(2, succeed)); }
    if (strcmp(mode, "device") == 0) { say(device()); }
    if (strcmp(mode, "below") == 0) { say(below(more)); }
    if (strcmp(mode, "mapping") == 0) { say(mapping()); }
    if (strcmp(mode, "damaged") == 0) { say(damage()); }
    if (strcmp(mode, "leased") == 0) { say(module(more, PROT_READ | PROT_EXEC, true, false)); }
    if (strcmp(mode, "emptied") == 0) { say(module(more, PROT_READ | PROT_EXEC, true, true)); }
    if (strcmp(mode, "short") == 0) { say(module(more, PROT_READ | PROT_WRITE, false, false)); }
    if (strcmp(mode, "heap") == 0) { say("ready"); }
    if (strcmp(mode, "fuse") == 0) { say(fuse(more)); }
    if (strcmp(mode, "headless") == 0) {
        pthread_create(&(pthread_t){0}, NULL, speak, NULL);
        pthread_exit(NULL);
    }
    if (strcmp(mode, "zombie") == 0) {
        pid_t child = fork();
        if (child == 0) { _exit(0); }
        siginfo_t info;
        waitid(P_PID, (id_t)child, &info, WEXITED | WNOWAIT);
        printf("%d\n", child);
        say("ready");
    }
    // Executes itself again and again, and so has another heap in each moment.
    if (strcmp(mode, "executes") == 0) {
        if (!*more) { say("ready"); }
        execute_again(arguments);
    }
    // The same by a thread that is not the first: the others end, and it takes the number of the first.
    if (strcmp(mode, "executes-in-thread") == 0) {
        pthread_t thread;
        if (!*more) { say("ready"); }
        for (int index = 0; index < 8; index++) { pthread_create(&thread, NULL, wait_forever, NULL); }
        pthread_create(&thread, NULL, execute_again, arguments);
    }
    wait_forever(NULL);
}
