#include "Inspect/scan.h"

#include "Memory/platform.h"

#if OUTL_HEAP_SERVED

#include "Objects/recognise.h"
#include "Memory/architecture.h"
#include "Memory/maps.h"
#include "Objects/block.h"
#include "Types/metadata.h"
#include "Types/modules.h"

enum { header = 16, granule = 16, task_smallest = 208, resume_function = 56 };

// The header of storage: the capacity of an array, in the upper bits (+24), or of a text, in the lower ones (+16).
enum { storage_header = 32, array_capacity = 24, text_capacity = 16 };

// MARK: Objects

// Returns `true` if a word can be the reference counts of an object that is alive.
//
// Bit 0 is set in all objects of Swift classes. Bits 1 to 31 are the number of unowned references, bit 32 is set from
// the beginning of the deinitialisation on. If the two highest bits are set, the rest leads to the side table.
static bool is_alive(uintptr_t address, uint64_t count) {
    enum { side_table = 3, maximum_unowned = 1 << 20 };
    const uint64_t deinitialised = UINT64_C(1) << 32;
    if (count >> 62 == side_table) {
        uintptr_t table = outl_metadata_side_table_of(address);
        return table % granule == 0 && outl_maps_readable(table, 24) && outl_word(table) == address
            && !(outl_word(table + 16) & deinitialised);
    }
    return (count & 1) && !(count >> 63) && !(count & deinitialised) && (uint32_t)count <= maximum_unowned;
}

static bool is_task(uintptr_t address, uintptr_t metadata) {
    return metadata % 8 == 0 && outl_metadata_kind(metadata) == OUTL_TYPE_TASK && outl_modules_find(metadata)
        && outl_maps_executable(outl_word(address + resume_function));
}

// Returns the size of storage, by its capacity; 0 for other objects.
static uint64_t size_of_storage(uintptr_t address, uintptr_t metadata) {
    const uint64_t text_mask = (UINT64_C(1) << 48) - 1;
    struct outl_value_layout entries[2];
    if (outl_metadata_kind(metadata) != OUTL_TYPE_CLASS || !outl_maps_readable(address, storage_header)) { return 0; }
    if (outl_metadata_is_text(metadata)) {
        uint64_t capacity = outl_word(address + text_capacity);
        return storage_header + (capacity & text_mask) + (capacity >> 63) * sizeof(uintptr_t);
    }
    bool is_array = outl_metadata_storage(metadata) == OUTL_STORAGE_ARRAY
        && outl_metadata_entries(metadata, entries) > 0;
    uint64_t capacity = is_array ? outl_word(address + array_capacity) >> 1 : 0;
    return is_array && capacity < text_mask / entries[0].stride ? storage_header + capacity * entries[0].stride : 0;
}

// Returns the size of a block that ends at `end` at the latest.
static uint64_t size_of(uintptr_t address, uint32_t instance, uintptr_t end) {
    enum { maximum = 4096 };
    uint64_t room = end - address;
    uintptr_t metadata = outl_word(address);
    uint64_t size = size_of_storage(address, metadata);
    if (size == 0 && instance >= header) { size = instance; }
    // The classes of dictionaries and sets, whose size depends on several numbers.
    bool is_table = instance >= header && outl_metadata_storage(metadata) != OUTL_STORAGE_NONE;
    if (is_table && outl_metadata_storage(metadata) != OUTL_STORAGE_ARRAY) { size = room; }
    if (size == 0) { size = maximum; }
    return size < room ? size : room;
}

// MARK: Memory

// Returns `true` if the C library's record of a thread is at an address, also of one that ended, whose stack is kept.
// It also contains the start of the stack: of its mapping, or of the guard before it.
static bool is_record(const struct outl_map *map, uintptr_t address) {
    enum { largest_guard = 1 << 16 };
    bool may_be = outl_architecture_is_record(address);
    uintptr_t first = address + outl_architecture->marks[1] + 8, end = address + outl_architecture->record_size;
    for (uintptr_t at = first; may_be && at < end; at += 8) {
        uintptr_t word = outl_word(at);
        if (word <= map->range.start && map->range.start - word <= largest_guard) { return true; }
    }
    return false;
}

// Returns the end of the first record of a thread in a part of a mapping, or 0.
static uintptr_t find_record(const struct outl_map *map, uintptr_t start, uintptr_t end) {
    enum { alignment = 64 };
    for (uintptr_t at = outl_aligned(start, alignment); at + alignment <= end; at += alignment) {
        if (is_record(map, at)) { return at + outl_architecture->record_size; }
    }
    return 0;
}

static void scan_part(uintptr_t start, uintptr_t end, struct outl_array *blocks) {
    enum { counts = 8 };
    for (uintptr_t address = outl_aligned(start, granule); address + header <= end; address += granule) {
        uintptr_t metadata = outl_word(address);
        if (metadata < 1 << 16 || metadata >> OUTL_ADDRESS_BITS) { continue; }
        if (!is_alive(address, outl_word(address + counts))) { continue; }
        uint32_t instance = outl_recognise_size(metadata);
        bool is_object = instance > 0 && instance <= end - address;
        if (!is_object && (end - address < task_smallest || !is_task(address, metadata))) { continue; }
        struct outl_block block = {
            .address = address, .size = end - address, .kind = is_object ? OUTL_BLOCK_OBJECT : OUTL_BLOCK_RAW,
            .birth = is_object ? instance : 0};
        outl_array_add(blocks, &block, sizeof block);
    }
}

uint64_t outl_scan(const struct outl_source *source, struct outl_array *blocks) {
    enum { needed = OUTL_MAP_READ | OUTL_MAP_WRITE | OUTL_MAP_ANONYMOUS };
    const struct outl_range *parts = (const void *)source->parts.items;
    const struct outl_map *last = NULL;
    size_t first = 0; // The number of blocks before the last mapping.
    for (size_t index = 0; index < source->parts.count; index++) {
        uintptr_t start = parts[index].start, end = parts[index].end;
        const struct outl_map *map = outl_maps_find(start);
        if (!map || (map->flags & needed) != needed || outl_modules_find(start)) { continue; }
        if (map != last) { first = blocks->count; }
        last = map;
        // A stack is at the beginning of its mapping. Objects in it end with their function, and those in the kept
        // stack of an ended thread did.
        uintptr_t stack = find_record(map, start, end);
        if (stack) {
            blocks->count = first;
            start = stack;
        }
        if (start < end) { scan_part(start, end, blocks); }
    }
    // Each ends before the next one. Until now, the birth was the instance size.
    struct outl_block *items = (struct outl_block *)blocks->items;
    uint64_t objects = 0;
    for (size_t index = 0; index < blocks->count; index++) {
        uintptr_t end = items[index].address + items[index].size;
        if (index + 1 < blocks->count && items[index + 1].address < end) { end = items[index + 1].address; }
        items[index].size = size_of(items[index].address, items[index].birth, end);
        items[index].birth = 0;
        objects += items[index].kind == OUTL_BLOCK_OBJECT;
    }
    return objects;
}

#endif
