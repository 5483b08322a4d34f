// Reads a process again and again, and kills the reader each time at another moment. Arguments: the process, and the
// number of kills; 0 to trace the process until the input ends, -1 to do so again and again. Prints the number.
#include "Source/process.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static pid_t start(pid_t process) {
    pid_t reader = fork();
    if (reader != 0) { return reader; }
    // More than once, so that the kill comes during a reading.
    for (;;) {
        pid_t inner = fork();
        if (inner == 0) {
            static struct outl_source source;
            static struct outl_inspect_result result;
            _exit(outl_process_read(process, UINT64_C(5000000000), &source, &result) ? 0 : 1);
        }
        waitpid(inner, NULL, 0);
    }
}

// Traces a process for a moment.
static void trace(pid_t process) {
    if (ptrace(PTRACE_SEIZE, process, NULL, NULL) != 0) { return; }
    ptrace(PTRACE_INTERRUPT, process, NULL, NULL);
    waitpid(process, NULL, __WALL);
    ptrace(PTRACE_DETACH, process, NULL, NULL);
}

int main(int count, char **arguments) {
    if (count < 3) { return 64; }
    pid_t process = (pid_t)atoi(arguments[1]);
    int kills = atoi(arguments[2]);
    if (kills == 0 && ptrace(PTRACE_SEIZE, process, NULL, NULL) != 0) { return 1; }
    for (int number = 0; number < kills; number++) {
        pid_t reader = start(process);
        setpgid(reader, reader);
        nanosleep(&(struct timespec){.tv_nsec = 1000000L * (rand() % 60)}, NULL);
        kill(-reader, SIGKILL);
        waitpid(reader, NULL, 0);
    }
    printf("%d\n", kills);
    fflush(stdout);
    while (kills < 0) { trace(process); }
    for (char byte; read(0, &byte, 1) > 0;) {}
    return 0;
}
