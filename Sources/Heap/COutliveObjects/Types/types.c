#include "Types/types.h"

#if OUTL_HEAP_SERVED

#include "Memory/maps.h"
#include "Memory/system.h"
#include "Memory/utf8.h"
#include "Types/members.h"

#include <stdio.h>
#include <string.h>

// The maximum number of fields of a type, and the maximum depth of nested values.
enum { maximum_fields = 1000, deepest = 16 };

struct outl_array outl_fields, outl_field_owners;

// Removes the fields from an index on.
static void cut_to(size_t count) { outl_fields.count = outl_field_owners.count = count; }

// MARK: Adding

// The destination of added fields.
struct destination {
    size_t first; // The index of the type's first field.
    enum outl_field_part part;
    struct outl_text owner; // The declaring type if it is not the instance's.
};

static void append(const struct destination *destination, struct outl_field field) {
    if (outl_fields.count - destination->first >= maximum_fields) { return; }
    struct outl_field *item = outl_array_append(&outl_fields, 1, sizeof *item);
    struct outl_text *owner = item ? outl_array_append(&outl_field_owners, 1, sizeof *owner) : NULL;
    if (!owner) {
        if (item) { outl_fields.count--; }
        return;
    }
    if (field.name.length > 0) { *owner = destination->owner; }
    field.part = destination->part;
    *item = field;
}

// Joins two names to a path. One that is too long ends in "...".
static void join(char *name, size_t size, const char *outer, const char *inner) {
    static const char dots[] = "...";
    const char *between = *outer && *inner ? "." : "";
    size_t length = (size_t)snprintf(name, size, "%s%s%s", outer, between, inner);
    if (length >= size) { strcpy(name + outl_utf8_cut(name, size - 1, size - sizeof dots), dots); }
}

// Returns the layout of a type's values, or a reference's if it is unknown.
static struct outl_value_layout layout_of(uintptr_t metadata) {
    struct outl_value_layout layout;
    if (metadata && outl_metadata_value_layout(metadata, &layout)) { return layout; }
    return (struct outl_value_layout){.size = 8, .stride = 8, .alignment = 8};
}

// The part of a member that deserves a field of its own.
enum worth { worth_nothing, worth_reference, worth_other_than_strong };

static enum worth append_whole(const struct destination *destination, const struct outl_member *member) {
    struct outl_value_layout layout = layout_of(member->is_boxed ? 0 : member->metadata);
    if (member->size > 0) { layout.size = member->size; }
    struct outl_text type = outl_name_of_type(member->metadata);
    append(destination, (struct outl_field){
        .name = outl_text_add_string(member->name), .type = type, .offset = member->offset,
        .size = (uint32_t)layout.size, .strength = member->strength});
    if (member->strength != OUTL_STRONG) { return worth_other_than_strong; }
    return layout.is_plain ? worth_nothing : worth_reference;
}

static bool has_members(const struct outl_member *member, int depth) {
    uintptr_t type = member->metadata;
    bool is_whole = depth == deepest || member->is_boxed || member->strength != OUTL_STRONG || !type;
    return !is_whole && outl_metadata_valid(type) && outl_word(type) != OUTL_METADATA_CLASS;
}

