#include "Types/mangled.h"

#if OUTL_HEAP_SERVED

#include "Memory/maps.h"
#include "Types/metadata.h"
#include "Types/runtime.h"

#include <string.h>

// MARK: Environments
//
// In a capture descriptor, two relative references of 4 bytes for each generic parameter follow the captures: its
// mangled name, and the source of its metadata. The source `B` with a number is a binding, a word of the context before
// the captures.

// Reads a number of a mangled name: `_` is 0, `0_` is 1. Returns the rest, or null.
static const char *read_index(const char *text, const char *end, uint32_t *index) {
    enum { largest = 64 };
    uint32_t value = 0;
    const char *first = text;
    for (; text < end && *text >= '0' && *text <= '9' && value < largest; text++) {
        value = value * 10 + (uint32_t)(*text - '0');
    }
    if (text == end || *text != '_') { return NULL; }
    *index = text > first ? value + 1 : 0;
    return text + 1;
}

// `x` is the first parameter of the outermost level, `q_` the second; `qd__` is the first of the next level.
bool outl_environment_parameter(const char *name, size_t length, uint32_t *depth, uint32_t *index) {
    const char *end = name + length, *text = name + 1;
    *depth = *index = 0;
    if (length == 1 && name[0] == 'x') { return true; }
    if (length < 2 || name[0] != 'q') { return false; }
    bool is_inner = name[1] == 'd';
    if (is_inner) { text = read_index(text + 1, end, depth); }
    if (!text || read_index(text, end, index) != end) { return false; }
    ++*(is_inner ? depth : index);
    return true;
}

// Returns the binding of a source, or OUTL_KEY_ARGUMENTS if it is unknown.
static uint32_t binding_of(const char *source, size_t length) {
    if (!source || length < 2 || source[0] != 'B') { return OUTL_KEY_ARGUMENTS; }
    uint32_t number = 0;
    for (size_t at = 1; at < length; at++) {
        if (source[at] < '0' || source[at] > '9' || number >= OUTL_KEY_ARGUMENTS) { return OUTL_KEY_ARGUMENTS; }
        number = number * 10 + (uint32_t)(source[at] - '0');
    }
    return number < OUTL_KEY_ARGUMENTS ? number : OUTL_KEY_ARGUMENTS;
}

// A parameter, by depth and index.
struct parameter {
    bool is_named;
    uintptr_t metadata; // 0 if it is unknown.
};
typedef struct parameter parameters[OUTL_ENVIRONMENT_LEVELS][OUTL_ENVIRONMENT_PARAMETERS];

static bool find(parameters found, struct outl_type_key key) {
    enum { maximum_sources = 64, longest = 32 };
    struct outl_captures captures = outl_captures_of(key.metadata);
    uint32_t sources = captures.sources;
    uintptr_t source = captures.first + 4 * (uintptr_t)captures.count;
    if (sources == 0 || sources > maximum_sources || !outl_maps_readable(source, 8 * (size_t)sources)) { return false; }
    for (; sources > 0; sources--, source += 8) {
        size_t length, source_length;
        uint32_t depth, index;
        const char *name = outl_maps_text(outl_maps_relative(source), longest, &length);
        const char *text = outl_maps_text(outl_maps_relative(source + 4), longest, &source_length);
        if (!name || !outl_environment_parameter(name, length, &depth, &index)) { return false; }
        if (depth >= OUTL_ENVIRONMENT_LEVELS || index >= OUTL_ENVIRONMENT_PARAMETERS) { return false; }
        found[depth][index].is_named = true;
        uint32_t binding = binding_of(text, source_length);
        uintptr_t metadata = binding < OUTL_KEY_ARGUMENTS ? key.arguments[binding] : 0;
        if (metadata && outl_metadata_valid(metadata)) { found[depth][index].metadata = metadata; }
    }
    return true;
}

