#include "Allocation/other_mapped.h"

#if OUTL_HEAP_SERVED

#include "Base/base.h"
#include "Base/own_memory.h"
#include "Base/room.h"
#include "Memory/system.h"

#include <errno.h>
#include <stdatomic.h>
#include <string.h>

// MARK: The list

enum { page_bits = 12, page_size = 1 << page_bits, part_bits = 27, word_bits = 64 };

// The bits of the pages of 128 MiB fill a page.
struct part {
    _Atomic uint64_t words[page_size / 8];
};
_Static_assert(page_size * 8 == 1 << (part_bits - page_bits), "a bit for each page");

enum { part_count = 1 << (OUTL_OWN_ADDRESS_BITS - part_bits) };
static const size_t parts_size = part_count * sizeof(struct part *);

static _Atomic(struct part *) *parts; // Null unless there is a list.
static uintptr_t code_start, code_end; // The allocator's module. Both 0 unless there is a list.

static struct part *part_at(uintptr_t address) {
    _Atomic(struct part *) *place = &parts[address >> part_bits];
    struct part *part = atomic_load_explicit(place, memory_order_acquire);
    if (part) { return part; }
    struct part *fresh = outl_room_pages(sizeof *fresh, PROT_READ | PROT_WRITE);
    // Without memory for the list, these pages are searched for roots.
    if (!fresh) { return NULL; }
    if (atomic_compare_exchange_strong_explicit(place, &part, fresh, memory_order_acq_rel, memory_order_acquire)) {
        outl_own_add(fresh, sizeof *fresh);
        return fresh;
    }
    outl_room_release(fresh, sizeof *fresh);
    return part;
}

static void mark(uintptr_t start, size_t size, bool is_mapped) {
    uintptr_t page = start >> page_bits, end = (start + size + page_size - 1) >> page_bits;
    const int bits = OUTL_OWN_ADDRESS_BITS;
    if (start >> bits || size >> bits || (start + size) >> bits) { return; }
    while (page < end) {
        unsigned bit = page % word_bits;
        uintptr_t count = end - page < word_bits - bit ? end - page : word_bits - bit;
        uint64_t bits = (count == word_bits ? ~UINT64_C(0) : (UINT64_C(1) << count) - 1) << bit;
        struct part *part = part_at(page << page_bits);
        if (part) {
            _Atomic uint64_t *word = &part->words[page % (page_size * 8) / word_bits];
            if (is_mapped) {
                atomic_fetch_or_explicit(word, bits, memory_order_relaxed);
            } else {
                atomic_fetch_and_explicit(word, ~bits, memory_order_relaxed);
            }
        }
        page += count;
    }
}

void outl_mapped_each(void (*visit)(uintptr_t start, uintptr_t end, void *context), void *context) {
    uintptr_t start = 0, end = 0; // The current range.
    for (size_t index = 0; parts && index < part_count; index++) {
        struct part *part = atomic_load_explicit(&parts[index], memory_order_relaxed);
        for (unsigned page = 0; part && page < page_size * 8; page++) {
            uint64_t word = atomic_load_explicit(&part->words[page / word_bits], memory_order_relaxed);
            if (word == 0) { page |= word_bits - 1; }
            if (!(word >> page % word_bits & 1)) { continue; }
            uintptr_t address = ((uintptr_t)index << part_bits) + ((uintptr_t)page << page_bits);
            if (address != end) {
                if (start < end) { visit(start, end, context); }
                start = address;
            }
            end = address + page_size;
        }
    }
    if (start < end) { visit(start, end, context); }
}

void outl_mapped_each_own(void (*visit)(uintptr_t start, uintptr_t end, void *context), void *context) {
    if (!parts) { return; }
    visit((uintptr_t)parts, (uintptr_t)parts + parts_size, context);
    for (size_t index = 0; index < part_count; index++) {
        uintptr_t part = (uintptr_t)atomic_load_explicit(&parts[index], memory_order_relaxed);
        if (part) { visit(part, part + sizeof(struct part), context); }
    }
}

// MARK: The log

enum { log_size = 512 };

static struct call {
    uintptr_t start;
    size_t size;
    bool is_mapped;
    _Atomic uintptr_t caller; // 0 until the entry is complete.
} calls[log_size];
static _Atomic uint32_t call_count; // Above `log_size` if calls found no room, or there is no log any more.
static _Atomic bool is_listing;

#if !OUTL_HEAP_SANITIZED
static void note(uintptr_t start, size_t size, bool is_mapped, uintptr_t caller) {
    if (atomic_load_explicit(&is_listing, memory_order_acquire)) {
        if (caller >= code_start && caller < code_end) { mark(start, size, is_mapped); }
        return;
    }
    if (atomic_load_explicit(&call_count, memory_order_relaxed) >= log_size) { return; }
    uint32_t index = atomic_fetch_add_explicit(&call_count, 1, memory_order_relaxed);
    if (index >= log_size) { return; }
    calls[index].start = start;
    calls[index].size = size;
    calls[index].is_mapped = is_mapped;
    atomic_store_explicit(&calls[index].caller, caller, memory_order_release);
}
#endif

static uint32_t close_log(void) {
    uint32_t count = atomic_exchange(&call_count, log_size);
    return count < log_size ? count : log_size;
}

bool outl_mapped_begin(uintptr_t start, uintptr_t end) {
    parts = outl_room_pages(parts_size, PROT_READ | PROT_WRITE);
    if (!parts) { return false; }
    outl_own_add(parts, parts_size);
    code_start = start;
    code_end = end;
    uint32_t count = close_log();
    for (uint32_t index = 0; index < count; index++) {
        uintptr_t caller = atomic_load_explicit(&calls[index].caller, memory_order_acquire);
        if (caller < start || caller >= end) { continue; }
        mark(calls[index].start, calls[index].size, calls[index].is_mapped);
    }
    memset(calls, 0, sizeof calls);
    atomic_store_explicit(&is_listing, true, memory_order_release);
    return true;
}

void outl_mapped_forget(void) {
    close_log();
    memset(calls, 0, sizeof calls);
}

// MARK: The functions

#if !OUTL_HEAP_SANITIZED

// By system calls, because the allocator may call these functions before the loader can find the next ones.

#define EXPORTED OUTL_EXPORTED __attribute__((noinline))
#define CALLER() ((uintptr_t)__builtin_return_address(0))

static void *map(void *address, size_t size, int protection, int flags, int file, off_t offset, uintptr_t caller) {
    void *memory = (void *)syscall(SYS_mmap, address, size, protection, flags, file, offset);
    if (memory != MAP_FAILED) { note((uintptr_t)memory, size, true, caller); }
    return memory;
}

EXPORTED void *mmap(void *address, size_t size, int protection, int flags, int file, off_t offset) {
    return map(address, size, protection, flags, file, offset, CALLER());
}

EXPORTED void *mmap64(void *address, size_t size, int protection, int flags, int file, off_t offset) {
    return map(address, size, protection, flags, file, offset, CALLER());
}

EXPORTED int munmap(void *address, size_t size) {
    note((uintptr_t)address, size, false, CALLER());
    return (int)syscall(SYS_munmap, address, size);
}

#endif
#endif