// Adds a member: by its own members if they contain references, but as a whole if it belongs to the standard library
// and they are all strong. Otherwise each gets a field, so that no edge is lost, but without internal names.
static enum worth add(const struct destination *destination, const struct outl_member *member, int depth) {
    size_t first = outl_fields.count;
    enum worth worth = worth_nothing;
    uintptr_t type = member->metadata;
    size_t count = has_members(member, depth) ? outl_members_count(type) : 0;
    bool is_missing = false, is_internal = count > 0 && outl_members_internal(type);
    bool is_overlapping = count > 0 && outl_members_overlap(type);
    for (size_t index = 0; index < count; index++) {
        struct outl_member inner;
        if (!outl_member_get(type, index, &inner)) {
            is_missing = true;
            continue;
        }
        char name[512];
        join(name, sizeof name, member->name, is_internal ? "" : inner.name);
        inner.name = name;
        inner.offset += member->offset;
        size_t before = outl_fields.count;
        enum worth found = add(destination, &inner, depth + 1);
        // A payload without references would hide another with references, as they overlap.
        if (is_overlapping && found == worth_nothing) { cut_to(before); }
        if (found > worth) { worth = found; }
    }
    // A wrapped value has no name of its own, and the property has the type of the optional.
    bool is_wrapped = outl_fields.count == first + 1 && outl_word(type) == OUTL_METADATA_OPTIONAL
        && ((struct outl_field *)outl_fields.items)[first].name.length == strlen(member->name);
    bool is_apart = worth == worth_other_than_strong
        || (worth == worth_reference && !is_missing && !is_internal && !is_wrapped);
    if (is_apart) { return worth; }
    cut_to(first);
    return append_whole(destination, member);
}

static void add_value(
    struct destination destination, uintptr_t metadata, uint64_t offset, enum outl_strength strength
) {
    struct outl_member member = {.name = "", .metadata = metadata, .offset = (uint32_t)offset, .strength = strength};
    destination.owner = outl_name_of_type(metadata);
    add(&destination, &member, 0);
}

// MARK: Fields of types

static void add_properties(const struct destination *destination, uintptr_t metadata) {
    size_t count = outl_members_count(metadata);
    for (size_t index = 0; index < count; index++) {
        struct outl_member member;
        if (outl_member_get(metadata, index, &member)) { add(destination, &member, 0); }
    }
}

// Adds the elements of storage, or its keys and values.
static void add_entries(struct destination destination, uintptr_t metadata) {
    static const enum outl_field_part parts[] = {OUTL_FIELD_ELEMENT, OUTL_FIELD_VALUE};
    enum outl_storage storage = outl_metadata_storage(metadata);
    uint32_t count = storage == OUTL_STORAGE_NONE ? 0 : storage == OUTL_STORAGE_DICTIONARY ? 2 : 1;
    for (uint32_t index = 0; index < count; index++) {
        uintptr_t entry = outl_metadata_generic_argument(metadata, index);
        destination.part = parts[index];
        if (outl_metadata_valid(entry)) { add_value(destination, entry, 0, OUTL_STRONG); }
    }
}

// Reads the size and alignment of a capture. Returns `false` if they are unknown.
static bool find_layout(const struct outl_mangled *capture, uintptr_t reference, struct outl_value_layout *layout) {
    enum { word = 8, function = 16 };
    *layout = (struct outl_value_layout){.size = word, .alignment = word};
    if (capture->kind == OUTL_MANGLED_FUNCTION) { layout->size = function; }
    if (capture->kind != OUTL_MANGLED_TYPE) { return true; }
    if (capture->metadata) {
        *layout = layout_of(capture->metadata);
        return true;
    }
    uint32_t existential = outl_mangled_existential(reference);
    if (existential > 0) { layout->size = existential; }
    return existential > 0 || capture->is_reference;
}

// Captures lie one after another, after the generic arguments' metadata. Those after a capture of unknown type cannot
// be located.
static void add_captures(const struct destination *destination, struct outl_type_key key) {
    struct outl_environment environment;
    bool is_generic = outl_environment_make(&environment, key);
    struct outl_captures captures = outl_captures_of(key.metadata);
    uint64_t offset = captures.offset;
    for (uint32_t index = 0; index < captures.count; index++) {
        uintptr_t reference = captures.first + 4 * (uintptr_t)index;
        struct outl_mangled capture = outl_mangled_capture(reference, is_generic ? &environment : NULL);
        struct outl_value_layout layout;
        if (!find_layout(&capture, reference, &layout)) { return; }
        offset = outl_aligned(offset, layout.alignment);
        if (offset + layout.size >= UINT32_MAX) { return; }
        bool is_type = capture.kind == OUTL_MANGLED_TYPE;
        if (is_type && capture.metadata) {
            add_value(*destination, capture.metadata, offset, capture.strength);
        } else {
            append(destination, (struct outl_field){
                .type = is_type ? outl_name_unknown() : outl_name_of_capture(&capture), .offset = (uint32_t)offset,
                .size = (uint32_t)layout.size, .strength = capture.strength});
        }
        offset += layout.size;
    }
}