bool outl_environment_make(struct outl_environment *environment, struct outl_type_key key) {
    parameters found = {0};
    *environment = (struct outl_environment){.flags = OUTL_ENVIRONMENT_LEVELS};
    if (key.kind != OUTL_TYPE_CLOSURE || key.variant == 0 || !find(found, key)) { return false; }
    uint32_t count = 0;
    for (uint32_t depth = 0; depth < OUTL_ENVIRONMENT_LEVELS; depth++) {
        uint32_t level = OUTL_ENVIRONMENT_PARAMETERS;
        while (level > 0 && !found[depth][level - 1].is_named) { level--; }
        for (uint32_t index = 0; index < level; index++) {
            // If one is unknown, the others would take its place.
            if (count == OUTL_ENVIRONMENT_PARAMETERS || !found[depth][index].metadata) { return false; }
            environment->shape.parameters[count] = OUTL_PARAMETER_WITH_ARGUMENT;
            environment->arguments[count++] = found[depth][index].metadata;
        }
        environment->shape.counts[depth] = (uint16_t)count;
    }
    return count > 0;
}

// MARK: Names

// 4 bytes of a relative reference follow these control characters of a name; 8 of an address follow those above.
enum { reference_direct = 1, reference_indirect = 2, unique_shape = 0x0a, other_shape = 0x0b, last_relative = 0x17 };
enum { reference_size = 5 };

static size_t character_size(uint8_t character) {
    enum { last_absolute = 0x1f };
    return character <= last_relative ? reference_size : character <= last_absolute ? 9 : 1;
}

// A mangled name, without the mark of its strength. Empty if it cannot be read.
struct name {
    const char *text;
    size_t length;
    enum outl_strength strength;
};

static struct name name_at(uintptr_t reference) {
    enum { longest = 1 << 16 };
    struct name name = {.strength = OUTL_STRONG};
    uintptr_t start = outl_maps_relative(reference);
    size_t length = 0;
    for (; start; length += character_size(outl_byte(start + length))) {
        if (length >= longest || !outl_maps_readable(start + length, 1)) { return name; }
        if (outl_byte(start + length) == 0) { break; }
    }
    name.text = start ? OUTL_AT(start) : NULL;
    name.length = length;
    if (length > 2 && name.text[length - 2] == 'X') {
        switch (name.text[length - 1]) {
        case 'w': name.strength = OUTL_WEAK; break;
        case 'o': name.strength = OUTL_UNOWNED; break;
        case 'u': name.strength = OUTL_UNMANAGED; break;
        default: break;
        }
        if (name.strength != OUTL_STRONG) { name.length -= 2; }
    }
    return name;
}

bool outl_mangled_is_function(const char *name, size_t length) {
    enum { reference = 9 };
    // Compilers before 6.3 align the reference by a byte before it.
    size_t start = length > 0 && name[0] == OUTL_MANGLED_PADDING;
    return length > start && name[start] == reference;
}

enum outl_strength outl_mangled_strength(uintptr_t reference) { return name_at(reference).strength; }

static bool is(const struct name *name, const char *text) {
    return name->length == strlen(text) && memcmp(name->text, text, name->length) == 0;
}

static bool ends_with(const struct name *name, const char *end) {
    size_t size = strlen(end);
    return name->length > size && memcmp(name->text + name->length - size, end, size) == 0;
}

// Removes the mark of an optional.
static void unwrap(struct name *name) {
    if (ends_with(name, "Sg")) { name->length -= 2; }
}

static bool is_parameter(const struct name *name) {
    uint32_t depth, index;
    return outl_environment_parameter(name->text, name->length, &depth, &index);
}

// Returns the descriptor if a name begins with a reference to it, or to a word with its address; otherwise 0.
static uintptr_t descriptor_of(const struct name *name) {
    if (name->length < reference_size) { return 0; }
    uintptr_t descriptor = 0;
    if (name->text[0] == reference_direct || name->text[0] == reference_indirect) {
        descriptor = outl_maps_relative(outl_address_of(name->text + 1));
    }
    if (name->text[0] == reference_indirect) {
        descriptor = descriptor % 8 == 0 && outl_maps_readable(descriptor, 8) ? outl_word(descriptor) : 0;
    }
    return descriptor && descriptor % 4 == 0 && outl_maps_readable(descriptor, 4) ? descriptor : 0;
}

