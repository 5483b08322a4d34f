#include "Source/permit.h"

#include "Memory/platform.h"

#if OUTL_HEAP_SERVED

#include "Memory/architecture.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Reads the beginning of a file, and ends it with a zero. Returns -1 with errno set if it cannot be read.
static ssize_t read_file(int folder, const char *name, char *text, size_t size) {
    int file = openat(folder, name, O_RDONLY | O_CLOEXEC);
    if (file < 0) { return -1; }
    ssize_t got = read(file, text, size - 1);
    int error = errno;
    close(file);
    errno = error;
    text[got > 0 ? got : 0] = 0;
    return got;
}

// Returns the number after a label at the beginning of a line, or -1.
static long long number_after(const char *text, const char *label) {
    const char *at = strstr(text, label);
    return at ? strtoll(at + strlen(label), NULL, 10) : -1;
}

static bool fail_of(pid_t process, int error, struct outl_inspect_result *result) {
    if (error == ENOENT || error == ESRCH) {
        outl_inspect_fail(result, OUTL_INSPECT_ENDED, error, "there is no process %d", process);
    } else {
        outl_inspect_fail(
            result, error == EACCES || error == EPERM ? OUTL_INSPECT_FORBIDDEN : OUTL_INSPECT_FAILED, error,
            "process %d cannot be read: %s", process, strerror(error));
    }
    return false;
}

// MARK: The state of the process

// Fails because of a tracer, which is another inspection if it has the name of one.
static bool fail_of_tracer(pid_t thread, pid_t tracer, struct outl_inspect_result *result) {
    char path[32], name[32];
    snprintf(path, sizeof path, "/proc/%d/comm", tracer);
    bool is_inspection = read_file(AT_FDCWD, path, name, sizeof name) > 0
        && strcmp(name, OUTL_INSPECT_NAME "\n") == 0;
    result->detail = (uint64_t)tracer;
    outl_inspect_fail(
        result, is_inspection ? OUTL_INSPECT_BUSY : OUTL_INSPECT_TRACED, EPERM, "process %d is %s by process %d", thread,
        is_inspection ? "inspected" : "traced", tracer);
    return false;
}

bool outl_permit_tracer(int folder, pid_t thread, struct outl_inspect_result *result) {
    char path[64], text[4096];
    snprintf(path, sizeof path, "task/%d/status", thread);
    // While another process begins or ends to trace it, the kernel may name the parent instead, but not twice.
    for (long long tracer, before = 0;; before = tracer) {
        if (read_file(folder, path, text, sizeof text) <= 0) { return true; }
        tracer = number_after(text, "\nTracerPid:");
        if (tracer <= 0 || tracer == getpid()) { return true; }
        if (tracer == before) { return fail_of_tracer(thread, (pid_t)tracer, result); }
    }
}

// Returns `true` for a thread of the kernel, by the flags in its statistics.
static bool is_of_kernel(int folder) {
    enum { flag = 0x00200000 };
    char text[1024];
    unsigned flags = 0;
    const char *state = read_file(folder, "stat", text, sizeof text) > 0 ? strrchr(text, ')') : NULL;
    return state && sscanf(state + 1, " %*c %*d %*d %*d %*d %*d %u", &flags) == 1 && flags & flag;
}

// Refuses a process that has ended, or whose first thread has: the kernel then shows none of its memory.
static bool check_life(pid_t process, const char *status, struct outl_inspect_result *result) {
    const char *state = strstr(status, "\nState:");
    bool has_ended = state && (state[8] == 'Z' || state[8] == 'X');
    if (!has_ended) { return true; }
    if (number_after(status, "\nThreads:") > 1) {
        outl_inspect_fail(result, OUTL_INSPECT_HEADLESS, ESRCH, "the first thread of process %d has ended", process);
        return false;
    }
    long long parent = number_after(status, "\nPPid:");
    result->detail = parent > 0 ? (uint64_t)parent : 0;
    outl_inspect_fail(
        result, OUTL_INSPECT_ZOMBIE, ESRCH, "process %d has ended, and process %lld does not wait for it", process,
        parent);
    return false;
}

