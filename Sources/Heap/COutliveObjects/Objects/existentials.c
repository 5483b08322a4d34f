#include "Objects/existentials.h"

#if OUTL_HEAP_SERVED

#include "Memory/maps.h"
#include "Objects/places.h"

#include <errno.h>

enum { buffer_size = 24, metadata_offset = 24, container_size = 32, object_header = 16, first_element = 32 };

// An item of the section of boxes.
struct box {
    uint32_t node, type;
};
_Static_assert(sizeof(struct box) == 8, "as docs/heap-snapshot.md says");

// An item of the section of values.
struct value {
    uint32_t edge, type, offset, reserved;
};
_Static_assert(sizeof(struct value) == 16, "as docs/heap-snapshot.md says");

static struct outl_keyed boxes; // By node.
static struct outl_array values;

// MARK: Containers

// Finds the start of the value that contains the word at an offset from the beginning of a part's instance or element.
static bool find_in_part(
    const struct outl_places *places, enum outl_part part, uint64_t begin, uint64_t offset, uint64_t *container
) {
    const uint32_t *offsets = (const uint32_t *)outl_place_offsets.items + places->parts[part].first;
    for (uint32_t index = 0; index < places->parts[part].count; index++) {
        *container = begin + offsets[index];
        if (offset >= *container && offset - *container < buffer_size) { return true; }
    }
    return false;
}

static uint64_t begin_of(uint64_t first, uint64_t stride, uint64_t offset) {
    return offset - (offset - first) % stride;
}

// Returns the type as which a node is read: the value's type if it is a box.
static uint32_t type_of(const struct outl_nodes *nodes, uint32_t number) {
    bool is_new, is_box = nodes->flags[number] & OUTL_NODE_VALUE;
    uint32_t index = is_box ? outl_keyed_find(&boxes, sizeof(struct box), number, 0, &is_new) : OUTL_NOTHING;
    return index == OUTL_NOTHING ? nodes->items[number].type : ((const struct box *)boxes.array.items)[index].type;
}

// Finds the start of the value that contains the word at an offset of a node. Returns `false` if there is none.
static bool find_container(
    const struct outl_nodes *nodes, uint32_t number, const struct outl_hash_table *table, uint64_t offset,
    uint64_t *container
) {
    const struct outl_places *places = outl_places_of(type_of(nodes, number));
    if (table && table->first_value > 0 && offset >= table->first_value) {
        uint64_t begin = begin_of(table->first_value, table->value_stride, offset);
        return find_in_part(places, OUTL_PART_VALUE, begin, offset, container);
    }
    uint64_t first = table ? table->first_key : first_element, stride = table ? table->key_stride : places->stride;
    if (stride == 0) { return find_in_part(places, OUTL_PART_INSTANCE, 0, offset, container); }
    if (offset < first) { return false; }
    return find_in_part(places, OUTL_PART_KEY, begin_of(first, stride, offset), offset, container);
}

// Returns the metadata of the type of a value in a node; 0 if there is none, or an optional is nil.
static uintptr_t type_of_value(const struct outl_node *node, uint64_t container) {
    return container + container_size > node->bytes ? 0 : outl_word(node->address + container + metadata_offset);
}

// A value that does not fit is in a box, whose address is the first word. If an optional is nil, no word is written.
bool outl_existentials_unwritten(
    const struct outl_nodes *nodes, uint32_t number, const struct outl_hash_table *table, uint64_t offset
) {
    const struct outl_node *node = &nodes->items[number];
    uint64_t container;
    struct outl_value_layout value;
    if (!find_container(nodes, number, table, offset, &container)) { return false; }
    if (container + container_size > node->bytes) { return false; }
    uintptr_t metadata = type_of_value(node, container);
    if (metadata == 0) { return true; }
    if (!outl_metadata_value_layout(metadata, &value)) { return false; }
    return offset - container >= (value.is_inline ? value.size : sizeof(uintptr_t));
}

// MARK: Boxes

// Records the box of the value at an offset of a node, if it has one.
static void add_box(const struct outl_nodes *nodes, const struct outl_node *node, uint64_t container) {
    struct outl_value_layout layout;
    uintptr_t metadata = type_of_value(node, container);
    if (!outl_metadata_value_layout(metadata, &layout) || layout.is_inline) { return; }
    uint32_t target = outl_nodes_at(outl_word(node->address + container));
    if (target == OUTL_NOTHING || nodes->flags[target] & OUTL_NODE_VALUE) { return; }
    // Other objects are named by their own type, and an object may still be referenced here.
    if (outl_walk_key(nodes->walk, nodes->items[target].type)->kind != OUTL_TYPE_CLOSURE) { return; }
    bool is_new;
    uint32_t index = outl_keyed_find(&boxes, sizeof(struct box), target, 0, &is_new);
    uint32_t type = outl_walk_type(nodes->walk, (struct outl_type_key){.metadata = metadata, .kind = OUTL_TYPE_BOX});
    if (index == OUTL_NOTHING) { return; }
    ((struct box *)boxes.array.items)[index] = (struct box){target, type};
    nodes->flags[target] |= OUTL_NODE_VALUE;
}

