// Threads that come and go, and the ends of programs that have some.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static pthread_t first;
static atomic_long sum;
static pthread_key_t key;

static void destroy(void *block) {
    free(block);
    atomic_fetch_add(&sum, 1);
}

static void *work(void *number) {
    pthread_setspecific(key, malloc(100));
    for (int round = 0; round < 1000; round++) { free(malloc((size_t)round)); }
    atomic_fetch_add(&sum, (long)number);
    return number;
}

static void *outlast(void *unused) {
    pthread_join(first, NULL);
    puts("outlasted");
    return unused;
}

static void *end(void *way) {
    puts("ending");
    fflush(stdout);
    if (strcmp(way, "quick") == 0) { quick_exit(8); }
    exit(9);
}

static void at_end(void) { puts("handler"); }

int main(int count, char **arguments) {
    const char *way = count > 1 ? arguments[1] : "";
    pthread_t threads[50];
    atexit(at_end);
    pthread_key_create(&key, destroy);
    for (int round = 0; round < 20; round++) {
        for (long index = 0; index < 50; index++) { pthread_create(&threads[index], NULL, work, (void *)index); }
        for (int index = 0; index < 50; index++) { pthread_join(threads[index], NULL); }
    }
    printf("%ld\n", atomic_load(&sum));
    first = pthread_self();
    if (strcmp(way, "leader") == 0) {
        pthread_create(&threads[0], NULL, outlast, NULL);
        pthread_exit(NULL);
    }
    if (strcmp(way, "exit") == 0 || strcmp(way, "quick") == 0) {
        pthread_create(&threads[0], NULL, end, (void *)way);
        for (;;) { pause(); }
    }
    return 4;
}