// Returns `true` if a name belongs to a class, possibly generic or optional: it begins with a reference to the class's
// descriptor, or to a word with its address.
static bool is_class(const struct name *name) {
    uintptr_t descriptor = descriptor_of(name);
    if (name->length > reference_size && !ends_with(name, "G") && !ends_with(name, "GSg")) { return false; }
    return descriptor && (outl_half(descriptor) & OUTL_DESCRIPTOR_KIND) == OUTL_DESCRIPTOR_CLASS;
}

// A descriptor refers to the description of the fields at +16. That has the number of records at +12, then the records:
// flags, type and name, 4 bytes each.
uintptr_t outl_mangled_properties(uintptr_t descriptor, uint32_t *count) {
    *count = 0;
    uintptr_t description = outl_maps_relative(descriptor + 16);
    if (!description || !outl_maps_readable(description, 16)) { return 0; }
    *count = outl_half(description + 12);
    return description + 16 + 4;
}

// The first parameter is `x`, the next ones are `q_`, `q0_` and so on.
bool outl_mangled_argument(uintptr_t reference, uint32_t *index) {
    uint32_t depth;
    struct name name = name_at(reference);
    if (name.length == 0 || name.strength != OUTL_STRONG) { return false; }
    unwrap(&name);
    return outl_environment_parameter(name.text, name.length, &depth, index) && depth == 0;
}

// MARK: Sizes

// Returns the size of a value of `any P<T>` whose name begins with a shape; 0 for others, and for class protocols.
//
// A shape has flags, whose lowest byte is 0 for values of any type, the type, and at +12 the number of words for its
// parameters and conformances. The words that T provides, whose number is at +20, are not in the value; the others
// follow its three words. A shape that is not unique has a reference before that.
static uint32_t shaped_size(const struct name *name) {
    enum { shape_size = 24, kind_mask = 0xFF, has_arguments = 1 << 8, buffer = 24, maximum_words = 16 };
    if (name->length < reference_size || !ends_with(name, "Xj")) { return 0; }
    if (name->text[0] != unique_shape && name->text[0] != other_shape) { return 0; }
    uintptr_t shape = outl_maps_relative(outl_address_of(name->text + 1));
    if (shape && name->text[0] == other_shape) { shape += 4; }
    if (shape % 4 != 0 || !outl_maps_readable(shape, shape_size)) { return 0; }
    uint32_t flags = outl_half(shape), words = outl_small(shape + 12);
    uint32_t arguments = flags & has_arguments ? outl_small(shape + 20) : 0;
    bool is_of_values = (flags & kind_mask) == 0 && words > arguments && words - arguments < maximum_words;
    return is_of_values ? buffer + 8 * (words - arguments) : 0;
}

// Returns `true` if a protocol is not a class protocol, and not treated specially by the runtime, such as `Error`.
//
// The upper half of the descriptor's flags has these properties: in the lowest bit, and in six bits from the third on.
static bool is_protocol_of_values(uintptr_t descriptor) {
    const uint32_t of_any_type = UINT32_C(1) << 16, special = UINT32_C(0x3F) << 18;
    uint32_t flags = descriptor ? outl_half(descriptor) : 0;
    return (flags & OUTL_DESCRIPTOR_KIND) == OUTL_DESCRIPTOR_PROTOCOL && (flags & of_any_type) && !(flags & special);
}

// `S` and a letter name a protocol of the standard library; those used in `any` are not class protocols.
static uint32_t existential_size(struct name name) {
    enum { without_table = 32, with_table = 40, standard_size = 2 };
    if (name.length == 0 || name.strength != OUTL_STRONG) { return 0; }
    unwrap(&name);
    if (is(&name, "yp")) { return without_table; }
    uint32_t size = shaped_size(&name);
    // `any Actor` contains an object.
    if (size > 0 || is(&name, "ScA_p") || !ends_with(&name, "_p")) { return size; }
    name.length -= 2;
    bool is_standard = name.length == standard_size && name.text[0] == 'S';
    bool is_other = name.length == reference_size && is_protocol_of_values(descriptor_of(&name));
    return is_standard || is_other ? with_table : 0;
}

uint32_t outl_mangled_existential(uintptr_t reference) { return existential_size(name_at(reference)); }

