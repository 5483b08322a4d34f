#include "State/plans.h"

#if OUTL_HEAP_SERVED

#include "Memory/maps.h"
#include "Reader/contexts.h"
#include "Reader/kinds.h"
#include "State/omitted.h"
#include "State/special.h"
#include "Types/metadata.h"
#include "Types/runtime.h"

#include <string.h>

static struct outl_keyed plans, instances; // By metadata.
static struct outl_array members;

const struct outl_plan_member *outl_plan_member(const struct outl_plan *plan, uint32_t index) {
    return (const struct outl_plan_member *)(const void *)members.items + plan->first + index;
}

// The name of a lazy property, and of the storage of a wrapped one, as the program writes it.
static struct outl_text name_of(const char *name) {
    static const char lazy[] = "$__lazy_storage_$_";
    if (strncmp(name, lazy, sizeof lazy - 1) == 0) { name += sizeof lazy - 1; }
    return outl_text_add_string(name);
}

// Adds the members of a type to a plan.
static void add_members(struct outl_plan *plan, uintptr_t metadata) {
    size_t count = outl_members_count(metadata);
    uint32_t first = (uint32_t)members.count, added = 0;
    bool is_enum = plan->form == OUTL_FORM_ENUM;
    uintptr_t descriptor = outl_context_of(metadata);
    for (size_t index = 0; index < count; index++) {
        struct outl_member member;
        bool is_found = outl_member_get(metadata, index, &member);
        if (!is_found && !is_enum) { continue; }
        // The storage of an actor, and the list of observers of an observable object.
        bool is_internal = member.name[0] == '$' && strncmp(member.name, "$__lazy", 7) != 0;
        if (!is_enum && (is_internal || strcmp(member.name, "_$observationRegistrar") == 0)) { continue; }
        if (!is_enum && descriptor && outl_special_is_storage(descriptor, member.name)) { continue; }
        if (is_found && !member.metadata && plan->form == OUTL_FORM_CLASS) {
            member.metadata = outl_omitted_type(metadata, member.name);
        }
        struct outl_plan_member item = {
            .name = name_of(member.name), .metadata = is_found ? member.metadata : 0, .offset = member.offset,
            .size = member.size, .strength = member.strength, .is_boxed = member.is_boxed};
        outl_array_add(&members, &item, sizeof item);
        added++;
    }
    plan->first = first;
    plan->members = added;
}

// Reads the form of a type that has no form of its own by name.
static enum outl_form form_of(uintptr_t metadata) {
    const uint32_t of_any_type = UINT32_C(1) << 31, special = UINT32_C(0x3F) << 24;
    enum { convention_shift = 16, thick = 0 };
    switch (outl_word(metadata)) {
    case OUTL_METADATA_CLASS: return OUTL_FORM_CLASS;
    case OUTL_METADATA_OPTIONAL: return OUTL_FORM_OPTIONAL;
    case OUTL_METADATA_ENUM: return OUTL_FORM_ENUM;
    case OUTL_METADATA_STRUCT:
    case OUTL_METADATA_TUPLE: return OUTL_FORM_STRUCT;
    case OUTL_METADATA_FUNCTION:
        return (outl_word(metadata + 8) & OUTL_FUNCTION_CONVENTION) >> convention_shift == thick
            ? OUTL_FORM_FUNCTION : OUTL_FORM_POINTER;
    case OUTL_METADATA_METATYPE:
    case OUTL_METADATA_EXISTENTIAL_METATYPE: return OUTL_FORM_METATYPE;
    case OUTL_METADATA_EXISTENTIAL:
        if (outl_half(metadata + 8) & special) { return OUTL_FORM_ERROR; }
        return outl_half(metadata + 8) & of_any_type ? OUTL_FORM_EXISTENTIAL : OUTL_FORM_CLASS_EXISTENTIAL;
    case OUTL_METADATA_EXTENDED_EXISTENTIAL:
        return outl_metadata_existential(metadata) ? OUTL_FORM_EXISTENTIAL : OUTL_FORM_CLASS_EXISTENTIAL;
    case OUTL_METADATA_BUILTIN: return outl_special_builtin(metadata);
    default: return OUTL_FORM_UNKNOWN;
    }
}

