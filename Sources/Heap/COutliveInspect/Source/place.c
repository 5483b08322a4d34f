#include "Source/place.h"

#if OUTL_HEAP_SERVED

#include "Memory/system.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { page = 4096 };

static struct outl_array reserved; // Each an outl_range of the subject, in ascending order, without overlaps.

static struct outl_range *reserved_at(size_t index) { return (struct outl_range *)reserved.items + index; }

static void *place_of(uintptr_t address) { return (void *)(address ^ outl_shift); }

// MARK: Reservation

static bool insert(size_t index, struct outl_range range) {
    if (!outl_array_append(&reserved, 1, sizeof range)) { return false; }
    memmove(reserved_at(index + 1), reserved_at(index), (reserved.count - 1 - index) * sizeof range);
    *reserved_at(index) = range;
    return true;
}

static bool map(struct outl_range range) {
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE;
    void *place = place_of(range.start);
    void *memory = mmap(place, range.end - range.start, PROT_READ | PROT_WRITE, flags, -1, 0);
    if (memory == place) { return true; }
    // A kernel that does not know the flag chooses another place.
    if (memory != MAP_FAILED) { munmap(memory, range.end - range.start); }
    return false;
}

bool outl_place_reserve(struct outl_range range) {
    // Otherwise the places of its parts are not in one piece.
    if (((range.start ^ (range.end - 1)) & outl_shift) != 0) { return false; }
    while (range.start < range.end) {
        size_t index = outl_range_above(reserved.items, reserved.count, sizeof range, range.start);
        const struct outl_range *next = index < reserved.count ? reserved_at(index) : NULL;
        if (next && next->start <= range.start) {
            range.start = next->end;
            continue;
        }
        struct outl_range gap = {range.start, next && next->start < range.end ? next->start : range.end};
        if (!map(gap) || !insert(index, gap)) { return false; }
        range.start = gap.end;
    }
    return true;
}

static void release(void) {
    for (size_t index = 0; index < reserved.count; index++) {
        munmap(place_of(reserved_at(index)->start), reserved_at(index)->end - reserved_at(index)->start);
    }
    reserved.count = 0;
}

bool outl_place_choose(const void *items, size_t count, size_t size) {
    // Programs and libraries lie at 0x55.., 0x7f.. and below 0x1.., so that one bit leads away from this process's. The
    // others are for processes that map memory at addresses of their choice, and for processes of a processor with more
    // bits, at 0xaa.. and 0xff.., on one with fewer. The last are for kernels of aarch64 with 39 bits.
    static const uintptr_t shifts[] = {
        (uintptr_t)1 << 46, (uintptr_t)1 << 45, (uintptr_t)3 << 45, (uintptr_t)5 << 44, (uintptr_t)3 << 46,
        (uintptr_t)7 << 45, (uintptr_t)1 << 38, (uintptr_t)1 << 37, (uintptr_t)3 << 37,
    };
    for (size_t attempt = 0; attempt < OUTL_COUNT(shifts); attempt++) {
        outl_shadow_begin(shifts[attempt]);
        bool is_reserved = true;
        for (size_t index = 0; is_reserved && index < count; index++) {
            is_reserved = outl_place_reserve(*(const struct outl_range *)((const char *)items + index * size));
        }
        if (is_reserved) { return true; }
        release();
    }
    return false;
}

size_t outl_place_file(struct outl_range range, int file, uint64_t offset) {
    struct stat status;
    if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode) || (uint64_t)status.st_size <= offset) { return 0; }
    // Beyond the last page of the file, an access is a fault.
    uint64_t maximum = outl_aligned((uint64_t)status.st_size, page) - offset, size = range.end - range.start;
    size = size < maximum ? size : maximum;
    if (!outl_place_reserve(range)) { return 0; }
    void *memory = mmap(place_of(range.start), size, PROT_READ, MAP_PRIVATE | MAP_FIXED, file, (off_t)offset);
    return memory == MAP_FAILED ? 0 : size;
}

// MARK: Resident memory

// The argument and the result of PAGEMAP_SCAN (Linux 6.7), `struct pm_scan_arg` and `struct page_region`.
struct scan {
    uint64_t size, flags, start, end, walk_end, regions, maximum_regions, maximum_pages, inverted, all, any, reported;
};
struct region {
    uint64_t start, end, categories;
};

// Appends a range, or extends the last one unless that is among the `first` ones.
static void add_after(struct outl_array *ranges, size_t first, struct outl_range range) {
    struct outl_range *last = ranges->count > first ? (struct outl_range *)ranges->items + ranges->count - 1 : NULL;
    if (last && last->end == range.start) {
        last->end = range.end;
    } else {
        outl_array_add(ranges, &range, sizeof range);
    }
}

void outl_place_add(struct outl_array *ranges, struct outl_range range) { add_after(ranges, 0, range); }

