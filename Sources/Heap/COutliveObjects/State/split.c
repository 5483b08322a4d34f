// A part of one byte in the place of a larger one says only whether the variable has its first value or the only other
// one that the program assigns: an optimizer keeps no more of it.
#include "State/split.h"

#if OUTL_HEAP_SERVED

#include "Memory/maps.h"
#include "State/visit.h"

enum { deepest = 16, most_parts = 64, most_types = 512 };

// The number of types that may still be looked at, as another program's types may contain each other without end.
static uint32_t budget;

// The parts that are left.
struct rest {
    size_t index;
    uint32_t count;
};

// Returns the number of parts of a type, or a number above all if that is unknown.
static uint32_t count_of(uintptr_t metadata, int depth) {
    struct outl_plan plan = *outl_plan_of(metadata);
    uint32_t count = 0;
    if (budget == 0) { return most_parts; }
    budget--;
    switch (depth == 0 || !plan.is_known ? OUTL_FORM_UNKNOWN : plan.form) {
    case OUTL_FORM_BOOL:
    case OUTL_FORM_SIGNED:
    case OUTL_FORM_UNSIGNED:
    case OUTL_FORM_FLOAT:
    case OUTL_FORM_POINTER:
    case OUTL_FORM_ARRAY:
    case OUTL_FORM_SET:
    case OUTL_FORM_DICTIONARY:
    case OUTL_FORM_CLASS: return 1;
    case OUTL_FORM_STRING:
    case OUTL_FORM_FUNCTION: return 2;
    case OUTL_FORM_ENUM: return plan.members == 0 && plan.size > 0 ? 1 : most_parts;
    case OUTL_FORM_OPTIONAL: {
        uint32_t wrapped = count_of(plan.parts[0], depth - 1);
        return wrapped >= most_parts ? wrapped : wrapped + (outl_plan_of(plan.parts[0])->size < plan.size);
    }
    case OUTL_FORM_STRUCT:
        for (uint32_t index = 0; index < plan.members && count < most_parts; index++) {
            struct outl_plan_member member = *outl_plan_member(&plan, index);
            count += member.strength == OUTL_STRONG ? count_of(member.metadata, depth - 1) : 1;
        }
        return count;
    default: return most_parts;
    }
}

static void visit_bytes(struct outl_visit *visit, uint32_t value, struct rest *rest, uint32_t count) {
    for (; count > 0 && rest->count > 0; count--, rest->count--, rest->index++) {
        const struct outl_part *part = outl_part_at(rest->index);
        outl_visit_bytes(visit, value, part->address, part->size);
    }
}

static void visit_part(struct outl_visit *visit, uint32_t value, uintptr_t metadata, struct rest *rest) {
    struct outl_plan plan = *outl_plan_of(metadata);
    if (rest->count > 0 && outl_part_at(rest->index)->size == plan.size) {
        outl_visit_value(visit, value, metadata, outl_part_at(rest->index)->address, 0);
        rest->index++, rest->count--;
        return;
    }
    if (plan.form != OUTL_FORM_STRUCT) { return visit_bytes(visit, value, rest, count_of(metadata, deepest)); }
    outl_value_count(value, OUTL_VALUE_NONE, 0, 0);
    for (uint32_t index = 0; index < plan.members; index++) {
        struct outl_plan_member member = *outl_plan_member(&plan, index);
        uint32_t inner = outl_value_below(value, outl_value_at(value)->variable, member.name, member.metadata);
        if (inner == OUTL_NOTHING) { return; }
        if (member.strength == OUTL_STRONG) { visit_part(visit, inner, member.metadata, rest); }
        else { visit_bytes(visit, inner, rest, 1); }
    }
}

void outl_visit_split(struct outl_visit *visit, uint32_t value, uintptr_t metadata, size_t first, uint32_t count) {
    struct rest rest = {first, count};
    bool is_whole = count == 1 && outl_part_at(first)->size == outl_plan_of(metadata)->size;
    budget = most_types;
    if (is_whole || (metadata && count < most_parts && count_of(metadata, deepest) == count)) {
        budget = most_types;
        return visit_part(visit, value, metadata, &rest);
    }
    visit_bytes(visit, value, &rest, count);
}

#endif
