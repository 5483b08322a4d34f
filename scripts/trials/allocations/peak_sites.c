// Thousands of sites whose memory rises and falls, each with its share of the peak.
#include "many.h"

#include <stdlib.h>

enum { most = 400 };
static void *kept[many][most];

#define SITE(number) \
    __attribute__((noinline)) static void site_##number(int round) { kept[number][round] = malloc(number % 900 + 10); }
#define NAME(number) site_##number,

MANY(SITE)
static void (*const sites[])(int) = {MANY(NAME)};

static void fall(int rounds, int step) {
    for (int site = 0; site < many; site += step) {
        for (int round = 0; round < rounds; round++) {
            free(kept[site][round]);
            kept[site][round] = NULL;
        }
    }
}

static void rise(int rounds) {
    for (int round = 0; round < rounds; round++) {
        for (int site = 0; site < many; site++) {
            if (!kept[site][round]) { sites[site](round); }
        }
    }
}

int main(int count, char **words) {
    int rounds = count > 1 ? atoi(words[1]) : 1;
    if (rounds > most) { return 64; }
    rise(rounds / 2);
    fall(rounds / 2, 3);
    rise(rounds);
    fall(rounds, 1);
    rise(rounds / 3);
    return 0;
}
