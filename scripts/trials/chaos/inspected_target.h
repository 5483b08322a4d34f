// What a Swift program cannot do itself: forks, a program in its own place, limits, and protection against inspections.
#define _GNU_SOURCE 1
#include <spawn.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static inline int status_of(pid_t child) {
    int status = 0;
    return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

// The exit status of a child that allocates.
static inline int fork_child(void) {
    pid_t child = fork();
    if (child == 0) {
        void *volatile block = NULL;
        for (int count = 0; count < 1000; count++) {
            block = malloc(100 + (size_t)count);
            free(block);
        }
        _exit(block ? 7 : 8);
    }
    return status_of(child);
}

// The exit status of a program that is started in the way of vfork.
static inline int spawn_child(void) {
    char *arguments[] = {"sh", "-c", "exit 9", NULL};
    pid_t child = -1;
    return posix_spawn(&child, "/bin/sh", NULL, NULL, arguments, environ) == 0 ? status_of(child) : -1;
}

static inline void exec_again(const char *path) { execl(path, path, (char *)NULL); }

static inline void limit_descriptors(void) {
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = 16;
    setrlimit(RLIMIT_NOFILE, &limit);
}

static inline void permit_inspection(int is_permitted) { prctl(PR_SET_DUMPABLE, is_permitted); }
