// As many stacks as asked for, up to 2^20, each a way of 20 turns to the left or right.
#include <stdlib.h>

enum { depth = 20 };
static void *kept[1 << depth];

static void turn_left(unsigned way, int left);
static void turn_right(unsigned way, int left);

static void *go(unsigned way, int left) {
    if (left == 0) { return malloc(20); }
    (way & 1 ? turn_left : turn_right)(way >> 1, left - 1);
    return NULL;
}
static void turn_left(unsigned way, int left) { free(go(way, left)); }
static void turn_right(unsigned way, int left) { free(go(way, left)); }

int main(int count, char **words) {
    int ways = count > 1 ? atoi(words[1]) : 1;
    if (ways > 1 << depth) { return 64; }
    for (int round = 0; round < 2; round++) {
        for (int way = 0; way < ways; way++) {
            if (way % 2) { free(kept[way]); }
            turn_left(way, depth);
            kept[way] = malloc(16);
        }
    }
    return 0;
}