uint32_t outl_mangled_size(uintptr_t reference) {
    enum { word = 8, function = 16, actor = 16 };
    // The types of the standard library that are named by a letter.
    static const struct {
        const char *name;
        uint32_t size;
    } standard[] = {{"Sb", 1}, {"Sf", 4}, {"Si", 8}, {"Su", 8}, {"Sd", 8}, {"SS", 16}, {"ScA_pSg", actor}};
    struct name name = name_at(reference);
    if (name.length == 0) { return 0; }
    uint32_t size = existential_size(name);
    if (size > 0) { return size; }
    if (name.strength != OUTL_STRONG || ends_with(&name, "XX") || ends_with(&name, "_Xx")) { return word; }
    if (ends_with(&name, "_")) { return is_parameter(&name) ? 0 : function; }
    if (is_class(&name)) { return word; }
    for (size_t index = 0; index < OUTL_COUNT(standard); index++) {
        if (is(&name, standard[index].name)) { return standard[index].size; }
    }
    return 0;
}

uint32_t outl_mangled_place(uintptr_t reference, uint64_t *offset) {
    enum { word = 8 };
    uint32_t size = outl_mangled_size(reference);
    if (size > 0) { *offset = outl_aligned(*offset, size < word ? size : word); }
    return size;
}

// MARK: Types

// Returns `true` if the runtime would end the program for a name instead of finding nothing.
//
// It does so for the shape of a constrained existential (`any Publisher<Self.Output>`). Without arguments, it also does
// so for names with `Q`, such as a member of a type parameter (`A.Element`). Both lack their context.
static bool is_fatal(const struct name *name, bool has_arguments) {
    for (size_t at = 0; at < name->length;) {
        uint8_t character = (uint8_t)name->text[at];
        if (character == unique_shape || character == other_shape) { return true; }
        if (character == 'Q' && !has_arguments) { return true; }
        size_t identifier = 0;
        while (character >= '0' && character <= '9') {
            identifier = identifier * 10 + character - '0';
            if (++at >= name->length || identifier > name->length) { return false; }
            character = (uint8_t)name->text[at];
        }
        at += identifier > 0 ? identifier : character_size(character);
    }
    return false;
}

// Finds the type of a name, in the environment of a closure if there is one, otherwise in the enclosing type.
static uintptr_t type_named(
    const struct name *name, uintptr_t context, uintptr_t arguments, const struct outl_environment *environment
) {
    if (is_fatal(name, arguments || environment)) { return 0; }
    uintptr_t found = 0;
    if (environment && outl_runtime.type_in_environment) {
        found = outl_runtime.type_in_environment(name->text, name->length, environment, environment->arguments);
    } else if (!environment && outl_runtime.type_by_mangled_name) {
        found = outl_runtime.type_by_mangled_name(name->text, name->length, context, arguments);
    }
    return outl_metadata_made(found);
}

static struct outl_mangled find_type(
    uintptr_t reference, uintptr_t context, uintptr_t arguments, const struct outl_environment *environment
) {
    struct name name = name_at(reference);
    struct outl_mangled found = {.kind = OUTL_MANGLED_TYPE, .strength = name.strength};
    if (name.length == 0) { return found; }
    // A captured variable: `XX` with generic arguments; the runtime does not know types with `Xx`, before which `z`
    // marks a variable.
    bool is_generic_variable = ends_with(&name, "XX");
    if (is_generic_variable || ends_with(&name, "_Xx")) {
        found.kind = OUTL_MANGLED_VARIABLE;
        name.length -= 3;
        if (ends_with(&name, "z")) { name.length--; }
    } else if (ends_with(&name, "_") && !is_parameter(&name)) {
        found.kind = OUTL_MANGLED_FUNCTION;
    }
    bool has_type = found.kind != OUTL_MANGLED_FUNCTION && !is_generic_variable;
    if (has_type) { found.metadata = type_named(&name, context, arguments, environment); }
    found.is_reference =
        has_type && (found.kind == OUTL_MANGLED_VARIABLE || found.strength != OUTL_STRONG || is_class(&name));
    return found;
}

struct outl_mangled outl_mangled_type(uintptr_t reference, uintptr_t context, uintptr_t arguments) {
    return find_type(reference, context, arguments, NULL);
}

struct outl_mangled outl_mangled_capture(uintptr_t reference, const struct outl_environment *environment) {
    return find_type(reference, 0, 0, environment);
}

#endif
