// The layouts match the runtime's for generic types: members one after another; an enum with one payload uses
// values that the payload never has for its other cases, any other enum has a byte behind its largest payload.
#include "Reader/synthesis.h"

#if OUTL_HEAP_SERVED

#include "Memory/maps.h"
#include "Memory/memory.h"
#include "Reader/contexts.h"
#include "Reader/index.h"
#include "Reader/kinds.h"
#include "Reader/nominal.h"
#include "Types/mangled.h"
#include "Types/runtime.h"

#include <string.h>

enum { word = 8, many = INT32_MAX }; // `many` values of a pointer are never valid.

// MARK: Memory

// Returns zeroed memory that is readable as memory of the subject; null if there is none.
static void *take(size_t size) {
    enum { chunk = 1 << 18 };
    static struct {
        char *at;
        size_t room;
    } memory;
    static uint32_t generation;
    size = outl_aligned(size, 16);
    if (size > chunk) { return NULL; }
    if (size > memory.room || generation != outl_maps_generation) {
        generation = outl_maps_generation;
        memory.room = 0;
        memory.at = outl_memory_map(chunk);
        if (!memory.at) { return NULL; }
        uintptr_t start = outl_address_of(memory.at);
        if (!outl_maps_add((struct outl_map){.range = {start, start + chunk}, .flags = OUTL_MAP_READ})) { return NULL; }
        memory.room = chunk;
    }
    char *taken = memory.at;
    memory.at += size;
    memory.room -= size;
    return taken;
}

// MARK: Layouts

struct layout {
    uint64_t size;
    uint32_t alignment, extra; // `extra` is the number of values that are never valid.
    bool is_plain, is_unknown;
};

static const struct layout pointer = {.size = word, .alignment = word, .extra = many};

// The value witnesses, of 11 words, have the size at +64, the distance of values at +72, flags at +80 and the number of
// values that are never valid at +84.
static void write_layout(char *witnesses, struct layout layout) {
    enum { is_not_plain = 0x10000, is_not_inline = 0x20000, inline_size = 24 };
    bool is_inline = layout.size <= inline_size && layout.alignment <= word;
    uint64_t stride = outl_aligned(layout.size > 0 ? layout.size : 1, layout.alignment);
    uint32_t flags = layout.alignment - 1;
    if (!layout.is_plain) { flags |= is_not_plain; }
    if (!is_inline) { flags |= is_not_inline; }
    memcpy(witnesses + 64, &layout.size, word);
    memcpy(witnesses + 72, &stride, word);
    memcpy(witnesses + 80, &flags, 4);
    memcpy(witnesses + 84, &layout.extra, 4);
}

// Makes metadata of `words` words, behind its value witnesses. Returns the first word, or null if there is no memory.
static uintptr_t *make(size_t words, struct layout layout) {
    enum { witnesses_size = 96, before = 16 };
    char *memory = take(witnesses_size + before + words * word);
    if (!memory) { return NULL; }
    write_layout(memory, layout);
    uintptr_t *metadata = (uintptr_t *)(void *)(memory + witnesses_size + before);
    metadata[-1] = outl_address_of(memory);
    return metadata;
}

static struct layout layout_of(uintptr_t metadata) {
    struct outl_value_layout found;
    if (!outl_metadata_value_layout(metadata, &found)) { return pointer; }
    return (struct layout){
        .size = found.size, .alignment = found.alignment, .is_plain = found.is_plain,
        .extra = outl_half(outl_word(metadata - 8) + 84)};
}

// Adds a member to a layout that begins as a plain one of alignment 1, and returns the member's offset.
static uint64_t append(struct layout *layout, struct layout member) {
    uint64_t offset = outl_aligned(layout->size, member.alignment);
    layout->size = offset + member.size;
    if (member.alignment > layout->alignment) { layout->alignment = member.alignment; }
    if (member.extra > layout->extra) { layout->extra = member.extra; }
    layout->is_plain = layout->is_plain && member.is_plain;
    layout->is_unknown = layout->is_unknown || member.is_unknown;
    return offset;
}

static const struct layout empty = {.alignment = 1, .is_plain = true};

// Returns the layout of a property or payload, given the reference to its type.
static struct layout layout_of_member(uintptr_t reference, uintptr_t descriptor, uintptr_t arguments) {
    struct layout layout = pointer;
    enum outl_strength strength = outl_mangled_strength(reference);
    if (strength != OUTL_STRONG) {
        layout.extra = 0;
        layout.is_plain = strength == OUTL_UNMANAGED;
        return layout;
    }
    // By way of the table, as names are resolved to types, and types are made for names.
    uintptr_t name = outl_maps_relative(reference);
    size_t length = outl_nominal_length(name);
    bool is_readable = length > 0 && outl_runtime.type_by_mangled_name;
    uintptr_t type =
        is_readable ? outl_runtime.type_by_mangled_name(OUTL_AT(name), length, descriptor, arguments) : 0;
    if (type) { return layout_of(type); }
    layout.size = outl_mangled_size(reference);
    layout.is_unknown = layout.size == 0;
    return layout;
}

