// The peak of many threads, which allocate at the same time and release in another order; barriers make it the same
// each time.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { threads = 40, most = 5000 };
static pthread_barrier_t barrier;
static char *kept[threads][3][most];
static int blocks;

__attribute__((noinline)) static void site_first(int thread, int number) {
    kept[thread][0][number] = malloc(64 + thread);
}
__attribute__((noinline)) static void site_peak(int thread, int number) {
    kept[thread][1][number] = malloc(300 + number % 50);
}
__attribute__((noinline)) static void site_odd(int thread, int number) {
    kept[thread][2][number] = calloc(thread + 1, 40);
}

static void release(int thread, int kind) {
    for (int number = 0; number < blocks; number++) { free(kept[thread][kind][number]); }
    memset(kept[thread][kind], 0, sizeof kept[thread][kind]);
}

static void *run(void *argument) {
    int thread = (int)(size_t)argument;
    for (int round = 0; round < 3; round++) {
        for (int number = 0; number < blocks; number++) { site_first(thread, number); }
        pthread_barrier_wait(&barrier);
        if (thread % 2) { for (int number = 0; number < blocks; number++) { site_odd(thread, number); } }
        pthread_barrier_wait(&barrier);
        // Only in the second round all that is alive is the most.
        for (int number = 0; number < (round == 1 ? blocks : blocks / 2); number++) { site_peak(thread, number); }
        pthread_barrier_wait(&barrier);
        // Of another thread.
        release((thread + 1) % threads, 1);
        release((thread + 2) % threads, 0);
        pthread_barrier_wait(&barrier);
        release(thread, 2);
        pthread_barrier_wait(&barrier);
    }
    return NULL;
}

int main(int count, char **words) {
    blocks = count > 1 ? atoi(words[1]) : 10;
    if (blocks > most) { return 64; }
    pthread_t started[threads];
    pthread_barrier_init(&barrier, NULL, threads);
    for (int thread = 0; thread < threads; thread++) {
        pthread_create(&started[thread], NULL, run, (void *)(size_t)thread);
    }
    for (int thread = 0; thread < threads; thread++) { pthread_join(started[thread], NULL); }
    return 0;
}
