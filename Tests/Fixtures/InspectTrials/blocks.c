// Threads that allocate blocks of all sizes and alignments, free many of them and move others. Prints the address and
// the usable size of every live block, and waits until its input ends.
#include <malloc.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { threads = 5, blocks_of_each = 5000, most = 1 << 16 };

static struct {
    void *block;
    size_t size;
} live[most];
static size_t count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t done;

static void record(void *block) {
    pthread_mutex_lock(&lock);
    live[count].block = block;
    live[count++].size = malloc_usable_size(block);
    pthread_mutex_unlock(&lock);
}

static size_t random_size(unsigned *random) {
    if (rand_r(random) % 1000 == 0) { return 140000 + rand_r(random) % 500000; }
    return rand_r(random) % (rand_r(random) % 10 ? 500 : 9000);
}

static void *allocate(size_t size, unsigned *random) {
    switch (rand_r(random) % 12) {
    case 0: return calloc(1, size);
    case 1: return memalign(64, size);
    case 2: return memalign(4096, size);
    case 3: return memalign(size > 100000 ? 1 << 16 : 128, size);
    default: return malloc(size);
    }
}

static void *work(void *number) {
    unsigned random = (unsigned)(uintptr_t)number;
    void **blocks = calloc(blocks_of_each, sizeof *blocks);
    record(blocks);
    for (int index = 0; index < blocks_of_each; index++) {
        size_t size = random_size(&random);
        blocks[index] = allocate(size, &random);
        memset(blocks[index], 0x5a, size);
        int other = rand_r(&random) % (index + 1);
        if (rand_r(&random) % 10 < 6) {
            free(blocks[other]);
            blocks[other] = NULL;
        } else if (rand_r(&random) % 5 == 0 && blocks[other]) {
            blocks[other] = realloc(blocks[other], 1 + rand_r(&random) % 300000);
        }
    }
    for (int index = 0; index < blocks_of_each; index++) {
        if (blocks[index]) { record(blocks[index]); }
    }
    pthread_barrier_wait(&done);
    pause();
    return NULL;
}

// Its arena goes to a later thread.
static void *end_soon(void *none) {
    for (int index = 0; index < 500; index++) { record(malloc(index)); }
    return none;
}

int main(void) {
    pthread_t thread;
    static char buffer[1 << 16];
    setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
    // It grows otherwise, and no block has a mapping of its own.
    mallopt(M_MMAP_THRESHOLD, 1 << 17);
    pthread_create(&thread, NULL, end_soon, NULL);
    pthread_join(thread, NULL);
    pthread_barrier_init(&done, NULL, threads + 1);
    for (uintptr_t number = 1; number <= threads; number++) { pthread_create(&thread, NULL, work, (void *)number); }
    pthread_barrier_wait(&done);
    printf("%zu\n", count);
    for (size_t index = 0; index < count; index++) {
        printf("%lu %zu\n", (uintptr_t)live[index].block, live[index].size);
    }
    fflush(stdout);
    for (char byte; read(0, &byte, 1) > 0;) {}
    return 0;
}
