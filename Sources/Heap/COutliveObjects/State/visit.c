#include "State/visit.h"

#if OUTL_HEAP_SERVED

#include "Memory/maps.h"
#include "Reader/contexts.h"
#include "State/cases.h"
#include "State/collections.h"
#include "Types/modules.h"

#include <string.h>

enum { deepest = 24, word = 8 };

static int depth;

static void visit(struct outl_visit *visit, uint32_t value, uintptr_t metadata, uintptr_t address, uint64_t salt);

// MARK: Single values

static void detail(uint32_t value, struct outl_text text) {
    struct outl_value *item = outl_value_at(value);
    if (item->detail.length == 0) { item->detail = text; }
}

static void visit_number(
    struct outl_visit *visit, uint32_t value, const struct outl_plan *plan, uintptr_t address, uint64_t salt
) {
    uint64_t number = 0;
    memcpy(&number, OUTL_AT(address), plan->size < word ? plan->size : word);
    if (plan->form == OUTL_FORM_SIGNED && plan->size < word) {
        int shift = (int)(64 - 8 * plan->size);
        number = (uint64_t)((int64_t)(number << shift) >> shift);
    }
    enum outl_value_kind kind = plan->form == OUTL_FORM_BOOL     ? OUTL_VALUE_BOOL
                                : plan->form == OUTL_FORM_SIGNED ? OUTL_VALUE_SIGNED
                                : plan->form == OUTL_FORM_FLOAT  ? OUTL_VALUE_FLOAT
                                                                 : OUTL_VALUE_UNSIGNED;
    if (kind == OUTL_VALUE_FLOAT && plan->size == 4) {
        float single;
        memcpy(&single, OUTL_AT(address), sizeof single);
        double wide = (double)single;
        memcpy(&number, &wide, sizeof wide);
    }
    outl_value_count(value, kind, number, outl_hash_of_numbers(&visit->key, number, salt));
}

// MARK: References

// Returns an offset of a function that is the same wherever its module is loaded.
static uint64_t place_of_code(uintptr_t address) {
    const struct outl_module *module = outl_modules_find(address);
    return module ? address - module->bias : 1;
}

// Returns a hash of the name, which is the same text in every process, as its place is not.
static uint64_t hash_of_name(struct outl_visit *visit, struct outl_text name) {
    if (name.offset == 0 || visit->hashed_name != name.offset) {
        visit->name_hash = outl_hash(&visit->key, outl_texts.items + name.offset, name.length);
        visit->hashed_name = name.offset;
    }
    return visit->name_hash;
}

static void visit_reference(
    struct outl_visit *visit, uint32_t value, uintptr_t object, uint64_t salt, enum outl_strength strength
) {
    const uintptr_t reference_bits = UINT64_C(0x00FFFFFFFFFFFFF8);
    object &= reference_bits;
    if (object == 0) { return outl_value_count_absent(value); }
    if (strength == OUTL_WEAK) {
        // A weak reference leads to the side table of its object, which may have been released.
        uintptr_t target = outl_maps_readable(object, 32) ? outl_word(object) : 0;
        if (!target || outl_metadata_deinitialised(target)) { return outl_value_count_absent(value); }
        object = target;
    }
    bool is_object = object % word == 0 && outl_maps_readable(object, 16);
    uintptr_t metadata = is_object ? outl_word(object) : 0;
    enum outl_type_kind kind = is_object ? outl_metadata_kind(metadata) : OUTL_TYPE_OTHER;
    struct outl_text name = {0, 0};
    if (kind == OUTL_TYPE_CLASS) { name = outl_plan_of_instances(metadata)->name; }
    outl_value_count(value, OUTL_VALUE_REFERENCE, 0, hash_of_name(visit, name) ^ salt);
    if (name.length) { detail(value, name); }
    if (strength != OUTL_STRONG) {
        outl_value_at(value)->flags |= OUTL_VALUE_WEAK;
        return;
    }
    if (kind != OUTL_TYPE_CLASS) { return; }
    struct outl_pending pending = {value, object, salt};
    outl_array_add(&visit->pending, &pending, sizeof pending);
}

static void visit_function(struct outl_visit *visit, uint32_t value, uintptr_t address, uint64_t salt) {
    uintptr_t code = outl_word(address);
    if (code == 0) { return outl_value_count_absent(value); }
    outl_value_count(value, OUTL_VALUE_FUNCTION, 0, outl_hash_of_numbers(&visit->key, place_of_code(code), salt));
}

static void visit_type(struct outl_visit *visit, uint32_t value, uintptr_t address, uint64_t salt) {
    uintptr_t metadata = outl_word(address);
    if (metadata == 0) { return outl_value_count_absent(value); }
    struct outl_text name = outl_metadata_valid(metadata) ? outl_name_of_type(metadata) : outl_name_unknown();
    uint64_t hash = outl_hash(&visit->key, outl_texts.items + name.offset, name.length);
    outl_value_count(value, OUTL_VALUE_TYPE, 0, hash ^ salt);
    detail(value, name);
}

