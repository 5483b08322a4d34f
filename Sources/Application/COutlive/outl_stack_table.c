#define _GNU_SOURCE 1 // MAP_ANONYMOUS

#include "outl_stack_table.h"

#include "outl_stack.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>

// A stack's number is its offset in the table's memory, in units of 8 bytes. The first unit is unused.
enum { unit = 8 };
static const size_t chunk_size = (size_t)1 << 20;
enum { chunk_count_max = 1 << 12 };
static const size_t shared_limit = (size_t)64 << 20;
// The base-2 logarithms of the number of buckets, for tables up to the size of the shared one and for larger ones. A
// bucket of a full table contains few stacks. The memory of unused buckets is never touched.
enum { bucket_bits_common = 16, bucket_bits_large = 20 };

// A stored stack, constant once it is published in a bucket.
struct entry {
    uint32_t next; // The next stack of the bucket, or 0.
    uint32_t count;
    uint64_t hash;
    uintptr_t frames[];
};

struct outl_stack_table {
    _Atomic size_t end; // The offset of the first free byte.
    size_t limit;
    uint32_t serial;
    _Atomic(char *) chunks[chunk_count_max];
    int bucket_bits;
    _Atomic uint32_t buckets[];
};

static size_t size_of(int bucket_bits) {
    return sizeof(outl_stack_table) + ((size_t)1 << bucket_bits) * sizeof(_Atomic uint32_t);
}