static struct layout layout_of_enum(uintptr_t descriptor, uintptr_t arguments) {
    enum { payloads_mask = 0xFFFFFF, is_indirect = 1, byte_values = 256 };
    struct layout layout = empty;
    uint32_t records, payloads = outl_half(descriptor + 20) & payloads_mask, others = outl_half(descriptor + 24);
    uint32_t boxed = 0;
    uintptr_t reference = outl_mangled_properties(descriptor, &records);
    for (uint32_t index = 0; index < payloads && index < records; index++, reference += 12) {
        if (!outl_maps_readable(reference - 4, 8)) { break; }
        bool is_boxed = outl_half(reference - 4) & is_indirect;
        struct layout payload = is_boxed ? pointer : layout_of_member(reference, descriptor, arguments), one = empty;
        append(&one, payload);
        boxed += is_boxed;
        if (one.size > layout.size) { layout.size = one.size; }
        if (one.alignment > layout.alignment) { layout.alignment = one.alignment; }
        layout.is_plain = layout.is_plain && one.is_plain;
        layout.is_unknown = layout.is_unknown || one.is_unknown;
        layout.extra = one.extra;
    }
    // Addresses have bits to spare for the number of the case.
    if (payloads > 1 && boxed == payloads) { return layout; }
    if (payloads == 1 && layout.extra >= others) {
        layout.extra -= others;
        return layout;
    }
    uint32_t values = payloads > 1 ? payloads : others + payloads;
    if (values > 1) { layout.size += values <= byte_values ? 1 : 2; }
    layout.extra = values < byte_values ? byte_values - values : 0;
    return layout;
}

// MARK: Nominal types

// Writes the arguments that the metadata of a type contains. Those before them, the sizes of packs, stay 0.
static bool write_arguments(
    uintptr_t *words, const struct outl_generics *generics, const uintptr_t *arguments, uint32_t count
) {
    uint32_t next = generics->sizes;
    for (uint32_t index = 0; index < generics->count; index++) {
        if (!(outl_byte(generics->parameters + index) & OUTL_PARAMETER_WITH_ARGUMENT)) { continue; }
        if (index >= count || next >= generics->arguments) { return false; }
        words[next++] = arguments[index];
    }
    return true;
}

// Of a class, only what identifies it is needed: its instances have metadata of their own.
static uintptr_t make_class(
    uintptr_t descriptor, const struct outl_generics *generics, const uintptr_t *arguments, uint32_t count
) {
    enum { fixed = 10, is_swift = 2, header = 16, maximum_words = 1 << 12 };
    uint32_t words = outl_half(descriptor + 28), own = outl_half(descriptor + 32);
    bool is_resilient = outl_half(descriptor) & OUTL_DESCRIPTOR_RESILIENT_SUPERCLASS;
    if (is_resilient || own > words || words > maximum_words || generics->arguments > own) { return 0; }
    uintptr_t *metadata = make(words > fixed ? words : fixed, pointer);
    if (!metadata) { return 0; }
    metadata[2] = is_swift;
    metadata[3] = header | (uintptr_t)(word - 1) << 32;
    metadata[4] = word * (uintptr_t)words;
    metadata[5] = descriptor;
    if (!write_arguments(metadata + words - own, generics, arguments, count)) { return 0; }
    return outl_address_of(metadata);
}

// A struct has the offsets of its properties, 4 bytes each, behind the number of words at +24 of the descriptor.
static struct layout lay_out_struct(uintptr_t *metadata, uintptr_t descriptor, uintptr_t arguments) {
    struct layout layout = empty;
    uint32_t records, vector = outl_half(descriptor + 24);
    uintptr_t reference = outl_mangled_properties(descriptor, &records);
    char *offsets = (char *)(metadata + vector);
    for (uint32_t index = 0; index < records && index < outl_half(descriptor + 20); index++, reference += 12) {
        uint32_t offset = (uint32_t)append(&layout, layout_of_member(reference, descriptor, arguments));
        memcpy(offsets + 4 * (size_t)index, &offset, 4);
    }
    return layout;
}