// MARK: Existential types

// Adds the value in a container below its place, with its own type.
static void visit_contained(
    struct outl_visit *state, uint32_t value, uintptr_t metadata, uintptr_t address, uint64_t salt
) {
    struct outl_plan plan = *outl_plan_of(metadata);
    uint64_t hash = outl_hash(&state->key, outl_texts.items + plan.name.offset, plan.name.length);
    outl_value_count(value, OUTL_VALUE_EXISTENTIAL, 0, hash ^ salt);
    detail(value, plan.name);
    uint32_t variable = outl_value_at(value)->variable;
    uint32_t inner = outl_value_below(value, variable, (struct outl_text){0, 0}, metadata);
    if (inner != OUTL_NOTHING) { visit(state, inner, metadata, address, salt); }
}

static void visit_existential(struct outl_visit *state, uint32_t value, uintptr_t address, uint64_t salt) {
    enum { metadata_offset = 24, box_header = 16 };
    uintptr_t metadata = outl_word(address + metadata_offset);
    struct outl_value_layout layout;
    if (metadata == 0) { return outl_value_count_absent(value); }
    if (!outl_metadata_value_layout(metadata, &layout)) { return outl_value_count_partial(value); }
    if (layout.is_inline) { return visit_contained(state, value, metadata, address, salt); }
    uintptr_t box = outl_word(address);
    bool is_box = box % word == 0 && outl_maps_readable(box, box_header + layout.size);
    if (!is_box) { return outl_value_count_partial(value); }
    visit_contained(state, value, metadata, box + outl_aligned(box_header, layout.alignment), salt);
}

static void visit_error(struct outl_visit *state, uint32_t value, uintptr_t address, uint64_t salt) {
    enum { header = 32 };
    uintptr_t box = outl_word(address);
    if (box == 0) { return outl_value_count_absent(value); }
    uintptr_t metadata = box % word == 0 && outl_maps_readable(box, header) ? outl_word(box + 16) : 0;
    struct outl_value_layout layout;
    if (!metadata || !outl_metadata_value_layout(metadata, &layout)) { return outl_value_count_partial(value); }
    visit_contained(state, value, metadata, box + outl_aligned(header, layout.alignment), salt);
}

// MARK: Members

static void visit_member(
    struct outl_visit *state, uint32_t value, const struct outl_plan_member *member, uintptr_t address, uint64_t salt
) {
    uint32_t variable = outl_value_at(value)->variable;
    uint32_t inner = outl_value_below(value, variable, member->name, member->metadata);
    if (inner == OUTL_NOTHING) { return; }
    if (member->strength == OUTL_STRONG && !member->is_boxed) {
        // A type that reflection omits, such as a lock.
        if (!member->metadata) { return outl_visit_references(state, inner, address, member->size, salt); }
        return visit(state, inner, member->metadata, address, salt);
    }
    if (!outl_maps_readable(address, word)) { return outl_value_count_partial(inner); }
    visit_reference(state, inner, outl_word(address), salt, member->is_boxed ? OUTL_UNOWNED : member->strength);
}

static void visit_members(
    struct outl_visit *state, uint32_t value, const struct outl_plan *plan, uintptr_t address, uint64_t salt
) {
    for (uint32_t index = 0; index < plan->members; index++) {
        struct outl_plan_member member = *outl_plan_member(plan, index);
        visit_member(state, value, &member, address + member.offset, salt);
    }
}

static void visit_enum(
    struct outl_visit *state, uint32_t value, uintptr_t metadata, const struct outl_plan *plan, uintptr_t address,
    uint64_t salt
) {
    int64_t number = outl_case_of(plan, address);
    if (number == OUTL_CASE_UNKNOWN) { return outl_visit_bytes(state, value, address, plan->size); }
    uint64_t hash = outl_hash_of_numbers(&state->key, (uint64_t)number, salt);
    outl_value_count(value, OUTL_VALUE_CASE, (uint64_t)number, hash);
    detail(value, outl_plan_case(metadata, (uint32_t)number));
    if (number >= plan->members || plan->members == 0) { return; }
    struct outl_plan_member member = *outl_plan_member(plan, (uint32_t)number);
    if (member.is_boxed || !outl_case_has_spare_bits(plan)) {
        return visit_member(state, value, &member, address, salt);
    }
    uint32_t inner = outl_value_below(value, outl_value_at(value)->variable, member.name, member.metadata);
    if (inner != OUTL_NOTHING) {
        visit_reference(state, inner, outl_word(address) & ~outl_case_spare_bits(), salt, OUTL_STRONG);
    }
}

static void visit_mutex(
    struct outl_visit *state, uint32_t value, const struct outl_plan *plan, uintptr_t address, uint64_t salt
) {
    enum { lock_size = 4 };
    uintptr_t metadata = plan->parts[0];
    uint64_t alignment = outl_plan_of(metadata)->alignment;
    visit(state, value, metadata, address + outl_aligned(lock_size, alignment), salt);
}

