// A value that the type never has is numbered from 0 on, as the runtime numbers them. A type that consists of others
// takes them from the first of its members that has the most.
#include "State/cases.h"

#if OUTL_HEAP_SERVED

#include "Memory/maps.h"

#include <string.h>

enum { valid = -1, unknown = -2, deepest = 8, first_page = 4096 };

static int64_t extra_of(uintptr_t metadata, uintptr_t address, int depth);

static uint64_t number_at(uintptr_t address, uint64_t size) {
    switch (size) {
    case 0: return 0;
    case 1: return outl_byte(address);
    case 2: return outl_small(address);
    case 3: return outl_small(address) | (uint64_t)outl_byte(address + 2) << 16;
    case 4: return outl_half(address);
    default: return outl_word(address);
    }
}

static int64_t extra_of_reference(uintptr_t address) {
    uintptr_t word = outl_word(address);
    return word < first_page ? (int64_t)word : valid;
}

// The payload of a case.
static struct outl_plan payload_of(const struct outl_plan_member *member) {
    if (!member->is_boxed) { return *outl_plan_of(member->metadata); }
    return (struct outl_plan){.form = OUTL_FORM_CLASS, .size = 8, .stride = 8, .extra = INT32_MAX, .is_known = true};
}

static int64_t extra_of_payload(const struct outl_plan_member *member, uintptr_t address, int depth) {
    return member->is_boxed ? extra_of_reference(address) : extra_of(member->metadata, address, depth);
}

// Returns the number of a case without payload of a type with one payload, or `valid`.
static int64_t empty_case_of(
    int64_t extra, uint32_t payload_extra, uint64_t payload_size, uint64_t size, uint64_t empty, uintptr_t address
) {
    if (size > payload_size) {
        uint64_t tag = number_at(address + payload_size, size - payload_size);
        if (tag > 0) {
            uint64_t rest = payload_size >= 4 ? outl_half(address) : number_at(address, payload_size);
            uint64_t high = payload_size >= 4 ? 0 : (tag - 1) << (8 * payload_size);
            uint64_t number = payload_extra + high + rest;
            return number < empty ? (int64_t)number : unknown;
        }
    }
    if (extra == unknown) { return payload_extra == 0 ? valid : unknown; }
    return extra >= 0 && (uint64_t)extra < empty ? extra : valid;
}

static int64_t extra_of_struct(const struct outl_plan *plan, uintptr_t address, int depth) {
    uint32_t most = 0, best = 0;
    for (uint32_t index = 0; index < plan->members; index++) {
        struct outl_plan_member member = *outl_plan_member(plan, index);
        uint32_t extra = member.strength != OUTL_STRONG ? 0 : outl_plan_of(member.metadata)->extra;
        if (extra > most) { most = extra, best = index; }
    }
    if (most == 0 || most != plan->extra) { return unknown; }
    struct outl_plan_member member = *outl_plan_member(plan, best);
    return extra_of(member.metadata, address + member.offset, depth - 1);
}

static int64_t extra_of_enum(const struct outl_plan *plan, uintptr_t address, int depth) {
    if (plan->members == 0) {
        uint64_t number = number_at(address, plan->size);
        return number >= plan->empty ? (int64_t)(number - plan->empty) : valid;
    }
    if (plan->members > 1) {
        uint64_t largest = 0;
        for (uint32_t index = 0; index < plan->members; index++) {
            struct outl_plan_member member = *outl_plan_member(plan, index);
            uint64_t size = payload_of(&member).size;
            if (size > largest) { largest = size; }
        }
        if (plan->size != largest + 1) { return unknown; }
        // Counted down from the highest number.
        uint64_t tag = outl_byte(address + largest), extra = 0xFF - tag;
        return extra < plan->extra ? (int64_t)extra : valid;
    }
    struct outl_plan_member member = *outl_plan_member(plan, 0);
    struct outl_plan payload = payload_of(&member);
    if (payload.size < plan->size) { return unknown; }
    int64_t extra = extra_of_payload(&member, address, depth - 1);
    return extra < 0 ? extra : extra < plan->empty ? valid : extra - plan->empty;
}

static int64_t extra_of_optional(const struct outl_plan *plan, uintptr_t address, int depth) {
    struct outl_plan wrapped = *outl_plan_of(plan->parts[0]);
    if (wrapped.size < plan->size) {
        uint64_t tag = number_at(address + wrapped.size, plan->size - wrapped.size);
        return tag < 2 ? valid : (int64_t)tag - 2;
    }
    int64_t extra = extra_of(plan->parts[0], address, depth - 1);
    return extra < 0 ? extra : extra < 1 ? valid : extra - 1;
}

