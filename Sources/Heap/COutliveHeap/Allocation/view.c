#include "Allocation/view.h"

#if OUTL_HEAP_SERVED

#include <sys/mman.h>

enum { page_size = 4096, pages_at_once = 1024 };
_Static_assert(OUTL_REGION_SLOTS * sizeof(uint32_t) == pages_at_once * page_size, "a region is looked up at once");
_Static_assert(OUTL_REGION_COUNT % (pages_at_once * (page_size / sizeof(uint32_t *))) == 0, "so are whole pages");

const struct outl_block *outl_blocks_find(uintptr_t address) {
    if (address >> 47) { return NULL; }
    uint32_t *region = outl_region_of(address);
    for (int layer = OUTL_LAYER_SMALL; region && layer <= OUTL_REGION_BITS; layer++) {
        uint32_t number = region[outl_slot_in_region(address, layer)];
        if (number && outl_record_at(number)->address == address) { return outl_record_at(number); }
    }
    return NULL;
}

void outl_blocks_each(void (*visit)(const struct outl_block *block, void *context), void *context) {
    size_t end = outl_blocks_records_end();
    for (size_t start = sizeof(struct outl_block); start < end; start += sizeof(struct outl_block)) {
        const struct outl_block *record = outl_record_at((uint32_t)(start / 8));
        if (record->address) { visit(record, context); }
    }
}

// Sets `present` for each page that is in memory, and returns their number.
static size_t look_up(const void *start, size_t pages, unsigned char *present) {
    size_t found = 0;
    if (mincore((void *)start, pages * page_size, present) != 0) { return 0; }
    for (size_t page = 0; page < pages; page++) { found += present[page] & 1; }
    return found;
}

// Skips pages of `regions` that were never touched, so that they stay unused.
void outl_blocks_each_region(void (*visit)(uintptr_t start, uintptr_t end, void *context), void *context) {
    const size_t entries = page_size / sizeof(uint32_t *);
    unsigned char present[pages_at_once];
    if (!outl_blocks_table.regions) { return; }
    for (size_t first = 0; first < OUTL_REGION_COUNT; first += pages_at_once * entries) {
        if (look_up(outl_blocks_table.regions + first, pages_at_once, present) == 0) { continue; }
        for (size_t index = first; index < first + pages_at_once * entries; index++) {
            if (!(present[(index - first) / entries] & 1)) { continue; }
            uintptr_t region =
                (uintptr_t)atomic_load_explicit(&outl_blocks_table.regions[index], memory_order_acquire);
            if (region) { visit(region, region + OUTL_REGION_SLOTS * sizeof(uint32_t), context); }
        }
    }
}

static void add_pages(uintptr_t start, uintptr_t end, void *pages) {
    unsigned char present[pages_at_once];
    *(size_t *)pages += look_up((const void *)start, (end - start) / page_size, present);
}

size_t outl_blocks_memory(void) {
    size_t pages = 0;
    outl_blocks_each_region(add_pages, &pages);
    return outl_blocks_records_end() + pages * page_size;
}

#endif
