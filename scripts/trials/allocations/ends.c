// Allocations by destructors of threads, by handlers of the exit and by destructors of the program, in many short
// threads, some of them detached from their blocks.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_key_t key;
static void *kept[4];

static void end_thread(void *block) {
    free(block);
    free(strdup("at the end of a thread"));
    static __thread int rounds;
    // The destructors run again.
    if (rounds++ < 3) { pthread_setspecific(key, malloc(40 + rounds)); }
}

static void *run(void *argument) {
    pthread_setspecific(key, malloc(32));
    char *block = malloc((size_t)argument % 900 + 1);
    memset(block, 1, 1);
    // Released by the thread that joins.
    return block;
}

static void handle_exit(void) { kept[0] = realloc(kept[0], 1000); }
static void handle_exit_later(void) { kept[1] = calloc(10, 10); }
__attribute__((constructor)) static void begin(void) { kept[2] = malloc(77); }
__attribute__((destructor)) static void end(void) {
    free(kept[2]);
    kept[3] = malloc(99);
}

int main(int count, char **words) {
    int rounds = count > 1 ? atoi(words[1]) : 1;
    pthread_key_create(&key, end_thread);
    atexit(handle_exit_later);
    atexit(handle_exit);
    for (int round = 0; round < rounds; round++) {
        pthread_t threads[8];
        for (int thread = 0; thread < 8; thread++) {
            pthread_create(&threads[thread], NULL, run, (void *)(size_t)(round * 8 + thread));
        }
        for (int thread = 0; thread < 8; thread++) {
            void *block;
            pthread_join(threads[thread], &block);
            free(block);
        }
    }
    kept[0] = malloc(10);
    return 0;
}
