// Every signal that a program can be sent, with a value where it has one: handled, blocked, ignored, or by default.
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef PLAIN
extern void *swift_allocObject(const void *, size_t, size_t);
void *volatile keep = (void *)swift_allocObject;
#endif

static volatile sig_atomic_t last, value, count;

static void handle(int number, siginfo_t *info, void *context) {
    (void)context;
    last = number;
    value = info->si_code == SI_QUEUE ? info->si_value.sival_int : -1;
    count++;
}

// The signals of the C library, those that cannot be caught, and that of the tier.
static int is_left_out(int number) {
    return number == SIGKILL || number == SIGSTOP || number == 32 || number == 33 || number == SIGRTMIN + 2;
}

static void send_all(const char *how) {
    for (int number = 1; number <= SIGRTMAX; number++) {
        if (is_left_out(number)) { continue; }
        int before = count;
        sigqueue(getpid(), number, (union sigval){.sival_int = number * 3});
        raise(number);
        printf("%s %d: %d %d %d\n", how, number, (int)(count - before), (int)last, (int)value);
    }
}

static void receive_blocked(void) {
    sigset_t all, pending;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, NULL);
    send_all("blocked");
    sigpending(&pending);
    for (int number = 1; number <= SIGRTMAX; number++) {
        if (is_left_out(number) || !sigismember(&pending, number)) { continue; }
        sigset_t one;
        sigemptyset(&one);
        sigaddset(&one, number);
        siginfo_t info;
        int times = 0;
        while (sigtimedwait(&one, &info, &(struct timespec){0}) == number) { times++; }
        printf("waited %d: %d %d\n", number, times, info.si_value.sival_int);
    }
}

static void stop_and_continue(void) {
    pid_t child = fork();
    if (child == 0) {
        raise(SIGSTOP);
        _exit(3);
    }
    int status = 0;
    waitpid(child, &status, WUNTRACED);
    printf("stopped %d\n", WIFSTOPPED(status));
    kill(child, SIGCONT);
    waitpid(child, &status, 0);
    printf("continued %d\n", WEXITSTATUS(status));
}

int main(int argument_count, char **arguments) {
    const char *way = argument_count > 1 ? arguments[1] : "";
    struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    if (strcmp(way, "default") == 0) {
        puts("sent");
        fflush(stdout);
        kill(getpid(), atoi(arguments[2]));
        puts("survived");
        return 2;
    }
    for (int number = 1; number <= SIGRTMAX; number++) {
        struct sigaction action = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO | SA_RESTART};
        if (strcmp(way, "ignored") == 0) { action = (struct sigaction){.sa_handler = SIG_IGN}; }
        if (!is_left_out(number)) { sigaction(number, &action, NULL); }
    }
    if (strcmp(way, "blocked") == 0) { receive_blocked(); } else { send_all(way); }
    if (strcmp(way, "handled") == 0) { stop_and_continue(); }
    return 6;
}
