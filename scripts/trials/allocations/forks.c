// A process whose children allocate, beside a thread of its own that does.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static atomic_int turn;

// Allocates in turn with the first thread, so that their number is the same each time.
static void *allocate(void *rounds) {
    for (long round = 0; round < (long)rounds; round++) {
        while (atomic_load(&turn) == 0) { sched_yield(); }
        for (int block = 0; block < 100; block++) { free(malloc(block)); }
        atomic_store(&turn, 0);
    }
    return NULL;
}

int main(int count, char **words) {
    long rounds = count > 1 ? atol(words[1]) : 1;
    pthread_t thread;
    pthread_create(&thread, NULL, allocate, (void *)rounds);
    for (long round = 0; round < rounds; round++) {
        atomic_store(&turn, 1);
        void *block = malloc(100 + round);
        pid_t child = fork();
        if (child == 0) {
            for (int each = 0; each < 1000; each++) { free(malloc(each)); }
            free(block);
            _exit(malloc(10) ? 0 : 1);
        }
        int status = 1;
        if (waitpid(child, &status, 0) != child || status != 0) { return 1; }
        free(block);
        while (atomic_load(&turn) == 1) { sched_yield(); }
    }
    pthread_join(thread, NULL);
    return 0;
}
