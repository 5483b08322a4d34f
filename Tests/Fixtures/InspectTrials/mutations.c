// Inspects a core file with other bytes each time. Arguments: the file, a seed, and the number of times. Prints that
// number, or the first mutation whose inspection crashed, was late, or failed without a reason.
#include "outl_inspect.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { most = 4, headers = 1 << 14 };

struct change {
    off_t offset;
    size_t size;
    char before[8], after[8];
};

static uint64_t state;

static uint64_t random_below(uint64_t bound) {
    uint64_t mixed = state += UINT64_C(0x9E3779B97F4A7C15);
    mixed = (mixed ^ mixed >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    mixed = (mixed ^ mixed >> 27) * UINT64_C(0x94D049BB133111EB);
    return (mixed ^ mixed >> 31) % bound;
}

// Returns an offset in the headers, or in content that is not a hole.
static off_t random_offset(int core, off_t size) {
    off_t bound = size < headers ? size : headers;
    if (random_below(3) > 0) { return (off_t)random_below((uint64_t)bound - 8); }
    off_t offset = lseek(core, (off_t)random_below((uint64_t)size - 8), SEEK_DATA);
    return offset < 0 || offset > size - 5000 ? 0 : offset + (off_t)random_below(4096);
}

static void mutate(int core, off_t size, struct change *change) {
    const uint64_t values[] = {0, 1, UINT64_MAX, UINT64_C(1) << 47, 4096, (uint64_t)size, random_below(UINT64_MAX)};
    uint64_t value = values[random_below(sizeof values / sizeof *values)];
    change->offset = random_offset(core, size);
    change->size = (size_t)1 << random_below(4);
    memcpy(change->after, &value, sizeof value);
    if (pread(core, change->before, change->size, change->offset) != (ssize_t)change->size) { abort(); }
    if (pwrite(core, change->after, change->size, change->offset) != (ssize_t)change->size) { abort(); }
}

static void print(const struct change *changes, int count, int number, const struct outl_inspect_result *result) {
    printf("number %d: %s;", number, result->reason);
    for (int index = 0; index < count; index++) {
        uint64_t after = 0;
        memcpy(&after, changes[index].after, changes[index].size);
        printf(" %zu bytes at %ld: %lx", changes[index].size, (long)changes[index].offset, (long)after);
    }
    printf("\n");
}

int main(int count, char **arguments) {
    if (count != 4) { return 64; }
    struct stat status;
    struct outl_inspect_order order = {.core = open(arguments[1], O_RDWR | O_CLOEXEC), .seconds = 60};
    order.output = memfd_create("snapshot", MFD_CLOEXEC);
    if (fstat(order.core, &status) != 0 || order.output < 0) { return 1; }
    state = strtoull(arguments[2], NULL, 10);
    int times = atoi(arguments[3]);
    for (int number = 0; number < times; number++) {
        static struct outl_inspect_result result;
        struct change changes[most];
        int changed = 1 + (int)random_below(most);
        for (int index = 0; index < changed; index++) { mutate(order.core, status.st_size, &changes[index]); }
        order.with_graph = number % 2;
        outl_inspect(&order, &result);
        bool is_bad = result.outcome == OUTL_INSPECT_CRASHED || result.outcome == OUTL_INSPECT_LATE
            || (result.outcome != OUTL_INSPECT_DONE && !result.reason[0]);
        if (is_bad) {
            print(changes, changed, number, &result);
            return 1;
        }
        for (int index = changed; index-- > 0;) {
            const struct change *change = &changes[index];
            if (pwrite(order.core, change->before, change->size, change->offset) < 0) { return 1; }
        }
    }
    printf("%d mutations\n", times);
    return 0;
}
