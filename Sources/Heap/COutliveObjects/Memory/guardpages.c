#include "Memory/guardpages.h"

#if OUTL_HEAP_SERVED

#include <sys/ioctl.h>

// As in <linux/fs.h>, which older headers lack; see Documentation/admin-guide/mm/pagemap.rst.
struct found {
    uint64_t start, end, categories;
};
struct scan {
    uint64_t size, flags, start, end, walk_end, found, found_count, maximum_pages;
    uint64_t inverted, required, any, returned;
};

bool outl_guard_pages_find(int pagemap, struct outl_range part, struct outl_range *guards) {
    enum { is_guard = 1 << 8 };
    struct found found;
    struct scan scan = {
        .size = sizeof scan, .start = part.start, .end = part.end, .found = (uintptr_t)&found, .found_count = 1,
        .required = is_guard, .returned = is_guard};
    // An older system refuses the request, or the category.
    if (ioctl(pagemap, _IOWR('f', 16, struct scan), &scan) != 1) { return false; }
    *guards = (struct outl_range){found.start, found.end};
    return guards->start >= part.start && guards->start < guards->end && guards->end <= part.end;
}

#endif