void outl_visit_bytes(struct outl_visit *visit, uint32_t value, uintptr_t address, uint64_t size) {
    enum { longest = 1 << 20, first_address = 1 << 16 };
    if (!outl_maps_readable(address, size)) { return outl_value_count_partial(value); }
    uint64_t hash = 0, at = 0;
    for (; at + word <= size && at < longest && address % word == 0; at += word) {
        uintptr_t content = outl_word(address + at);
        bool is_address = content >= first_address && outl_maps_find(content & UINT64_C(0x00FFFFFFFFFFFFFF)) != NULL;
        if (content) { hash += outl_hash_of_numbers(&visit->key, is_address ? 1 : content, at); }
    }
    if (at < size && size - at < longest) { hash += outl_hash(&visit->key, OUTL_AT(address + at), size - at); }
    struct outl_value *item = outl_value_at(value);
    if (size > longest) { item->flags |= OUTL_VALUE_PARTIAL; }
    item->flags |= OUTL_VALUE_HASHED;
    outl_value_count(value, OUTL_VALUE_BYTES, size, hash);
}

// MARK: All values

static void visit_form(
    struct outl_visit *state, uint32_t value, uintptr_t metadata, const struct outl_plan *plan, uintptr_t address,
    uint64_t salt
) {
    int is_some;
    switch (plan->form) {
    case OUTL_FORM_BOOL:
    case OUTL_FORM_SIGNED:
    case OUTL_FORM_UNSIGNED:
    case OUTL_FORM_FLOAT: return visit_number(state, value, plan, address, salt);
    case OUTL_FORM_STRING: return outl_visit_text(state, value, address, salt);
    case OUTL_FORM_DATA: return outl_visit_data(state, value, address, salt);
    case OUTL_FORM_ARRAY: return outl_visit_array(state, value, plan, address, salt);
    case OUTL_FORM_SET:
    case OUTL_FORM_DICTIONARY: return outl_visit_table(state, value, plan, address, salt);
    case OUTL_FORM_POINTER:
        if (outl_word(address) == 0) { return outl_value_count_absent(value); }
        return outl_value_count(value, OUTL_VALUE_POINTER, 0, salt);
    case OUTL_FORM_BYTES:
        outl_value_at(value)->flags |= OUTL_VALUE_HASHED;
        return outl_value_count(
            value, OUTL_VALUE_BYTES, plan->size, outl_hash(&state->key, OUTL_AT(address), plan->size) ^ salt);
    case OUTL_FORM_MUTEX: return visit_mutex(state, value, plan, address, salt);
    case OUTL_FORM_ATOMIC: return visit(state, value, plan->parts[0], address, salt);
    case OUTL_FORM_STRUCT:
        outl_value_count(value, OUTL_VALUE_NONE, 0, 0);
        return visit_members(state, value, plan, address, salt);
    case OUTL_FORM_ENUM: return visit_enum(state, value, metadata, plan, address, salt);
    case OUTL_FORM_OPTIONAL:
        is_some = outl_case_is_some(plan, address);
        if (is_some == 0) { return outl_value_count_absent(value); }
        if (is_some == 1) { return visit(state, value, plan->parts[0], address, salt); }
        return outl_visit_bytes(state, value, address, plan->size);
    case OUTL_FORM_CLASS:
    case OUTL_FORM_CLASS_EXISTENTIAL: return visit_reference(state, value, outl_word(address), salt, OUTL_STRONG);
    case OUTL_FORM_EXISTENTIAL: return visit_existential(state, value, address, salt);
    case OUTL_FORM_ERROR: return visit_error(state, value, address, salt);
    case OUTL_FORM_FUNCTION: return visit_function(state, value, address, salt);
    case OUTL_FORM_METATYPE: return visit_type(state, value, address, salt);
    case OUTL_FORM_UNKNOWN: return outl_visit_bytes(state, value, address, plan->size);
    case OUTL_FORM_OMITTED: return;
    }
}

static void visit(struct outl_visit *state, uint32_t value, uintptr_t metadata, uintptr_t address, uint64_t salt) {
    struct outl_plan plan = *outl_plan_of(metadata);
    if (depth == deepest || state->budget == 0 || !outl_maps_readable(address, plan.size)) {
        return outl_value_count_partial(value);
    }
    state->budget--;
    depth++;
    visit_form(state, value, metadata, &plan, address, salt);
    depth--;
}

void outl_visit_value(struct outl_visit *state, uint32_t value, uintptr_t metadata, uintptr_t address, uint64_t salt) {
    visit(state, value, metadata, address, salt);
}

void outl_visit_object(struct outl_visit *state, const struct outl_pending *pending) {
    uintptr_t metadata = outl_word(pending->object);
    struct outl_plan plan = *outl_plan_of_instances(metadata);
    state->objects++;
    state->bytes += plan.size;
    if (outl_maps_readable(pending->object, plan.size)) {
        visit_members(state, pending->value, &plan, pending->object, pending->salt);
    }
}

#endif
