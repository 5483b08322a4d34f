// Programs that end by bare system calls, or forbid some to themselves. The tests build it, linked with the Swift runtime so
// that the heap tier serves it, and expect the same status and output with and without.
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>
#ifndef PLAIN
extern void *swift_allocObject(const void *, size_t, size_t);
void *volatile keep = (void *)swift_allocObject;
#endif
extern bool outl_heap_census(uint32_t number, bool with_graph, bool ends_cycle) __attribute__((weak));

// A filter that answers `action` to one system call, and lets all others through.
static void forbid(int call, unsigned action, unsigned flags) {
    struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)call, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, action),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {.len = sizeof filter / sizeof filter[0], .filter = filter};
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &program) != 0) { abort(); }
}

static pthread_t first;

static void *outlast(void *unused) {
    pthread_join(first, NULL);
    puts("the second thread");
    fflush(stdout);
    return NULL;
}

int main(int count, char **arguments) {
    const char *way = arguments[1];
    pthread_t second;
    first = pthread_self();
    if (strcmp(way, "bare") == 0) {
        syscall(SYS_exit, 7);
    } else if (strcmp(way, "strict") == 0) {
        prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT);
        syscall(SYS_exit, 7);
    } else if (strcmp(way, "threads") == 0) {
        pthread_create(&second, NULL, outlast, NULL);
        syscall(SYS_exit, 0);
    } else if (strcmp(way, "group") == 0) {
        syscall(SYS_exit_group, 7);
    } else if (strcmp(way, "killed") == 0) {
        forbid(SYS_getppid, SECCOMP_RET_KILL_THREAD, 0);
        syscall(SYS_getppid);
    } else if (strcmp(way, "errno") == 0) {
        forbid(atoi(arguments[2]), SECCOMP_RET_ERRNO | 1, 0);
        puts(access("/", F_OK) == 0 && open("/", O_RDONLY) < 0 ? "refused" : "allowed");
        return 7;
    } else if (strcmp(way, "own") == 0) {
        forbid(atoi(arguments[2]), SECCOMP_RET_KILL_PROCESS, 0);
        puts("confined");
        return 7;
    } else if (strcmp(way, "all") == 0) {
        forbid(atoi(arguments[2]), SECCOMP_RET_KILL_PROCESS, SECCOMP_FILTER_FLAG_TSYNC);
        puts(outl_heap_census && outl_heap_census(1, true, false) ? "a census" : "no census");
        return 7;
    }
    return 99;
}
