// Children that share their parent's memory until they execute another program or end.
#define _GNU_SOURCE
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static void reap(const char *what, pid_t child) {
    int status = 0;
    pid_t reaped = waitpid(-1, &status, 0);
    printf("%s %d %d\n", what, reaped == child, status);
}

int main(void) {
    char *const shell[] = {"sh", "-c", "exit 3", NULL};
    for (int round = 0; round < 20; round++) {
        pid_t child = vfork();
        if (child == 0) {
            execv("/bin/sh", shell);
            _exit(126);
        }
        reap("executed", child);
        child = vfork();
        if (child == 0) {
            execv("/nowhere", shell);
            _exit(round);
        }
        reap("ended", child);
        if (posix_spawn(&child, "/bin/sh", NULL, NULL, shell, environ) == 0) { reap("spawned", child); }
        printf("%d\n", posix_spawn(&child, "/nowhere", NULL, NULL, shell, environ));
    }
    printf("%d\n", waitpid(-1, NULL, 0));
    return 5;
}
