#include "Memory/memory.h"

#if OUTL_HEAP_SERVED

#include "Memory/system.h"

#include <string.h>

enum { maximum_mapped = 256 };
static struct outl_range mapped[maximum_mapped];
static size_t mapped_count;

const struct outl_range *outl_memory_all(size_t *count) {
    *count = mapped_count;
    return mapped;
}

static void add_mapped(const void *memory, size_t size) {
    if (mapped_count == maximum_mapped) { return; }
    mapped[mapped_count++] = (struct outl_range){(uintptr_t)memory, (uintptr_t)memory + size};
}

static void remove_mapped(const void *memory) {
    for (size_t index = 0; index < mapped_count; index++) {
        if (mapped[index].start != (uintptr_t)memory) { continue; }
        mapped[index] = mapped[--mapped_count];
        return;
    }
}

void *outl_memory_map(size_t size) {
    void *memory = outl_pages(size, PROT_READ | PROT_WRITE, MAP_PRIVATE);
    if (memory) { add_mapped(memory, size); }
    return memory;
}

void outl_memory_unmap(void *memory, size_t size) {
    if (!memory) { return; }
    remove_mapped(memory);
    munmap(memory, size);
}

static const struct outl_range *range_at(const void *items, size_t index, size_t size) {
    return (const void *)((const char *)items + index * size);
}

size_t outl_range_above(const void *items, size_t count, size_t size, uintptr_t address) {
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (range_at(items, middle, size)->end <= address) { low = middle + 1; } else { high = middle; }
    }
    return low;
}

const void *outl_range_search(const void *items, size_t count, size_t size, uintptr_t address, size_t *last) {
    size_t index = outl_range_above(items, count, size, address);
    if (index == count || address < range_at(items, index, size)->start) { return NULL; }
    *last = index;
    return range_at(items, index, size);
}

// MARK: Arrays

void *outl_array_append(struct outl_array *array, size_t count, size_t size) {
    size_t start = array->count * size, needed = start + count * size;
    // Allocates even for no items, because null reports a failure.
    if (needed > array->room || !array->items) {
        size_t room = array->room ? array->room : (size_t)1 << 16;
        while (room < needed) { room *= 2; }
        void *moved = array->items ? mremap(array->items, array->room, room, MREMAP_MAYMOVE) : outl_memory_map(room);
        if (!moved || moved == MAP_FAILED) {
            array->failed = true;
            return NULL;
        }
        if (array->items) {
            remove_mapped(array->items);
            add_mapped(moved, room);
        }
        array->items = moved;
        array->room = room;
    }
    array->count += count;
    return array->items + start;
}

void outl_array_add(struct outl_array *array, const void *item, size_t size) {
    void *place = outl_array_append(array, 1, size);
    if (place) { memcpy(place, item, size); }
}

void outl_array_free(struct outl_array *array) {
    outl_memory_unmap(array->items, array->room);
    *array = (struct outl_array){0};
}

// MARK: Tables

static inline size_t hash_of(uint64_t first, uint64_t second) {
    uint64_t hash = (first ^ second * UINT64_C(0x9E3779B97F4A7C15)) * UINT64_C(0xFF51AFD7ED558CCD);
    hash = (hash ^ hash >> 32) * UINT64_C(0xC4CEB9FE1A85EC53);
    return hash ^ hash >> 29;
}

static struct outl_table_slot *slot_of(const struct outl_table *table, uint64_t first, uint64_t second) {
    size_t mask = table->capacity - 1, index = hash_of(first, second) & mask;
    while (table->slots[index].value
           && (table->slots[index].first != first || table->slots[index].second != second)) {
        index = (index + 1) & mask;
    }
    return &table->slots[index];
}

static void free_slots(struct outl_table *table) {
    outl_memory_unmap(table->slots, table->capacity * sizeof *table->slots);
}

static bool grow(struct outl_table *table) {
    struct outl_table larger = {.capacity = table->capacity ? table->capacity * 2 : 1024, .count = table->count};
    larger.slots = outl_memory_map(larger.capacity * sizeof *larger.slots);
    if (!larger.slots) { return false; }
    for (size_t index = 0; index < table->capacity; index++) {
        const struct outl_table_slot *slot = &table->slots[index];
        if (slot->value) { *slot_of(&larger, slot->first, slot->second) = *slot; }
    }
    free_slots(table);
    *table = larger;
    return true;
}

bool outl_table_put(struct outl_table *table, uint64_t first, uint64_t second, uint32_t fresh, uint32_t *value) {
    if (2 * table->count >= table->capacity && !grow(table)) { return false; }
    struct outl_table_slot *slot = slot_of(table, first, second);
    if (!slot->value) {
        *slot = (struct outl_table_slot){first, second, fresh + 1};
        table->count++;
    }
    *value = slot->value - 1;
    return true;
}

void outl_table_set(struct outl_table *table, uint64_t first, uint64_t second, uint32_t value) {
    slot_of(table, first, second)->value = value + 1;
}

// MARK: Items with keys

uint32_t outl_keyed_find(struct outl_keyed *keyed, size_t size, uint64_t first, uint64_t second, bool *is_new) {
    uint32_t number, fresh = (uint32_t)keyed->array.count;
    *is_new = false;
    if (outl_table_put(&keyed->numbers, first, second, fresh, &number)) {
        if (number < fresh) { return number; }
        *is_new = outl_array_append(&keyed->array, 1, size) != NULL;
    }
    keyed->array.failed = keyed->array.failed || !*is_new;
    return *is_new ? number : OUTL_NOTHING;
}

void outl_keyed_free(struct outl_keyed *keyed) {
    free_slots(&keyed->numbers);
    outl_array_free(&keyed->array);
    *keyed = (struct outl_keyed){0};
}

#endif