bool outl_permit_state(pid_t process, int folder, struct outl_inspect_result *result) {
    char text[4096];
    if (read_file(folder, "status", text, sizeof text) <= 0) { return fail_of(process, errno, result); }
    long long owner = number_after(text, "\nTgid:");
    if (owner != process) {
        result->detail = (uint64_t)owner;
        outl_inspect_fail(result, OUTL_INSPECT_ENDED, ESRCH, "%d is a thread of process %lld", process, owner);
        return false;
    }
    if (is_of_kernel(folder)) {
        outl_inspect_fail(result, OUTL_INSPECT_KERNEL, ENOEXEC, "%d is a thread of the kernel", process);
        return false;
    }
    return check_life(process, text, result) && outl_permit_tracer(folder, process, result);
}

// MARK: The program

// Checks the machine of the executable.
static bool check_executable(pid_t process, int folder, struct outl_inspect_result *result) {
    char text[sizeof(Elf64_Ehdr) + 1];
    ssize_t got = read_file(folder, "exe", text, sizeof text);
    // An ended process has none.
    if (got < 0) { return fail_of(process, errno, result); }
    const Elf64_Ehdr *header = (const void *)text;
    bool is_served = (size_t)got >= sizeof *header && header->e_ident[EI_CLASS] == ELFCLASS64
        && header->e_machine == outl_architecture->machine;
    if (!is_served) {
        outl_inspect_fail(
            result, OUTL_INSPECT_UNSUPPORTED, ENOEXEC, "process %d is not a 64-bit program for %s", process,
            outl_architecture->name);
        return false;
    }
    return true;
}

// The page map, and what a page of a stack leaves unused, are read in pages of this size.
static bool check_pages(struct outl_inspect_result *result) {
    enum { served = 4096 };
    int size = getpagesize();
    if (size == served) { return true; }
    outl_inspect_fail(
        result, OUTL_INSPECT_UNSUPPORTED, ENOEXEC,
        "this kernel has pages of %d bytes, and only those of %d are supported", size, served);
    return false;
}

struct outl_program outl_permit_identity(int folder) {
    _Alignas(Elf64_auxv_t) char text[4096];
    ssize_t got = read_file(folder, "auxv", text, sizeof text);
    const Elf64_auxv_t *values = (const void *)text;
    struct outl_program program = {0};
    for (ssize_t index = 0; index < got / (ssize_t)sizeof *values; index++) {
        if (values[index].a_type == AT_PHDR) { program.headers = values[index].a_un.a_val; }
        if (values[index].a_type == AT_RANDOM) { program.random = values[index].a_un.a_val; }
    }
    return program;
}

bool outl_permit(pid_t process, int *folder, struct outl_inspect_result *result) {
    char path[32];
    snprintf(path, sizeof path, "/proc/%d", process);
    *folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (*folder < 0) { return fail_of(process, errno, result); }
    return outl_permit_state(process, *folder, result) && check_pages(result);
}

bool outl_permit_program(pid_t process, int folder, struct outl_inspect_result *result) {
    if (!check_executable(process, folder, result)) { return false; }
    ssize_t length = readlinkat(folder, "exe", result->executable, sizeof result->executable);
    bool is_whole = length > 0 && (size_t)length < sizeof result->executable;
    result->executable[is_whole ? length : 0] = 0;
    return true;
}

bool outl_permit_size(uint64_t size, struct outl_inspect_result *result) {
    enum { kibibyte = 1024, mebibyte = 1024 * 1024 };
    char text[4096];
    if (read_file(AT_FDCWD, "/proc/meminfo", text, sizeof text) <= 0) { return true; }
    long long available = number_after(text, "\nMemAvailable:");
    if (available < 0 || size / kibibyte <= (uint64_t)available) { return true; }
    result->detail = size;
    outl_inspect_fail(
        result, OUTL_INSPECT_TOO_LARGE, ENOMEM, "a copy of the process needs %llu MiB, and %lld MiB are available",
        (unsigned long long)(size / mebibyte), available / kibibyte);
    return false;
}

#endif
