// Allocations at every depth of a deep recursion, released in the opposite order, in the same and at other depths.
#include <stdlib.h>

static void *taken;

__attribute__((noinline)) static int descend(int depth) {
    char *block = malloc(depth % 300 + 1);
    *block = 1;
    if (depth % 4 == 0) {
        free(taken);
        taken = malloc(depth % 100 + 1);
    }
    int sum = depth > 0 ? descend(depth - 1) : 0;
    sum += *block;
    free(block);
    return sum;
}

int main(int count, char **words) {
    int rounds = count > 1 ? atoi(words[1]) : 1, sum = 0;
    for (int round = 0; round < rounds; round++) { sum += descend(20000 + round); }
    free(taken);
    return sum == 0 && rounds > 0;
}