static uintptr_t make_value(
    uintptr_t descriptor, const struct outl_generics *generics, const uintptr_t *arguments, uint32_t count
) {
    enum { before = 2, maximum_fields = 1 << 12, maximum_words = 1 << 12 };
    bool is_struct = outl_context_kind(descriptor) == OUTL_DESCRIPTOR_STRUCT;
    uint32_t fields = is_struct ? outl_half(descriptor + 20) : 0, vector = is_struct ? outl_half(descriptor + 24) : 0;
    if (fields > maximum_fields || vector > maximum_words) { return 0; }
    size_t words = before + generics->arguments;
    if (vector + (fields + 1) / 2 > words) { words = vector + (fields + 1) / 2; }
    uintptr_t *metadata = make(words, pointer);
    if (!metadata) { return 0; }
    bool is_optional = !is_struct && outl_descriptor_is_named(descriptor, "Optional")
        && outl_descriptor_is_named(outl_context_module(descriptor), "Swift");
    metadata[0] = is_struct ? OUTL_METADATA_STRUCT : is_optional ? OUTL_METADATA_OPTIONAL : OUTL_METADATA_ENUM;
    metadata[1] = descriptor;
    if (!write_arguments(metadata + before, generics, arguments, count)) { return 0; }
    uintptr_t own = outl_address_of(metadata), own_arguments = generics->count > 0 ? own + before * word : 0;
    // Known before its members are, as they may contain it behind a reference.
    outl_index_add(own);
    struct layout layout = is_struct ? lay_out_struct(metadata, descriptor, own_arguments)
                                     : layout_of_enum(descriptor, own_arguments);
    // Without the place of each member, the others would be taken for it.
    if (layout.is_unknown) {
        outl_index_remove(own);
        return 0;
    }
    write_layout((char *)(uintptr_t)OUTL_AT(metadata[-1]), layout);
    return own;
}

uintptr_t outl_metadata_of_nominal(uintptr_t descriptor, const uintptr_t *arguments, uint32_t count) {
    enum { deepest = 16, largest = 44 };
    static int depth; // Of members of members: generic types may contain ever larger ones.
    uintptr_t found = outl_index_find(descriptor, arguments, count);
    struct outl_generics generics;
    if (found || depth == deepest || !outl_context_is_type(descriptor)) { return found; }
    if (!outl_maps_readable(descriptor, largest) || !outl_context_generics(descriptor, &generics)) { return 0; }
    if (outl_context_kind(descriptor) == OUTL_DESCRIPTOR_CLASS) {
        uintptr_t made = make_class(descriptor, &generics, arguments, count);
        if (made) { outl_index_add(made); }
        return made;
    }
    depth++;
    uintptr_t made = make_value(descriptor, &generics, arguments, count);
    depth--;
    return made;
}

// MARK: Other types

uintptr_t outl_metadata_of_builtin(struct outl_builtin_type type) {
    uintptr_t *metadata = make(2, (struct layout){
        .size = type.size, .alignment = type.alignment, .extra = type.extra, .is_plain = type.is_plain});
    size_t size = strlen(type.name) + 1;
    char *name = metadata ? take(size) : NULL;
    if (!name) { return 0; }
    memcpy(name, type.name, size);
    metadata[0] = OUTL_METADATA_BUILTIN;
    metadata[1] = outl_address_of(name);
    return outl_address_of(metadata);
}

// Each label ends in a space.
static uintptr_t make_labels(const struct outl_label *labels, uint32_t count) {
    size_t size = 1;
    bool is_labelled = false;
    for (uint32_t index = 0; index < count; index++) {
        size += labels[index].length + 1;
        is_labelled = is_labelled || labels[index].length > 0;
    }
    char *text = is_labelled ? take(size) : NULL, *at = text;
    for (uint32_t index = 0; text && index < count; index++) {
        if (labels[index].length > 0) { at = mempcpy(at, labels[index].text, labels[index].length); }
        *at++ = ' ';
    }
    return text ? outl_address_of(text) : 0;
}

uintptr_t outl_metadata_of_tuple(const uintptr_t *elements, const struct outl_label *labels, uint32_t count) {
    uintptr_t *metadata = make(3 + 2 * (size_t)count, empty);
    if (!metadata) { return 0; }
    struct layout layout = empty;
    metadata[0] = OUTL_METADATA_TUPLE;
    metadata[1] = count;
    metadata[2] = make_labels(labels, count);
    for (uint32_t index = 0; index < count; index++) {
        if (!elements[index]) { return 0; }
        metadata[3 + 2 * index] = elements[index];
        metadata[4 + 2 * index] = append(&layout, layout_of(elements[index]));
    }
    write_layout((char *)(uintptr_t)OUTL_AT(metadata[-1]), layout);
    return outl_address_of(metadata);
}

