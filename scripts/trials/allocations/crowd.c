// Forks beside threads that allocate all the time. Each child allocates, also in a thread of its own, and must end.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { threads = 4, places = 64 };
static atomic_int is_over;

static void *allocate(void *seed) {
    unsigned random = (unsigned)(size_t)seed;
    void *kept[places] = {0};
    while (!atomic_load(&is_over)) {
        random = random * 1103515245 + 12345;
        void **place = &kept[(random >> 16) % places];
        free(*place);
        *place = malloc((random >> 8) % 5000);
    }
    for (int place = 0; place < places; place++) { free(kept[place]); }
    return NULL;
}

static void *allocate_once(void *size) { return malloc((size_t)size); }

static void run_child(int number) {
    // Ends a child that hangs.
    alarm(60);
    for (int block = 0; block < 200; block++) { free(malloc(block * 10)); }
    pthread_t thread;
    pthread_create(&thread, NULL, allocate_once, (void *)100);
    pthread_join(thread, NULL);
    if (number % 3 == 0) { exit(0); }
    _exit(0);
}

int main(int count, char **words) {
    int rounds = count > 1 ? atoi(words[1]) : 1, wrong = 0;
    pthread_t started[threads];
    for (size_t thread = 0; thread < threads; thread++) {
        pthread_create(&started[thread], NULL, allocate, (void *)(thread + 1));
    }
    for (int round = 0; round < rounds; round++) {
        pid_t child = fork();
        if (child == 0) { run_child(round); }
        int status = 1;
        wrong += waitpid(child, &status, 0) != child || status != 0;
    }
    atomic_store(&is_over, 1);
    for (int thread = 0; thread < threads; thread++) { pthread_join(started[thread], NULL); }
    return wrong > 0;
}
