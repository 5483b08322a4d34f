// Memory that rises and falls several times. The third wave is the highest, and each has other sites and sizes.
#include <stdlib.h>
#include <string.h>

enum { most = 40000 };
static char *kept[most];
static int used;

static void keep(char *block, size_t size) {
    memset(block, 1, size);
    kept[used++] = block;
}
__attribute__((noinline)) static void site_small(int number) {
    size_t size = 24 + number % 40;
    keep(malloc(size), size);
}
__attribute__((noinline)) static void site_text(int number) {
    size_t size = 200 + number % 100;
    keep(malloc(size), size);
}
__attribute__((noinline)) static void site_table(int number) {
    size_t size = 16 * (number % 128 + 1);
    keep(calloc(size, 1), size);
}
__attribute__((noinline)) static void site_large(int number) {
    size_t size = 5000 + number;
    keep(malloc(size), size);
}
__attribute__((noinline)) static void site_grown(int number) {
    size_t size = 3000 + number % 7;
    keep(realloc(malloc(100), size), size);
}

static void fall(int left) {
    while (used > left) { free(kept[--used]); }
}

int main(int count, char **words) {
    int blocks = count > 1 ? atoi(words[1]) : 10;
    static const int heights[] = {3, 5, 9, 4, 7};
    for (int wave = 0; wave < 5; wave++) {
        for (int number = 0; number < blocks * heights[wave] && used + 5 < most; number++) {
            site_small(number);
            if (wave != 1) { site_text(number); }
            if (wave % 2 == 0 && number % 2) { site_table(number); }
            if (number % 9 == wave) { site_large(number); }
            if (wave == 4 || number % 11 == 0) { site_grown(number); }
        }
        fall(wave == 3 ? used / 3 : used / 10);
    }
    fall(0);
    return 0;
}
