// A reference to the memory of a task, as to a child task or a group that lies in it, means another thing than one to the
// task itself.
#include "Objects/inside.h"

#if OUTL_HEAP_SERVED

// An item of the section of inside references.
struct inside {
    uint32_t reference, kind;
    uint64_t offset;
};
_Static_assert(sizeof(struct inside) == 16, "as docs/heap-snapshot.md says");

static struct outl_array all;

void outl_inside_add(
    const struct outl_nodes *nodes, enum outl_reference of, uint32_t number, uint32_t target, uintptr_t word
) {
    bool is_raw = nodes->flags[target] & OUTL_NODE_RAW;
    bool has_frames = is_raw ? nodes->flags[target] & OUTL_NODE_SLAB : nodes->flags[target] & OUTL_NODE_INSIDE;
    uint64_t offset = outl_reference_address(word) - nodes->items[target].address;
    if (!has_frames || offset == 0) { return; }
    outl_array_add(&all, &(struct inside){.reference = number, .kind = of, .offset = offset}, sizeof(struct inside));
}

int outl_inside_write(struct outl_sections *sections) {
    return outl_output_array(sections, OUTL_SECTION_INSIDE, &all, sizeof(struct inside));
}

#endif
