// Blocks whose place in the table differs from the one that their size alone implies, and blocks that move. The tests
// build it, linked with the Swift runtime so that the heap tier is active, and check the graph that it requests.
#define _GNU_SOURCE
#include <malloc.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern void *swift_allocObject(const void *, size_t, size_t);
void *volatile keep = (void *)swift_allocObject;

// The tier's.
extern bool outl_heap_census(uint32_t number, bool with_graph, bool ends_cycle) __attribute__((weak));

// Past the tier, as a part of the C library may go.
extern void *__libc_malloc(size_t size);

enum { aligned = 87, moved_from = 87001, moved = 97003, refused = 55001, unseen = 301, seen = 75005, others = 2000,
    given_back = 1000, whole = 61000, holder = 43211,
};
static void *volatile kept[16];

// Leaves holes of all sizes, so that the C library gives aligned blocks out of them, with what remains of a hole.
static void align(void) {
    static void *blocks[others];
    unsigned random = 1;
    for (int round = 0; round < 100; round++) {
        for (int index = 0; index < others; index++) {
            random = random * 1103515245 + 12345;
            free(blocks[index]);
            size_t size = 17 + (random >> 16) % 300;
            blocks[index] = random & 0x8000 ? memalign(32 << (random >> 20) % 3, aligned) : malloc(size == aligned ? 1 : size);
        }
    }
    for (int index = 0; index < others; index++) { free(blocks[index]); }
    for (int index = 0; index < 5; index++) { kept[index] = memalign(64, aligned); }
}

// The first request of this thread to the allocator.
static void *refuse(void *block) {
    static volatile size_t huge = SIZE_MAX / 2;
    return realloc(block, huge);
}

// A block that the tier did not see made, where it saw another one of the same size come and go.
static void *make_unseen(void) {
    void *block = malloc(unseen);
    uintptr_t place = (uintptr_t)block;
    free(block);
    void *volatile other = __libc_malloc(unseen);
    return (uintptr_t)other == place ? other : NULL;
}

// Another block holds the address of its end alone.
static void point_behind(void) {
    char **pointer = calloc(1, holder), *block = malloc(whole);
    *pointer = block + whole;
    kept[8] = pointer;
    kept[9] = block;
}

int main(void) {
    align();
    point_behind();
    void *hidden = make_unseen();
    if (!hidden) { return 2; }
    void *mover = malloc(moved_from), *stayer = malloc(refused);
    kept[5] = stayer;
    outl_heap_census(1, false, true);
    kept[6] = realloc(mover, moved);
    kept[7] = realloc(hidden, seen);
    pthread_t thread;
    if (pthread_create(&thread, NULL, refuse, stayer) != 0) { return 1; }
    pthread_join(thread, NULL);
    // Last of all, so that nothing else comes to lie there.
    void *block = malloc(given_back);
    printf("%zu\n", (size_t)block);
    fflush(stdout);
    if (realloc(block, 0)) { return 3; }
    return outl_heap_census(2, true, false) ? 0 : 1;
}
