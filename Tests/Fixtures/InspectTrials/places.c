// Lists the parts of two adjacent ranges that have memory, by a page map made by hand, which the system cannot scan.
// Prints the parts, and what of them is in memory, as pages from the start of the first range.
#include "Source/place.h"

#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

enum { page = 4096, pages = 5 };

static const uintptr_t start = 1 << 20;

static void print(const struct outl_array *ranges) {
    const struct outl_range *items = (const void *)ranges->items;
    for (size_t index = 0; index < ranges->count; index++) {
        printf("%lu-%lu ", (items[index].start - start) / page, (items[index].end - start) / page);
    }
}

int main(void) {
    const uint64_t in_memory = UINT64_C(1) << 63, swapped = UINT64_C(1) << 62;
    const uint64_t entries[2 * pages] = {0, in_memory, swapped, 0, in_memory, in_memory, swapped, 0, 0, swapped};
    int pagemap = memfd_create("pagemap", MFD_CLOEXEC);
    const off_t place = (off_t)(start / page * sizeof *entries);
    if (pwrite(pagemap, entries, sizeof entries, place) != sizeof entries) { return 1; }
    struct outl_array parts = {0}, resident = {0};
    for (uintptr_t at = start; at < start + 2 * pages * page; at += pages * page) {
        struct outl_range range = {at, at + pages * page};
        if (!outl_place_resident(range, pagemap, 0, &parts, &resident)) { return 1; }
    }
    print(&parts);
    printf("of which ");
    print(&resident);
    puts("");
    return 0;
}
