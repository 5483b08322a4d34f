// Concurrency contract: see the header. Used by the service thread and by frozen copies, each with values of its own.

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "outl_heap_state.h"

#if OUTL_HEAP_SERVED

#include "outl_heap_scratch.h"

#include <sys/mman.h>

enum { most_mapped = 256 };
static struct outl_range mapped[most_mapped];
static size_t mapped_count;

const struct outl_range *outl_scratch_all(size_t *count) {
    *count = mapped_count;
    return mapped;
}

static void note(const void *memory, size_t size) {
    if (mapped_count == most_mapped) { return; }
    mapped[mapped_count++] = (struct outl_range){(uintptr_t)memory, (uintptr_t)memory + size};
}

static void forget(const void *memory) {
    for (size_t index = 0; index < mapped_count; index++) {
        if (mapped[index].start != (uintptr_t)memory) { continue; }
        mapped[index] = mapped[--mapped_count];
        return;
    }
}

void *outl_scratch_map(size_t size) {
    // Not reserved, because the sizes are for the worst case.
    void *memory =
        mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) { return NULL; }
    note(memory, size);
    return memory;
}

void outl_scratch_unmap(void *memory, size_t size) {
    if (!memory) { return; }
    forget(memory);
    munmap(memory, size);
}

// MARK: Arrays

static void *move(void *memory, size_t size, size_t larger) {
    void *moved = mremap(memory, size, larger, MREMAP_MAYMOVE);
    if (moved == MAP_FAILED) { return NULL; }
    forget(memory);
    note(moved, larger);
    return moved;
}

void *outl_array_append(struct outl_array *array, size_t count, size_t size) {
    size_t start = array->count * size;
    size_t needed = start + count * size;
    // Allocates even for no items, because null reports a failure.
    if (needed > array->room || !array->items) {
        size_t room = array->room ? array->room : (size_t)1 << 16;
        while (room < needed) { room *= 2; }
        void *moved = array->items ? move(array->items, array->room, room) : outl_scratch_map(room);
        if (!moved) { return NULL; }
        array->items = moved;
        array->room = room;
    }
    array->count += count;
    return array->items + start;
}

void outl_array_free(struct outl_array *array) {
    outl_scratch_unmap(array->items, array->room);
    *array = (struct outl_array){0};
}

// MARK: Tables

static inline size_t hash_of(uint64_t first, uint64_t second) {
    uint64_t hash = (first ^ second * UINT64_C(0x9E3779B97F4A7C15)) * UINT64_C(0xFF51AFD7ED558CCD);
    hash = (hash ^ hash >> 32) * UINT64_C(0xC4CEB9FE1A85EC53);
    return hash ^ hash >> 29;
}

static struct outl_table_slot *slot_of(const struct outl_table *table, uint64_t first, uint64_t second) {
    size_t mask = table->capacity - 1;
    size_t index = hash_of(first, second) & mask;
    while (table->slots[index].value
           && (table->slots[index].first != first || table->slots[index].second != second)) {
        index = (index + 1) & mask;
    }
    return &table->slots[index];
}

static bool grow(struct outl_table *table) {
    struct outl_table larger = {.capacity = table->capacity ? table->capacity * 2 : 1024, .count = table->count};
    larger.slots = outl_scratch_map(larger.capacity * sizeof(*larger.slots));
    if (!larger.slots) { return false; }
    for (size_t index = 0; index < table->capacity; index++) {
        const struct outl_table_slot *slot = &table->slots[index];
        if (slot->value) { *slot_of(&larger, slot->first, slot->second) = *slot; }
    }
    outl_scratch_unmap(table->slots, table->capacity * sizeof(*table->slots));
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

void outl_table_free(struct outl_table *table) {
    outl_scratch_unmap(table->slots, table->capacity * sizeof(*table->slots));
    *table = (struct outl_table){0};
}

#endif
