// Threads that wait in the kernel in all ways, and threads that allocate without pause. Prints a line whenever it reads
// a byte: the number of signals with a value, of waits that ended early, and of allocations since the last line.
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <time.h>
#include <unistd.h>

#if OWN_ALLOCATOR
// All that an inspection sees of another allocator.
extern void *__libc_malloc(size_t size);
void *malloc(size_t size) { return __libc_malloc(size); }
#endif

enum { value = 4711, hour = 3600, kept_blocks = 1000, kept_size = 7777 };

static atomic_int received, ended_early;
static atomic_ulong allocations;
static void *volatile kept[kept_blocks];

static void handle(int signal, siginfo_t *info, void *context) {
    (void)signal, (void)context;
    if (info->si_value.sival_int == value) { received++; }
}

static void check(int result) {
    if (result < 0 && errno == EINTR) { ended_early++; }
}

static void *wait_in_poll(void *none) {
    for (;;) { check(poll(NULL, 0, hour * 1000)); }
    return none;
}

static void *wait_in_sleep(void *none) {
    for (;;) { check(nanosleep(&(struct timespec){hour, 0}, NULL)); }
    return none;
}

static void *wait_in_select(void *none) {
    for (;;) { check(select(0, NULL, NULL, NULL, &(struct timeval){hour, 0})); }
    return none;
}

static void *wait_in_semaphore(void *none) {
    sem_t semaphore;
    sem_init(&semaphore, 0, 0);
    for (;;) {
        struct timespec end;
        clock_gettime(CLOCK_REALTIME, &end);
        end.tv_sec += hour;
        check(sem_timedwait(&semaphore, &end));
    }
    return none;
}

static void *wait_in_read(void *none) {
    int ends[2];
    char byte;
    if (pipe(ends) != 0) { abort(); }
    for (;;) { check((int)read(ends[0], &byte, 1)); }
    return none;
}

// Sizes up to 280 000 bytes, so that some blocks have mappings of their own.
static void *allocate(void *none) {
    unsigned random = 1;
    void *blocks[300] = {0};
    for (;; allocations++) {
        int index = rand_r(&random) % 300;
        free(blocks[index]);
        size_t size = rand_r(&random) % 400 == 0 ? 200000 + rand_r(&random) % 80000 : rand_r(&random) % 700;
        blocks[index] = malloc(size);
        if (rand_r(&random) % 50 == 0) { blocks[index] = realloc(blocks[index], 1 + rand_r(&random) % 5000); }
    }
    return none;
}

static void start(void *(*const works[])(void *), int count) {
    for (int index = 0; index < count; index++) {
        pthread_t thread;
        pthread_create(&thread, NULL, works[index], NULL);
    }
}

int main(void) {
    for (int index = 0; index < kept_blocks; index++) { kept[index] = malloc(kept_size); }
    sigset_t all, own;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, NULL);
    start((void *(*const[])(void *)){wait_in_poll, wait_in_sleep, wait_in_select, wait_in_semaphore, wait_in_read}, 5);
    sigemptyset(&own);
    sigaddset(&own, SIGRTMIN);
    sigaddset(&own, SIGTERM);
    pthread_sigmask(SIG_UNBLOCK, &own, NULL);
    struct sigaction action = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO | SA_RESTART};
    sigaction(SIGRTMIN, &action, NULL);
    start((void *(*const[])(void *)){allocate, allocate, allocate, allocate}, 4);
    for (char byte; read(0, &byte, 1) > 0;) {
        printf("%d %d %lu\n", received, ended_early, atomic_exchange(&allocations, 0));
        fflush(stdout);
    }
    return 0;
}
