// In a capture descriptor, two relative references of 4 bytes for each generic parameter follow the captures: its
// mangled name, and the source of its metadata. The source `B` with a number is a binding, a word of the context before
// the captures.
//
// Concurrency contract: see the header.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "outl_heap_state.h"

#if OUTL_HEAP_SERVED

#include "outl_heap_environment.h"

#include "outl_heap_maps.h"
#include "outl_heap_mangled.h"

#include <string.h>

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
    if (name[1] == 'd') {
        text = read_index(text + 1, end, depth);
        if (!text) { return false; }
        ++*depth;
        return read_index(text, end, index) == end;
    }
    if (read_index(text, end, index) != end) { return false; }
    ++*index;
    return true;
}

// Returns the text of a relative reference, with its length, or null if it is not readable or too long.
static const char *text_at(uintptr_t reference, size_t *length) {
    enum { longest = 32 };
    uintptr_t address = outl_maps_relative(reference);
    for (*length = 0; address && *length < longest && outl_maps_readable(address + *length, 1); ++*length) {
        if (((const char *)address)[*length] == 0) { return (const char *)address; }
    }
    return NULL;
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

// The parameters found, by depth and index.
struct parameters {
    uintptr_t metadata[OUTL_ENVIRONMENT_LEVELS][OUTL_ENVIRONMENT_PARAMETERS];
    bool is_named[OUTL_ENVIRONMENT_LEVELS][OUTL_ENVIRONMENT_PARAMETERS];
};

static bool find(struct parameters *found, struct outl_type_key key) {
    enum { most_sources = 64, header = 12 };
    struct outl_captures captures = outl_captures_of(key.metadata);
    uint32_t sources = captures.first ? *(const uint32_t *)(captures.first - 8) : 0;
    uintptr_t source = captures.first + 4 * (uintptr_t)captures.count;
    if (sources == 0 || sources > most_sources || !outl_maps_readable(source, 8 * (size_t)sources)) { return false; }
    for (; sources > 0; sources--, source += 8) {
        size_t length, source_length;
        uint32_t depth, index;
        const char *name = text_at(source, &length), *text = text_at(source + 4, &source_length);
        if (!name || !outl_environment_parameter(name, length, &depth, &index)) { return false; }
        if (depth >= OUTL_ENVIRONMENT_LEVELS || index >= OUTL_ENVIRONMENT_PARAMETERS) { return false; }
        found->is_named[depth][index] = true;
        uint32_t binding = binding_of(text, source_length);
        uintptr_t metadata = binding < OUTL_KEY_ARGUMENTS ? key.arguments[binding] : 0;
        if (metadata && outl_metadata_valid(metadata)) { found->metadata[depth][index] = metadata; }
    }
    return true;
}

bool outl_environment_make(struct outl_environment *environment, struct outl_type_key key) {
    enum { type_with_argument = 0x80 };
    struct parameters found = {0};
    *environment = (struct outl_environment){0};
    if (key.kind != OUTL_TYPE_CLOSURE || key.variant == 0 || !find(&found, key)) { return false; }
    uint32_t count = 0;
    uintptr_t *arguments = environment->arguments;
    uint8_t kinds[OUTL_ENVIRONMENT_PARAMETERS];
    for (uint32_t depth = 0; depth < OUTL_ENVIRONMENT_LEVELS; depth++) {
        uint32_t level = 0;
        for (uint32_t index = 0; index < OUTL_ENVIRONMENT_PARAMETERS; index++) {
            if (found.is_named[depth][index]) { level = index + 1; }
        }
        for (uint32_t index = 0; index < level; index++) {
            // If one is unknown, the others would take its place.
            if (count == OUTL_ENVIRONMENT_PARAMETERS || !found.metadata[depth][index]) { return false; }
            kinds[count] = type_with_argument;
            arguments[count++] = found.metadata[depth][index];
        }
        environment->shape.counts[depth] = (uint16_t)count;
    }
    memcpy(environment->shape.parameters, kinds, count);
    environment->flags = OUTL_ENVIRONMENT_LEVELS;
    return count > 0;
}

#endif