// Finds the fields of a type, and adds them. Within `outl_guard_run`.
static void find_fields(struct outl_type_key key) {
    struct destination destination = {.first = outl_fields.count, .part = OUTL_FIELD_INSTANCE};
    if (key.kind == OUTL_TYPE_CLASS) {
        add_properties(&destination, key.metadata);
        add_entries(destination, key.metadata);
    } else if (key.kind == OUTL_TYPE_CLOSURE) {
        add_captures(&destination, key);
    } else if (key.metadata && (key.kind == OUTL_TYPE_BOX || key.kind == OUTL_TYPE_ERROR)) {
        // The value follows the header of the object, and in an error also its type and conformance.
        uint64_t header = key.kind == OUTL_TYPE_BOX ? 16 : 32;
        add_value(destination, key.metadata, outl_aligned(header, layout_of(key.metadata).alignment), OUTL_STRONG);
    }
}

// MARK: Types

struct cached_type {
    struct outl_type_key key;
    struct outl_type type;
    bool has_fields;
};

static struct outl_keyed types;

// Returns `true` if the metadata still exists: a module may have been unloaded since the copy was made.
static bool still_exists(struct outl_type_key key) {
    switch (key.kind) {
    case OUTL_TYPE_CLASS:
    case OUTL_TYPE_CLOSURE: return outl_metadata_kind(key.metadata) == key.kind;
    case OUTL_TYPE_BOX:
    case OUTL_TYPE_ERROR: return outl_metadata_valid(key.metadata);
    default: return true;
    }
}

static void fill_name(void *context) {
    struct cached_type *cached = context;
    struct outl_value_layout layouts[2];
    uintptr_t metadata = cached->key.metadata;
    if (!still_exists(cached->key)) { return; }
    cached->type.name = outl_name_of_key(cached->key);
    if (cached->key.kind != OUTL_TYPE_CLASS) { return; }
    cached->type.instance_size = outl_half(metadata + 24);
    bool is_array = outl_metadata_storage(metadata) == OUTL_STORAGE_ARRAY;
    if (is_array && outl_metadata_entries(metadata, layouts) > 0) { cached->type.stride = (uint32_t)layouts[0].stride; }
}

static void fill_fields(void *context) {
    struct cached_type *cached = context;
    if (!still_exists(cached->key)) { return; }
    cached->type.first_field = (uint32_t)outl_fields.count;
    find_fields(cached->key);
    cached->type.fields = (uint32_t)outl_fields.count - cached->type.first_field;
}

void outl_types_begin(uint32_t epoch) {
    static uint32_t known;
    if (known == epoch) { return; }
    known = epoch;
    outl_keyed_free(&types);
    outl_array_free(&outl_fields);
    outl_array_free(&outl_field_owners);
}

struct outl_type outl_types_find(struct outl_type_key key, bool with_fields) {
    const uint64_t rest = outl_type_key_rest(key);
    bool is_new;
    uint32_t number = outl_keyed_find(&types, sizeof(struct cached_type), key.metadata, rest, &is_new);
    if (number == OUTL_NOTHING) { return (struct outl_type){.kind = (uint32_t)key.kind}; }
    struct cached_type *found = (struct cached_type *)types.array.items + number;
    if (is_new) {
        *found = (struct cached_type){.key = key, .type.kind = (uint32_t)key.kind};
        // A fault may come after a part of the work.
        bool is_whole = outl_guard_run(fill_name, found);
        if (!is_whole || found->type.name.length == 0) { found->type.name = outl_name_unknown(); }
    }
    if (with_fields && !found->has_fields) {
        found->has_fields = true;
        outl_guard_run(fill_fields, found);
    }
    return found->type;
}

#endif
