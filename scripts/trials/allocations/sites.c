// Thousands of functions that allocate, many more than the places in which a thread counts.
#include "many.h"

#include <stdlib.h>

static void *kept[many];

#define SITE(number) \
    __attribute__((noinline)) static void site_##number(void) { \
        free(malloc(number % 1000 + 1)); \
        if (number % 3) { free(kept[number]); } \
        kept[number] = malloc(number % 500 + 2); \
    }
#define NAME(number) site_##number,

MANY(SITE)
static void (*const sites[])(void) = {MANY(NAME)};

__attribute__((noinline)) static void call_from_left(int site) { sites[site](); }
__attribute__((noinline)) static void call_from_right(int site) { sites[site](); }

int main(int count, char **words) {
    int rounds = count > 1 ? atoi(words[1]) : 1;
    for (int round = 0; round < rounds; round++) {
        for (int site = 0; site < many; site++) { (site + round) % 2 ? call_from_left(site) : call_from_right(site); }
    }
    return 0;
}
