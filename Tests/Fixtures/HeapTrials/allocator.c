// Blocks of all sizes, from all functions that another allocator than the C library's may have. The tests build it,
// linked with the Swift runtime so that the heap tier is active, and compare the blocks that it prints with those of
// the graph.
#define _GNU_SOURCE
#include <malloc.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern void *swift_allocObject(const void *, size_t, size_t);
void *volatile keep = (void *)swift_allocObject;

// The tier's.
extern bool outl_heap_census(uint32_t number, bool with_graph, bool ends_cycle) __attribute__((weak));

// Of C23, also from the tier.
extern void free_sized(void *block, size_t size) __attribute__((weak));
extern void free_aligned_sized(void *block, size_t alignment, size_t size) __attribute__((weak));

// operator new(size_t), and operator delete(void *, size_t).
extern void *_Znwm(size_t size);
extern void _ZdlPvm(void *block, size_t size);

enum { kinds = 12, most = 2000 };

static void *make_tiny(int number) { return malloc(1 + (size_t)number % 8); }
static void *make_small(int number) { return malloc(40 + (size_t)number % 8); }
static void *make_medium(int number) { return calloc(1 + (size_t)number % 2, 300); }
static void *make_page(int number) { (void)number; return malloc(4000); }
static void *make_large(int number) { return malloc(300000 + (size_t)number); }
static void *make_huge(int number) { (void)number; return malloc(9000001); }
static void *make_aligned(int number) { return aligned_alloc(64 << number % 3, 64 << number % 3); }
static void *make_posix(int number) {
    void *block = NULL;
    return posix_memalign(&block, 4096, 100 + (size_t)number) == 0 ? block : NULL;
}
static void *make_array(int number) { return reallocarray(malloc(24), 77, 8 + (size_t)number % 3); }
static void *make_longer(int number) {
    static volatile size_t impossible = PTRDIFF_MAX;
    void *block = realloc(realloc(malloc(10), 5000), 60000 + (size_t)number);
    return realloc(block, impossible) ? NULL : block;
}
static void *make_text(int number) { return number % 2 ? strdup("a text that is long enough") : strndup("another", 5); }
static void *make_new(int number) { return _Znwm(500 + (size_t)number % 4); }

static const struct {
    void *(*make)(int number);
    int count;
} all[kinds] = {
    {make_tiny, 2000}, {make_small, 1000}, {make_medium, 500}, {make_page, 300}, {make_large, 40}, {make_huge, 2},
    {make_aligned, 300}, {make_posix, 20}, {make_array, 200}, {make_longer, 20}, {make_text, 100}, {make_new, 400},
};
static void **blocks[kinds];

static void release(int kind, int number) {
    void *(*make)(int number) = all[kind].make;
    size_t aligned = 64 << number % 3;
    if (make == make_new) {
        _ZdlPvm(blocks[kind][number], 500 + (size_t)number % 4);
    } else if (make == make_small) {
        free_sized(blocks[kind][number], 40 + (size_t)number % 8);
    } else if (make == make_aligned) {
        free_aligned_sized(blocks[kind][number], aligned, aligned);
    } else {
        free(blocks[kind][number]);
    }
    blocks[kind][number] = NULL;
}

int main(void) {
    static char buffer[1 << 16];
    setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
    if (!outl_heap_census || !free_sized || !free_aligned_sized) { return 2; }
    for (int kind = 0; kind < kinds; kind++) { blocks[kind] = calloc(most, sizeof(void *)); }
    if (!outl_heap_census(1, true, false)) { return 3; }
    // Each is made, released and made again, in changing places.
    for (int round = 0; round < 3; round++) {
        for (int kind = 0; kind < kinds; kind++) {
            for (int number = 0; number < all[kind].count; number++) {
                if (blocks[kind][number] && (number + round) % 2) { release(kind, number); }
            }
        }
        for (int kind = kinds - 1; kind >= 0; kind--) {
            for (int number = 0; number < all[kind].count; number++) {
                if (!blocks[kind][number]) { blocks[kind][number] = all[kind].make(number); }
            }
        }
    }
    if (!outl_heap_census(2, true, false)) { return 4; }
    for (int kind = 0; kind < kinds; kind++) {
        for (int number = 0; number < all[kind].count; number++) {
            printf("%zx\t%zu\n", (size_t)blocks[kind][number], malloc_usable_size(blocks[kind][number]));
        }
    }
    for (int kind = 0; kind < kinds; kind++) {
        for (int number = 0; number < all[kind].count; number++) { release(kind, number); }
    }
    if (!outl_heap_census(3, true, false)) { return 5; }
    fflush(stdout);
    return 0;
}