static int64_t extra_of(uintptr_t metadata, uintptr_t address, int depth) {
    struct outl_plan plan = *outl_plan_of(metadata);
    if (!plan.is_known || depth == 0) { return unknown; }
    if (plan.extra == 0) { return valid; }
    if (!outl_maps_readable(address, plan.size)) { return unknown; }
    switch (plan.form) {
    case OUTL_FORM_BOOL: return outl_byte(address) >= 2 ? outl_byte(address) - 2 : valid;
    case OUTL_FORM_STRING: return extra_of_reference(address + 8);
    case OUTL_FORM_POINTER: return outl_word(address) == 0 ? 0 : valid;
    case OUTL_FORM_ARRAY:
    case OUTL_FORM_SET:
    case OUTL_FORM_DICTIONARY:
    case OUTL_FORM_CLASS:
    case OUTL_FORM_CLASS_EXISTENTIAL:
    case OUTL_FORM_ERROR:
    case OUTL_FORM_METATYPE:
    case OUTL_FORM_FUNCTION: return extra_of_reference(address);
    case OUTL_FORM_EXISTENTIAL: return extra_of_reference(address + 24);
    case OUTL_FORM_DATA: return outl_word(address + 8) >> 60 == 0xF && outl_word(address) == 0 ? 0 : valid;
    case OUTL_FORM_STRUCT: return extra_of_struct(&plan, address, depth);
    case OUTL_FORM_ENUM: return extra_of_enum(&plan, address, depth);
    case OUTL_FORM_OPTIONAL: return extra_of_optional(&plan, address, depth);
    default: return unknown;
    }
}

// MARK: Spare bits

#if defined(__x86_64__)
static const uint64_t spare = UINT64_C(0xFF00000000000007);
#else
static const uint64_t spare = UINT64_C(0xF000000000000007);
#endif

uint64_t outl_case_spare_bits(void) { return spare; }

// Returns `true` if all payloads are references to objects of Swift, with the case in the highest bits.
static bool are_references(const struct outl_plan *plan) {
    for (uint32_t index = 0; index < plan->members; index++) {
        struct outl_plan_member member = *outl_plan_member(plan, index);
        struct outl_plan payload = payload_of(&member);
        if (payload.form != OUTL_FORM_CLASS || member.strength != OUTL_STRONG) { return false; }
    }
    return plan->size == 8;
}

bool outl_case_has_spare_bits(const struct outl_plan *plan) {
    return plan->form == OUTL_FORM_ENUM && plan->members > 1 && are_references(plan);
}

static int64_t case_in_spare_bits(const struct outl_plan *plan, uintptr_t address) {
    if (!are_references(plan)) { return OUTL_CASE_UNKNOWN; }
    uint32_t tags = plan->members + (plan->empty > 0), bits = 0;
    while ((1u << bits) < tags) { bits++; }
    uint64_t tag = outl_word(address) >> (64 - bits);
    if (tag < plan->members) { return (int64_t)tag; }
    uint64_t rest = (outl_word(address) & ~spare) >> 3;
    return rest < plan->empty ? (int64_t)(plan->members + rest) : OUTL_CASE_UNKNOWN;
}

// MARK: Cases

int64_t outl_case_of(const struct outl_plan *plan, uintptr_t address) {
    if (plan->members == 0) {
        uint64_t number = number_at(address, plan->size);
        return number < plan->empty ? (int64_t)number : OUTL_CASE_UNKNOWN;
    }
    if (plan->members == 1) {
        struct outl_plan_member member = *outl_plan_member(plan, 0);
        struct outl_plan payload = payload_of(&member);
        if (!payload.is_known) { return OUTL_CASE_UNKNOWN; }
        if (plan->empty == 0) { return 0; }
        int64_t extra = extra_of_payload(&member, address, deepest);
        int64_t found = empty_case_of(extra, payload.extra, payload.size, plan->size, plan->empty, address);
        return found == unknown ? OUTL_CASE_UNKNOWN : found == valid ? 0 : found + 1;
    }
    uint64_t largest = 0;
    for (uint32_t index = 0; index < plan->members; index++) {
        struct outl_plan_member member = *outl_plan_member(plan, index);
        struct outl_plan payload = payload_of(&member);
        // A case may have an empty payload.
        if (!payload.is_known && member.metadata) { return OUTL_CASE_UNKNOWN; }
        if (payload.size > largest) { largest = payload.size; }
    }
    if (plan->size <= largest) { return case_in_spare_bits(plan, address); }
    uint64_t tag = number_at(address + largest, plan->size - largest);
    if (tag < plan->members) { return (int64_t)tag; }
    uint64_t rest = largest >= 4 ? outl_half(address) : number_at(address, largest);
    return rest < plan->empty ? (int64_t)(plan->members + rest) : OUTL_CASE_UNKNOWN;
}

int outl_case_is_some(const struct outl_plan *plan, uintptr_t address) {
    struct outl_plan wrapped = *outl_plan_of(plan->parts[0]);
    if (!wrapped.is_known) { return OUTL_CASE_UNKNOWN; }
    int64_t extra = extra_of(plan->parts[0], address, deepest);
    int64_t found = empty_case_of(extra, wrapped.extra, wrapped.size, plan->size, 1, address);
    return found == unknown ? OUTL_CASE_UNKNOWN : found == valid;
}

#endif
