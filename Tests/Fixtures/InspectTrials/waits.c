// A process with much reserved memory, or, with the argument "vfork", one with a thread that no stop interrupts.
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

int main(int count, char **arguments) {
    const size_t reserved = (size_t)1 << 42;
    char *memory = mmap(NULL, reserved, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) { return 1; }
    memory[reserved / 2] = 1;
    puts("ready");
    fflush(stdout);
    if (count > 1 && strcmp(arguments[1], "vfork") == 0 && vfork() == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        for (;;) { pause(); }
    }
    for (;;) { pause(); }
}
