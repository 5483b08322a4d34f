#include "State/tree.h"

#if OUTL_HEAP_SERVED

#include "State/plans.h"

#include <string.h>

struct outl_array outl_values;
static struct outl_table numbers;

// The places that were looked up last: the properties of the elements of a collection are the same again and again.
static struct recent {
    uint64_t place;
    uintptr_t metadata;
    uint32_t number;
    bool is_known;
} recent[256];

static struct recent *recent_of(uint64_t place, uintptr_t metadata) {
    uint64_t mixed = (place ^ metadata << 1) * UINT64_C(0x9E3779B97F4A7C15);
    return &recent[mixed >> 56];
}

struct outl_value *outl_value_at(uint32_t number) {
    return (struct outl_value *)(void *)outl_values.items + number;
}

uint32_t outl_value_below(uint32_t parent, uint32_t variable, struct outl_text name, uintptr_t metadata) {
    uint32_t number = (uint32_t)outl_values.count, found = number;
    uint32_t outer = parent == OUTL_NOTHING ? variable | UINT32_C(1) << 31 : parent;
    uint64_t place = (uint64_t)outer << 32 | (name.length ? (uint64_t)name.offset + 1 : 0);
    struct recent *last = recent_of(place, metadata);
    if (last->is_known && last->place == place && last->metadata == metadata) { return last->number; }
    bool is_put = outl_table_put(&numbers, place, metadata, number, &found);
    if (is_put) { *last = (struct recent){place, metadata, found, true}; }
    if (!is_put || found != number) { return found; }
    struct outl_text type = outl_plan_of(metadata)->name;
    struct outl_value *value = outl_array_append(&outl_values, 1, sizeof *value);
    if (!value) {
        recent_of(place, metadata)->is_known = false;
        return OUTL_NOTHING;
    }
    *value = (struct outl_value){.parent = parent, .variable = variable, .name = name, .type = type};
    return number;
}

void outl_value_count(uint32_t place, enum outl_value_kind kind, uint64_t number, uint64_t hash) {
    struct outl_value *value = outl_value_at(place);
    value->kind = kind;
    value->count++;
    value->number += number;
    value->hash += hash;
}

void outl_value_count_absent(uint32_t place) {
    struct outl_value *value = outl_value_at(place);
    value->count++;
    value->absent++;
}

void outl_value_count_partial(uint32_t place) {
    struct outl_value *value = outl_value_at(place);
    value->count++;
    value->flags |= OUTL_VALUE_PARTIAL;
}

void outl_values_clear(void) {
    struct outl_keyed keyed = {.numbers = numbers};
    outl_keyed_free(&keyed);
    numbers = (struct outl_table){0};
    memset(recent, 0, sizeof recent);
    outl_values.count = 0;
}

#endif
