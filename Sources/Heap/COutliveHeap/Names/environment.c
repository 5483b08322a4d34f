// In a capture descriptor, two relative references of 4 bytes for each generic parameter follow the captures: its
// mangled name, and the source of its metadata. The source `B` with a number is a binding, a word of the context before
// the captures.
#include "Names/environment.h"

#include "Base/base.h"

#if OUTL_HEAP_SERVED

#include "Base/maps.h"

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
    enum { most_sources = 64, longest = 32 };
    struct outl_captures captures = outl_captures_of(key.metadata);
    uint32_t sources = captures.sources;
    uintptr_t source = captures.first + 4 * (uintptr_t)captures.count;
    if (sources == 0 || sources > most_sources || !outl_maps_readable(source, 8 * (size_t)sources)) { return false; }
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

#endif
