// Programs that end by bare system calls, or forbid themselves some. The tests build it, linked with the Swift runtime
// so that the heap tier is active, and expect the same status and output with and without the tier.
#define _GNU_SOURCE
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#ifndef PLAIN
extern void *swift_allocObject(const void *, size_t, size_t);
void *volatile keep = (void *)swift_allocObject;
#endif
extern bool outl_heap_census(uint32_t number, bool with_graph, bool ends_cycle) __attribute__((weak));

// Instead of a flag: by the older call.
static const unsigned by_prctl = ~0U;

static void install(const struct sock_fprog *program, unsigned flags) {
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    int result = flags == by_prctl ? prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, program)
                                   : (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, program);
    if (result != 0) { abort(); }
}

// A filter that answers `action` to one system call, and lets all others through.
static void forbid(int call, unsigned action, unsigned flags) {
    struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)call, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, action),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    install(&(struct sock_fprog){.len = sizeof filter / sizeof filter[0], .filter = filter}, flags);
}

// A typical allow list: a call that is not on it ends the program.
static void allow_little(unsigned flags) {
    // The first allocation of glibc 2.36 asks for random bytes.
    static const unsigned calls[] = {SYS_read,  SYS_write,      SYS_fstat, SYS_newfstatat,   SYS_brk,
                                     SYS_futex, SYS_exit_group, SYS_exit,  SYS_rt_sigreturn, SYS_getrandom};
    enum { count = sizeof calls / sizeof calls[0] };
    struct sock_filter filter[count + 3] = {BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr))};
    for (unsigned index = 0; index < count; index++) {
        filter[index + 1] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, calls[index], count - index, 0);
    }
    filter[count + 1] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS);
    filter[count + 2] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    install(&(struct sock_fprog){.len = count + 3, .filter = filter}, flags);
}

static pthread_t first;

static void *outlast(void *unused) {
    pthread_join(first, NULL);
    puts("the second thread");
    fflush(stdout);
    return NULL;
}

static void *allocate(void *unused) {
    for (int number = 0; number < 100; number++) { free(malloc(64)); }
    return unused;
}

// Waits for the filter between its allocations and its end.
static pthread_barrier_t barrier;

static void *allocate_and_end(void *unused) {
    allocate(unused);
    pthread_barrier_wait(&barrier);
    pthread_barrier_wait(&barrier);
    return unused;
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
    } else if (strcmp(way, "inherited") == 0) {
        // As a container does before it starts a program.
        forbid(atoi(arguments[2]), SECCOMP_RET_ERRNO | EPERM, 0);
        execv("/proc/self/exe", arguments + 2);
    } else if (strcmp(way, "plain") == 0) {
        puts(outl_heap_census && outl_heap_census(1, true, false) ? "a census" : "no census");
        return 7;
    } else if (strcmp(way, "own") == 0 || strcmp(way, "prctl") == 0) {
        forbid(atoi(arguments[2]), SECCOMP_RET_KILL_PROCESS, way[0] == 'o' ? 0 : by_prctl);
        puts("confined");
        return 7;
    } else if (strcmp(way, "list") == 0) {
        allow_little(count > 2 ? SECCOMP_FILTER_FLAG_TSYNC : 0);
        puts("confined");
        return 7;
    } else if (strcmp(way, "busy") == 0) {
        // Without larger pieces of memory than brk gives.
        mallopt(M_MMAP_THRESHOLD, 1 << 30);
        allow_little(count > 2 ? SECCOMP_FILTER_FLAG_TSYNC : 0);
        for (int number = 0; number < 100000; number++) { *(void *volatile *)malloc(64) = NULL; }
        puts("confined");
        return 7;
    } else if (strcmp(way, "new") == 0) {
        forbid(atoi(arguments[2]), SECCOMP_RET_KILL_PROCESS, 0);
        pthread_create(&second, NULL, allocate, NULL);
        pthread_join(second, NULL);
        puts("confined");
        return 7;
    } else if (strcmp(way, "ended") == 0) {
        pthread_barrier_init(&barrier, NULL, 2);
        pthread_create(&second, NULL, allocate_and_end, NULL);
        pthread_barrier_wait(&barrier);
        forbid(atoi(arguments[2]), SECCOMP_RET_KILL_PROCESS, SECCOMP_FILTER_FLAG_TSYNC);
        pthread_barrier_wait(&barrier);
        pthread_join(second, NULL);
        puts("confined");
        return 7;
    } else if (strcmp(way, "vfork") == 0) {
        pid_t child = vfork();
        if (child == 0) {
            forbid(SYS_getppid, SECCOMP_RET_KILL_PROCESS, 0);
            _exit(0);
        }
        waitpid(child, NULL, 0);
        forbid(atoi(arguments[2]), SECCOMP_RET_KILL_PROCESS, SECCOMP_FILTER_FLAG_TSYNC);
        usleep(300000);
        puts("confined");
        return 7;
    } else if (strcmp(way, "twice") == 0) {
        forbid(SYS_process_vm_readv, SECCOMP_RET_KILL_PROCESS, 0);
        forbid(atoi(arguments[2]), SECCOMP_RET_KILL_PROCESS, 0);
        puts("confined");
        return 7;
    } else if (strcmp(way, "signal") == 0) {
        forbid(atoi(arguments[2]), SECCOMP_RET_KILL_PROCESS, 0);
        kill(getpid(), SIGTERM);
    } else if (strcmp(way, "child") == 0) {
        pid_t child = fork();
        if (child == 0) {
            forbid(atoi(arguments[2]), SECCOMP_RET_KILL_PROCESS, 0);
            exit(7);
        }
        int status = 0;
        waitpid(child, &status, 0);
        printf("%d\n", status);
        return 7;
    } else if (strcmp(way, "outlived") == 0) {
        forbid(SYS_clone3, SECCOMP_RET_KILL_PROCESS, 0);
        pthread_exit(NULL);
    } else if (strcmp(way, "question") == 0) {
        // A question for what the kernel knows, which installs nothing.
        syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, NULL);
        syscall(SYS_seccomp, SECCOMP_SET_MODE_STRICT, 1, NULL);
        prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, NULL);
        syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, (void *)1);
        puts(prctl(PR_GET_SECCOMP) == 0 ? "asked" : "confined");
        return 7;
    } else if (strcmp(way, "all") == 0) {
        // For other threads to call it.
        usleep(300000);
        forbid(atoi(arguments[2]), SECCOMP_RET_KILL_PROCESS, SECCOMP_FILTER_FLAG_TSYNC);
        puts(outl_heap_census && outl_heap_census(1, true, false) ? "a census" : "no census");
        return 7;
    }
    return 99;
}