// Records the boxes of the values in a part of the instance or element that begins at an offset of a node.
static void add_boxes_of_part(
    const struct outl_nodes *nodes, const struct outl_node *node, const struct outl_places *places, enum outl_part part,
    uint64_t begin
) {
    const uint32_t *offsets = (const uint32_t *)outl_place_offsets.items + places->parts[part].first;
    for (uint32_t index = 0; index < places->parts[part].count; index++) {
        add_box(nodes, node, begin + offsets[index]);
    }
}

// Records the boxes of the values in a node that is read as a type.
static void add_boxes(const struct outl_nodes *nodes, uint32_t number, uint32_t type) {
    const struct outl_node *node = &nodes->items[number];
    const struct outl_places *places = outl_places_of(type);
    struct outl_hash_table table;
    bool has_places = places->parts[OUTL_PART_INSTANCE].count > 0 || places->parts[OUTL_PART_KEY].count > 0
        || places->parts[OUTL_PART_VALUE].count > 0;
    if (!has_places || !outl_maps_readable(node->address, node->bytes)) { return; }
    if (places->parts[OUTL_PART_INSTANCE].count > 0) {
        add_boxes_of_part(nodes, node, places, OUTL_PART_INSTANCE, 0);
    } else if (places->stride > 0) {
        uint64_t room = node->bytes > first_element ? (node->bytes - first_element) / places->stride : 0;
        uint64_t count = node->elements < room ? node->elements : room;
        for (uint64_t element = 0; element < count; element++) {
            add_boxes_of_part(nodes, node, places, OUTL_PART_KEY, first_element + element * places->stride);
        }
    } else if (outl_hash_table_read(nodes, number, &table)) {
        for (uint64_t bucket = 0; bucket < table.buckets; bucket++) {
            uint64_t key = table.first_key + bucket * table.key_stride;
            if (!outl_hash_table_has(&table, node, key)) { continue; }
            add_boxes_of_part(nodes, node, places, OUTL_PART_KEY, key);
            uint64_t value = table.first_value + bucket * table.value_stride;
            if (table.first_value > 0) { add_boxes_of_part(nodes, node, places, OUTL_PART_VALUE, value); }
        }
    }
}

bool outl_existentials_prepare(const struct outl_nodes *nodes) {
    if (!outl_places_prepare(nodes->walk)) { return false; }
    for (uint32_t number = 0; number < nodes->count; number++) { add_boxes(nodes, number, nodes->items[number].type); }
    // Values in boxes may contain further values.
    for (size_t index = 0; index < boxes.array.count && !boxes.array.failed; index++) {
        struct box box = ((const struct box *)boxes.array.items)[index];
        if (box.type >= outl_places.count && !outl_places_prepare(nodes->walk)) { return false; }
        add_boxes(nodes, box.node, box.type);
    }
    return !boxes.array.failed && outl_places_prepare(nodes->walk);
}

// MARK: Types of values

void outl_existentials_add(
    const struct outl_nodes *nodes, uint32_t number, const struct outl_hash_table *table, uint64_t offset, uint32_t edge
) {
    uint64_t container;
    struct outl_value_layout layout;
    if (!find_container(nodes, number, table, offset, &container)) { return; }
    uintptr_t metadata = type_of_value(&nodes->items[number], container);
    if (!outl_metadata_value_layout(metadata, &layout) || !layout.is_inline || layout.is_plain) { return; }
    // An object alone is described by its own type.
    if (outl_metadata_kind(metadata) == OUTL_TYPE_CLASS) { return; }
    uint32_t type = outl_walk_type(nodes->walk, (struct outl_type_key){.metadata = metadata, .kind = OUTL_TYPE_BOX});
    struct value value = {.edge = edge, .type = type, .offset = (uint32_t)(offset - container) + object_header};
    outl_array_add(&values, &value, sizeof value);
}

int outl_existentials_write(const struct outl_nodes *nodes) {
    struct outl_sections *sections = &nodes->walk->result->sections;
    int error = outl_output_array(sections, OUTL_SECTION_VALUES, &values, sizeof(struct value));
    outl_output_begin(sections, OUTL_SECTION_BOXES, sizeof(struct box));
    for (uint32_t number = 0; number < nodes->count; number++) {
        if (!(nodes->flags[number] & OUTL_NODE_VALUE)) { continue; }
        struct box box = {number, type_of(nodes, number)};
        outl_output_write(&box, sizeof box);
    }
    outl_output_end(sections, OUTL_SECTION_BOXES);
    return boxes.array.failed ? ENOMEM : error;
}

#endif