// Scans a range with a call that passes over reserved memory at once. Returns the end of the part that was scanned,
// which is the start of the range on an older kernel. Leaves out the kernel's page of zeros.
static uintptr_t scan_resident(
    struct outl_range range, int pagemap, uint64_t deadline, struct outl_array *parts, struct outl_array *resident
) {
    enum { maximum = 512, is_present = 1 << 3, is_swapped = 1 << 4, is_zero = 1 << 5 };
    size_t first = parts->count;
    struct region regions[maximum];
    struct scan scan = {
        .size = sizeof scan, .start = range.start, .end = range.end, .regions = (uintptr_t)regions,
        .maximum_regions = maximum, .inverted = is_zero, .all = is_zero, .any = is_present | is_swapped,
        .reported = is_present | is_swapped};
    while (scan.start < scan.end && !outl_is_late(deadline)) {
        int count = ioctl(pagemap, _IOWR('f', 16, struct scan), &scan);
        if (count < 0 || scan.walk_end <= scan.start) { break; }
        for (int index = 0; index < count; index++) {
            struct outl_range found = {regions[index].start, regions[index].end};
            add_after(parts, first, found);
            if (resident && regions[index].categories & is_present) { outl_place_add(resident, found); }
        }
        scan.start = scan.walk_end;
    }
    return scan.start;
}

bool outl_place_resident(
    struct outl_range range, int pagemap, uint64_t deadline, struct outl_array *parts, struct outl_array *resident
) {
    enum { maximum = 1 << 12 };
    const uint64_t is_present = UINT64_C(1) << 63, has_content = UINT64_C(3) << 62; // Present, or swapped.
    uint64_t entries[maximum];
    size_t first = parts->count;
    uintptr_t address = scan_resident(range, pagemap, deadline, parts, resident);
    while (address < range.end) {
        if (outl_is_late(deadline)) { return false; }
        size_t count = (range.end - address) / page < maximum ? (range.end - address) / page : maximum;
        ssize_t got = pread(pagemap, entries, count * sizeof *entries, (off_t)(address / page * sizeof *entries));
        if (got < (ssize_t)sizeof *entries) {
            add_after(parts, first, (struct outl_range){address, range.end});
            if (resident) { outl_place_add(resident, (struct outl_range){address, range.end}); }
            break;
        }
        for (size_t index = 0; index < (size_t)got / sizeof *entries; index++, address += page) {
            struct outl_range found = {address, address + page};
            if (entries[index] & has_content) { add_after(parts, first, found); }
            if (resident && entries[index] & is_present) { outl_place_add(resident, found); }
        }
    }
    return true;
}

bool outl_place_is_shared(struct outl_range range, int pagemap) {
    enum { maximum = 1 << 12 };
    const uint64_t is_present = UINT64_C(1) << 63, is_of_file = UINT64_C(1) << 61, is_alone = UINT64_C(1) << 56;
    uint64_t entries[maximum];
    for (uintptr_t address = range.start; address < range.end;) {
        size_t count = (range.end - address) / page < maximum ? (range.end - address) / page : maximum;
        ssize_t got = pread(pagemap, entries, count * sizeof *entries, (off_t)(address / page * sizeof *entries));
        if (got < (ssize_t)sizeof *entries) { return false; }
        for (size_t index = 0; index < (size_t)got / sizeof *entries; index++, address += page) {
            if ((entries[index] & (is_present | is_of_file | is_alone)) == is_present) { return true; }
        }
    }
    return false;
}

// MARK: Memory for the copy

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif

enum { large = 1 << 21 }; // The size of a large page.

// Pieces of ranges. Each thread takes the next one.
struct touching {
    const struct outl_range *pieces;
    size_t count;
    atomic_size_t next;
};

static void *touch(void *context) {
    struct touching *touching = context;
    for (;;) {
        size_t index = atomic_fetch_add(&touching->next, 1);
        if (index >= touching->count) { return NULL; }
        struct outl_range piece = touching->pieces[index];
        madvise(place_of(piece.start), piece.end - piece.start, MADV_POPULATE_WRITE);
    }
}

// Returns `true` if a range was reserved in one piece.
static bool is_reserved_whole(struct outl_range range) {
    size_t index = outl_range_above(reserved.items, reserved.count, sizeof range, range.start);
    return index < reserved.count && reserved_at(index)->start <= range.start && range.end <= reserved_at(index)->end;
}

// Returns the range of an item and of those after it, with the small gaps between them, and moves to the last of them.
static struct outl_range joined(const struct outl_range *items, size_t count, size_t *index) {
    enum { smallest_gap = 8 * page };
    struct outl_range range = items[*index];
    for (; *index + 1 < count; ++*index) {
        struct outl_range next = items[*index + 1];
        bool is_near = next.start - range.end < smallest_gap && is_reserved_whole((struct outl_range){range.start, next.end});
        if (!is_near) { break; }
        range.end = next.end;
    }
    return range;
}

void outl_place_touch(const struct outl_range *items, size_t count) {
    enum { piece_size = 4 * large, minimum_shared = 8 * large };
    struct outl_array pieces = {0};
    uint64_t total = 0;
    for (size_t index = 0; index < count; index++) {
        struct outl_range rest = joined(items, count, &index);
        total += rest.end - rest.start;
        // Large pages save most of the time where the system permits them.
        if (rest.end - rest.start >= large) { madvise(place_of(rest.start), rest.end - rest.start, MADV_HUGEPAGE); }
        while (rest.start < rest.end) {
            // Pieces end where large pages do.
            uintptr_t end = (rest.start + piece_size) / large * large;
            struct outl_range piece = {rest.start, end < rest.end ? end : rest.end};
            outl_array_add(&pieces, &piece, sizeof piece);
            rest.start = piece.end;
        }
    }
    struct touching touching = {.pieces = (const void *)pieces.items, .count = pieces.count};
    pthread_t other;
    bool is_shared = total >= minimum_shared && pthread_create(&other, NULL, touch, &touching) == 0;
    touch(&touching);
    if (is_shared) { pthread_join(other, NULL); }
    outl_array_free(&pieces);
}

#endif
