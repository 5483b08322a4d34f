// Threads that allocate, and others that release their blocks, while the first one starts and joins them.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { pairs = 3, places = 64 };

struct queue {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    char *blocks[places];
    int used, is_closed, rounds;
};

static void *allocate(void *argument) {
    struct queue *queue = argument;
    for (int round = 0; round < queue->rounds; round++) {
        char *block = round % 3 ? malloc(16 + round % 1000) : strdup("handed over");
        if (round % 5 == 0) { block = realloc(block, 2000); }
        pthread_mutex_lock(&queue->lock);
        while (queue->used == places) { pthread_cond_wait(&queue->changed, &queue->lock); }
        queue->blocks[queue->used++] = block;
        pthread_cond_broadcast(&queue->changed);
        pthread_mutex_unlock(&queue->lock);
        free(malloc(24));
    }
    pthread_mutex_lock(&queue->lock);
    queue->is_closed = 1;
    pthread_cond_broadcast(&queue->changed);
    pthread_mutex_unlock(&queue->lock);
    return NULL;
}

static void *release(void *argument) {
    struct queue *queue = argument;
    while (1) {
        pthread_mutex_lock(&queue->lock);
        while (queue->used == 0 && !queue->is_closed) { pthread_cond_wait(&queue->changed, &queue->lock); }
        if (queue->used == 0) { break; }
        char *block = queue->blocks[--queue->used];
        pthread_cond_broadcast(&queue->changed);
        pthread_mutex_unlock(&queue->lock);
        // Moves a block of another thread.
        if (queue->rounds % 2 == 0) { block = realloc(block, 3000); }
        free(block);
    }
    pthread_mutex_unlock(&queue->lock);
    return NULL;
}

int main(int count, char **words) {
    static struct queue queues[pairs];
    pthread_t threads[2 * pairs];
    for (int pair = 0; pair < pairs; pair++) {
        queues[pair] = (struct queue){
            PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, .rounds = count > 1 ? atoi(words[1]) + pair : 1};
        pthread_create(&threads[2 * pair], NULL, allocate, &queues[pair]);
        pthread_create(&threads[2 * pair + 1], NULL, release, &queues[pair]);
    }
    for (int thread = 0; thread < 2 * pairs; thread++) { pthread_join(threads[thread], NULL); }
    return 0;
}
