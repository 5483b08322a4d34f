// A continuation has eight words: flags, a number, the next one, a voucher, a function, its argument and two more. The
// flags of one that is in use show that Dispatch allocated it. malloc gives it 64 to 72 bytes, and up to 16 more that are
// too few for a chunk of their own.
//
// Each thread keeps continuations that have run in a list, for reuse. Their number then counts the ones from there to
// the end of the list, whose head is in Dispatch's thread-locals: first the thread's ID, three words on the head.
#include "Objects/continuations.h"

#if OUTL_HEAP_SERVED

#include "Memory/maps.h"
#include "Objects/functions.h"

enum { minimum_bytes = 64, maximum_bytes = 88 };
enum { number_at = 8, next_at = 16, voucher_at = 24, function_at = 32 };
enum { head_at = 24 }; // The distance of the head of the list from the thread's ID.

// An item of the section of continuations.
struct continuation {
    uint32_t node, state;
};
_Static_assert(sizeof(struct continuation) == 8, "as docs/heap-snapshot.md says");
enum { state_used = 0, state_unused = 1 };

static bool has_size(const struct outl_nodes *nodes, uint32_t number) {
    const struct outl_node *node = &nodes->items[number];
    return nodes->flags[number] & OUTL_NODE_RAW && node->bytes >= minimum_bytes && node->bytes <= maximum_bytes
        && outl_maps_readable(node->address, minimum_bytes);
}

static void mark_list(const struct outl_nodes *nodes, uintptr_t address) {
    for (uint32_t expected = 0;;) {
        uint32_t number = outl_nodes_at(address);
        if (number == OUTL_NOTHING || nodes->items[number].address != address || !has_size(nodes, number)) { return; }
        uint32_t left = outl_half(address + number_at);
        bool is_known = nodes->flags[number] & OUTL_NODE_UNUSED;
        if (is_known || left == 0 || (expected && left != expected)) { return; }
        nodes->flags[number] |= OUTL_NODE_UNUSED;
        expected = left - 1;
        if (expected == 0) { return; }
        address = outl_word(address + next_at);
    }
}

void outl_continuations_mark(const struct outl_nodes *nodes, uintptr_t first, uintptr_t end, uint32_t thread) {
    if (thread == 0 || first >= end || !outl_maps_readable(first, end - first)) { return; }
    for (uintptr_t at = outl_aligned(first, 8); at + head_at + 8 <= end; at += 8) {
        if (outl_word(at) == thread) { mark_list(nodes, outl_word(at + head_at)); }
    }
}

// Returns `true` if a block of that size is a continuation that waits, or whose function runs.
static bool is_used(uintptr_t address) {
    const uintptr_t is_allocated = 0x100, maximum_flags = 0xFFF;
    uintptr_t flags = outl_word(address), voucher = outl_word(address + voucher_at);
    bool is_voucher = voucher == 0 || voucher == ~UINT64_C(0);
    return flags & is_allocated && flags <= maximum_flags && is_voucher
        && outl_functions_has(outl_word(address + function_at));
}

void outl_continuations_write(const struct outl_nodes *nodes) {
    struct outl_sections *sections = &nodes->walk->result->sections;
    outl_output_begin(sections, OUTL_SECTION_CONTINUATIONS, sizeof(struct continuation));
    for (uint32_t number = 0; number < nodes->count; number++) {
        if (!has_size(nodes, number)) { continue; }
        bool is_unused = nodes->flags[number] & OUTL_NODE_UNUSED;
        if (!is_unused && !is_used(nodes->items[number].address)) { continue; }
        struct continuation item = {number, is_unused ? state_unused : state_used};
        outl_output_write(&item, sizeof item);
    }
    outl_output_end(sections, OUTL_SECTION_CONTINUATIONS);
}

#endif