uintptr_t outl_metadata_of_metatype(uintptr_t type, bool is_existential) {
    struct layout layout = pointer;
    layout.is_plain = true;
    uintptr_t *metadata = type ? make(3, layout) : NULL;
    if (!metadata) { return 0; }
    metadata[0] = is_existential ? OUTL_METADATA_EXISTENTIAL_METATYPE : OUTL_METADATA_METATYPE;
    metadata[1] = type;
    return outl_address_of(metadata);
}

// Values of any type have a buffer of three words and the type, instances of classes a reference; both are followed by
// a witness table for each protocol. An error is a reference to its box.
uintptr_t outl_metadata_of_existential(
    const uintptr_t *protocols, uint32_t count, uintptr_t superclass, bool is_class
) {
    enum { buffer = 32, error = 1 << 24 };
    const uint32_t of_any_type = UINT32_C(1) << 31, has_superclass = UINT32_C(1) << 30;
    const uint32_t protocol_of_any_type = UINT32_C(1) << 16, special = UINT32_C(0x3F) << 18;
    bool is_error = false;
    for (uint32_t index = 0; index < count; index++) {
        uint32_t flags = outl_half(protocols[index]);
        if (!(flags & protocol_of_any_type)) { is_class = true; }
        if (flags & special) { is_error = true; }
    }
    is_class = is_class || superclass;
    struct layout layout = pointer;
    layout.size = is_error ? word : (is_class ? word : buffer) + word * (uint64_t)count;
    layout.is_plain = false;
    uintptr_t *metadata = make(3 + (size_t)count, layout);
    if (!metadata) { return 0; }
    uint32_t flags = count | (is_class ? 0 : of_any_type) | (superclass ? has_superclass : 0) | (is_error ? error : 0);
    metadata[0] = OUTL_METADATA_EXISTENTIAL;
    metadata[1] = flags | (uintptr_t)count << 32;
    metadata[2] = superclass;
    memcpy(metadata + (superclass ? 3 : 2), protocols, count * sizeof *protocols);
    return outl_address_of(metadata);
}

// The shape has the kind of value in its lowest byte, the number of parameters of `Self` at +8, and the number of
// parameters and witness tables at +12.
uintptr_t outl_metadata_of_shaped(uintptr_t shape, const uintptr_t *arguments, uint32_t count) {
    enum { header = 16, kind_mask = 0xFF, of_any_type = 0, of_metatype = 2, buffer = 32 };
    if (shape % 4 != 0 || !outl_maps_readable(shape, header)) { return 0; }
    uint32_t kind = outl_half(shape) & kind_mask, parameters = outl_small(shape + 8), words = outl_small(shape + 12);
    if (kind > of_metatype || words < parameters) { return 0; }
    struct layout layout = pointer;
    layout.size = (kind == of_any_type ? buffer : word) + word * (uint64_t)(words - parameters);
    layout.is_plain = kind == of_metatype;
    uintptr_t *metadata = make(2 + (size_t)count, layout);
    if (!metadata) { return 0; }
    metadata[0] = OUTL_METADATA_EXTENDED_EXISTENTIAL;
    metadata[1] = shape;
    memcpy(metadata + 2, arguments, count * sizeof *arguments);
    return outl_address_of(metadata);
}

uintptr_t outl_metadata_of_function(const struct outl_function_type *type) {
    enum { thin = 2, c_function = 3, behind = 4 };
    uint32_t convention = (type->flags & OUTL_FUNCTION_CONVENTION) >> 16;
    struct layout layout = pointer;
    layout.is_plain = convention == thin || convention == c_function;
    if (convention == 0) { layout.size = 2 * word; }
    uintptr_t *metadata = make(3 + type->count + (type->count + 1) / 2 + behind, layout);
    if (!metadata || !type->result) { return 0; }
    metadata[0] = OUTL_METADATA_FUNCTION;
    metadata[1] = type->flags | type->count;
    metadata[2] = type->result;
    uintptr_t *at = mempcpy(metadata + 3, type->parameters, type->count * sizeof type->parameters[0]);
    if (type->flags & OUTL_FUNCTION_PARAMETER_FLAGS) {
        memcpy(at, type->parameter_flags, type->count * sizeof type->parameter_flags[0]);
        at += (type->count + 1) / 2;
    }
    if (type->flags & OUTL_FUNCTION_GLOBAL_ACTOR) { *at++ = type->actor; }
    if (type->flags & OUTL_FUNCTION_FURTHER_FLAGS) { *at++ = type->further_flags; }
    if (type->further_flags & OUTL_FUNCTION_TYPED_THROWS) { *at = type->error; }
    return outl_address_of(metadata);
}

#endif