static struct outl_plan read_plan(uintptr_t metadata) {
    enum { payloads_mask = 0xFFFFFF };
    struct outl_plan plan = {.form = OUTL_FORM_UNKNOWN, .size = 8, .stride = 8, .alignment = 8};
    struct outl_value_layout layout;
    if (!metadata || !outl_metadata_value_layout(metadata, &layout)) { return plan; }
    plan.is_known = true;
    plan.size = layout.size;
    plan.stride = layout.stride;
    plan.alignment = layout.alignment;
    plan.extra = outl_half(outl_word(metadata - 8) + 84);
    plan.name = outl_name_of_type(metadata);
    plan.form = form_of(metadata);
    uintptr_t descriptor = outl_context_of(metadata);
    if (plan.form == OUTL_FORM_STRUCT && descriptor) {
        plan.form = outl_special_struct(descriptor, layout.is_plain);
    }
    if (plan.form == OUTL_FORM_ENUM && descriptor && outl_special_is_omitted(descriptor)) {
        plan.form = OUTL_FORM_OMITTED;
    }
    bool has_parts = plan.form == OUTL_FORM_ARRAY || plan.form == OUTL_FORM_SET || plan.form == OUTL_FORM_DICTIONARY
        || plan.form == OUTL_FORM_MUTEX || plan.form == OUTL_FORM_ATOMIC || plan.form == OUTL_FORM_OPTIONAL;
    uint32_t parts = plan.form == OUTL_FORM_DICTIONARY ? 2 : 1;
    for (uint32_t part = 0; has_parts && part < parts; part++) {
        plan.parts[part] = outl_word(metadata + 16 + 8 * (uintptr_t)part);
    }
    plan.is_scalar = (plan.form >= OUTL_FORM_BOOL && plan.form <= OUTL_FORM_FLOAT) || plan.form == OUTL_FORM_BYTES;
    if (plan.form == OUTL_FORM_ENUM) { plan.empty = outl_half(descriptor + 24); }
    if (plan.form == OUTL_FORM_STRUCT || plan.form == OUTL_FORM_ENUM) { add_members(&plan, metadata); }
    return plan;
}

const struct outl_plan *outl_plan_of(uintptr_t metadata) {
    static struct outl_plan none;
    bool is_new = false;
    uint32_t number = outl_keyed_find(&plans, sizeof(struct outl_plan), metadata, 0, &is_new);
    if (number == OUTL_NOTHING) { return &none; }
    if (is_new) {
        struct outl_plan plan = read_plan(metadata);
        ((struct outl_plan *)(void *)plans.array.items)[number] = plan;
    }
    return (const struct outl_plan *)(const void *)plans.array.items + number;
}

const struct outl_plan *outl_plan_of_instances(uintptr_t metadata) {
    static struct outl_plan none;
    bool is_new = false;
    uint32_t number = outl_keyed_find(&instances, sizeof(struct outl_plan), metadata, 0, &is_new);
    if (number == OUTL_NOTHING) { return &none; }
    if (is_new) {
        struct outl_plan plan = {.form = OUTL_FORM_CLASS, .size = outl_half(metadata + 24), .is_known = true};
        plan.name = outl_name_of_type(metadata);
        uintptr_t descriptor = outl_context_of(metadata);
        if (descriptor && !outl_special_class_is_opaque(descriptor)) { add_members(&plan, metadata); }
        ((struct outl_plan *)(void *)instances.array.items)[number] = plan;
    }
    return (const struct outl_plan *)(const void *)instances.array.items + number;
}

struct outl_text outl_plan_case(uintptr_t metadata, uint32_t number) {
    enum { record_size = 12, longest = 1024 };
    uint32_t count = 0;
    size_t length;
    uintptr_t descriptor = outl_context_of(metadata);
    uintptr_t first = descriptor ? outl_mangled_properties(descriptor, &count) : 0;
    // The name follows the type.
    uintptr_t reference = first + record_size * (uintptr_t)number + 4;
    if (number >= count || !outl_maps_readable(reference, 4)) { return (struct outl_text){0, 0}; }
    return outl_text_add_string(outl_maps_text(outl_maps_relative(reference), longest, &length));
}

#endif
