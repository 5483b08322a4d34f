// Every function of the malloc family, and functions of the C library that allocate for their caller.
#define _GNU_SOURCE
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void resize(size_t size) {
    char *block = realloc(NULL, size);
    for (int step = 0; step < 10; step++) { block = realloc(block, size += size / 2); }
    block = realloc(block, 8);
    block = reallocarray(block, 10, 24);
    // Frees it.
    block = realloc(block, 0);
    free(block);
    free(reallocarray(NULL, 3, 5));
}

static void align(void) {
    void *block = NULL;
    if (posix_memalign(&block, 64, 200) == 0) { free(block); }
    if (posix_memalign(&block, 4096, 100) == 0) { free(block); }
    free(aligned_alloc(128, 256));
    free(memalign(32, 48));
    free(valloc(10));
}

static void copy(int round) {
    free(strdup("a text"));
    free(strndup("a text that is cut", 6));
    char *text = NULL;
    if (asprintf(&text, "round %d of a text", round) > 0) { free(text); }
    FILE *file = open_memstream(&text, &(size_t){0});
    for (int line = 0; line < 30; line++) { fprintf(file, "line %d of round %d\n", line, round); }
    fclose(file);
    file = fmemopen(text, strlen(text), "r");
    char *line = NULL;
    size_t size = 0;
    while (getline(&line, &size, file) > 0) {}
    fclose(file);
    free(line);
    free(text);
}

int main(int count, char **words) {
    int rounds = count > 1 ? atoi(words[1]) : 1;
    for (int round = 0; round < rounds; round++) {
        free(malloc(round % 500));
        free(calloc(round % 7, 16));
        free(malloc(0));
        free(NULL);
        resize(10 + round % 100);
        align();
        copy(round);
        // Too large for the heap, so a map of its own, and refused.
        free(malloc(300 << 10));
        free(realloc(malloc(200 << 10), 400 << 10));
    }
    return 0;
}