static void *map(size_t size) {
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

static _Atomic uint32_t created; // The number of tables so far.

uint32_t outl_stack_table_serial(const outl_stack_table *table) { return table->serial; }

outl_stack_table *outl_stack_table_create(size_t limit) {
    size_t maximum = chunk_count_max * chunk_size;
    int bucket_bits = limit > shared_limit ? bucket_bits_large : bucket_bits_common;
    outl_stack_table *table = map(size_of(bucket_bits));
    if (!table) { return NULL; }
    table->bucket_bits = bucket_bits;
    table->limit = limit >= maximum ? maximum : (limit + chunk_size - 1) / chunk_size * chunk_size;
    table->serial = atomic_fetch_add_explicit(&created, 1, memory_order_relaxed) + 1;
    atomic_init(&table->end, unit);
    return table;
}

void outl_stack_table_destroy(outl_stack_table *table) {
    if (!table) { return; }
    for (int index = 0; index < chunk_count_max; index++) {
        char *chunk = atomic_load_explicit(&table->chunks[index], memory_order_relaxed);
        if (chunk) { munmap(chunk, chunk_size); }
    }
    munmap(table, size_of(table->bucket_bits));
}

static pthread_once_t shared_once = PTHREAD_ONCE_INIT;
static outl_stack_table *shared_table;

static void make_shared(void) { shared_table = outl_stack_table_create(shared_limit); }

outl_stack_table *outl_stack_table_shared(void) {
    pthread_once(&shared_once, make_shared);
    return shared_table;
}

// Returns the memory of a chunk. The first thread that needs it maps it.
static char *chunk_at(outl_stack_table *table, size_t index) {
    char *chunk = atomic_load_explicit(&table->chunks[index], memory_order_acquire);
    if (chunk) { return chunk; }
    char *fresh = map(chunk_size);
    if (!fresh) { return NULL; }
    if (atomic_compare_exchange_strong_explicit(
            &table->chunks[index], &chunk, fresh, memory_order_acq_rel, memory_order_acquire)) {
        return fresh;
    }
    munmap(fresh, chunk_size);
    return chunk;
}

// Reserves `size` bytes within one chunk. Returns their offset, or 0 if the table is full.
//
// The exchange acquires, because another thread may have written to the space before returning it.
static size_t reserve(outl_stack_table *table, size_t size) {
    size_t end = atomic_load_explicit(&table->end, memory_order_relaxed);
    size_t start;
    do {
        start = end;
        if (start % chunk_size + size > chunk_size) { start += chunk_size - start % chunk_size; }
        if (start + size > table->limit) { return 0; }
    } while (!atomic_compare_exchange_weak_explicit(
        &table->end, &end, start + size, memory_order_acquire, memory_order_relaxed));
    return start;
}

static struct entry *entry_at(outl_stack_table *table, uint32_t stack) {
    size_t offset = (size_t)stack * unit;
    char *chunk = atomic_load_explicit(&table->chunks[offset / chunk_size], memory_order_acquire);
    return (struct entry *)(chunk + offset % chunk_size);
}

static inline uint64_t mix(uint64_t hash, uint64_t value) {
    hash = (hash ^ value) * UINT64_C(0xFF51AFD7ED558CCD);
    return hash ^ hash >> 32;
}

// Four independent sums, because multiplications in one sum depend on each other.
static uint64_t hash_of(const uintptr_t *frames, int count) {
    uint64_t lanes[4] = {UINT64_C(0x9E3779B97F4A7C15) ^ (uint64_t)count, 1, 2, 3};
    int index = 0;
    for (; index + 4 <= count; index += 4) {
        for (int lane = 0; lane < 4; lane++) { lanes[lane] = mix(lanes[lane], frames[index + lane]); }
    }
    for (; index < count; index++) { lanes[0] = mix(lanes[0], frames[index]); }
    return mix(mix(mix(lanes[0], lanes[1]), lanes[2]), lanes[3]);
}

// Searches for a stack from `from` up to, but not including, `until`. Returns 0 if it is not there.
static uint32_t find(
    outl_stack_table *table, uint32_t from, uint32_t until, uint64_t hash, const uintptr_t *frames, int count
) {
    for (uint32_t stack = from; stack != until;) {
        const struct entry *entry = entry_at(table, stack);
        if (entry->hash == hash && entry->count == (uint32_t)count
            && memcmp(entry->frames, frames, (size_t)count * sizeof(uintptr_t)) == 0) {
            return stack;
        }
        stack = entry->next;
    }
    return 0;
}

uint32_t outl_stack_table_intern(outl_stack_table *table, const uintptr_t *frames, int count) {
    if (!table || count < 1 || count > OUTL_STACK_DEPTH_MAX) { return 0; }
    uint64_t hash = hash_of(frames, count);
    _Atomic uint32_t *bucket = &table->buckets[hash >> (64 - table->bucket_bits)];
    uint32_t head = atomic_load_explicit(bucket, memory_order_acquire);
    uint32_t known = find(table, head, 0, hash, frames, count);
    if (known) { return known; }

    size_t size = (sizeof(struct entry) + (size_t)count * sizeof(uintptr_t) + unit - 1) / unit * unit;
    size_t start = reserve(table, size);
    if (start == 0) { return 0; }
    char *chunk = chunk_at(table, start / chunk_size);
    if (!chunk) { return 0; }
    struct entry *entry = (struct entry *)(chunk + start % chunk_size);
    entry->count = (uint32_t)count;
    entry->hash = hash;
    memcpy(entry->frames, frames, (size_t)count * sizeof(uintptr_t));
    entry->next = head;
    while (!atomic_compare_exchange_weak_explicit(
        bucket, &head, (uint32_t)(start / unit), memory_order_acq_rel, memory_order_acquire)) {
        // Another thread has added to the bucket, perhaps the same stack. The last search began at `entry->next`.
        known = find(table, head, entry->next, hash, frames, count);
        if (known) {
            // Returns the space if it is still the last one reserved. Otherwise it is lost.
            size_t end = start + size;
            atomic_compare_exchange_strong_explicit(
                &table->end, &end, start, memory_order_release, memory_order_relaxed);
            return known;
        }
        entry->next = head;
    }
    return (uint32_t)(start / unit);
}

const uintptr_t *outl_stack_table_frames(outl_stack_table *table, uint32_t stack, int *count) {
    *count = 0;
    if (!table || stack == 0) { return NULL; }
    if ((size_t)stack * unit >= atomic_load_explicit(&table->end, memory_order_relaxed)) { return NULL; }
    const struct entry *entry = entry_at(table, stack);
    *count = (int)entry->count;
    return entry->frames;
}

size_t outl_stack_table_memory(const outl_stack_table *table) {
    return table ? atomic_load_explicit(&table->end, memory_order_relaxed) : 0;
}

const void *outl_stack_table_chunks(const outl_stack_table *table, uint32_t *count, size_t *size) {
    *count = chunk_count_max;
    *size = chunk_size;
    return table->chunks;
}

void outl_stack_table_each_range(
    const outl_stack_table *table, void (*visit)(uintptr_t start, uintptr_t end, void *context), void *context
) {
    if (!table) { return; }
    visit((uintptr_t)table, (uintptr_t)table + size_of(table->bucket_bits), context);
    for (int index = 0; index < chunk_count_max; index++) {
        uintptr_t chunk = (uintptr_t)atomic_load_explicit(&table->chunks[index], memory_order_acquire);
        if (chunk) { visit(chunk, chunk + chunk_size, context); }
    }
}
