#include "outl_oracle.h"

#include "Memory/maps.h"
#include "Reader/contexts.h"
#include "Reader/index.h"
#include "Reader/properties.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern struct outl_runtime_name runtime_name(uintptr_t metadata, bool qualified) __asm__("swift_getTypeName");
extern intptr_t runtime_count(uintptr_t metadata) __asm__("swift_reflectionMirror_recursiveCount");
extern uintptr_t runtime_field(uintptr_t metadata, intptr_t index, struct outl_runtime_field *field)
    __asm__("swift_reflectionMirror_recursiveChildMetadata");
extern intptr_t runtime_offset(uintptr_t metadata, intptr_t index)
    __asm__("swift_reflectionMirror_recursiveChildOffset");

enum { room = 1 << 14 };

void outl_oracle_begin(void) {
    if (!outl_maps_read()) { abort(); }
    setvbuf(stdout, NULL, _IOLBF, 0);
    outl_reader_begin();
}

// Writes the runtime's name, without the addresses that stand for the contexts of private and local types.
static const char *expected_name(uintptr_t metadata, char text[room]) {
    static const char context[] = "(unknown context at $";
    struct outl_runtime_name name = runtime_name(metadata, true);
    const char *at = name.text, *end = at + name.length, *close;
    size_t length = 0;
    while (at < end && length + 1 < room) {
        bool is_context = (size_t)(end - at) > sizeof context && memcmp(at, context, sizeof context - 1) == 0;
        close = is_context ? memmem(at, (size_t)(end - at), ").", 2) : NULL;
        if (close) { at = close + 2; } else { text[length++] = *at++; }
    }
    text[length] = 0;
    return text;
}

static const char *own_name(uintptr_t metadata, char text[room]) {
    struct outl_runtime_name name = outl_runtime.type_name(metadata, true);
    snprintf(text, room, "%.*s", (int)name.length, name.text);
    return text;
}

// Prints both names of a type if they differ.
static int names_differ(uintptr_t expected, uintptr_t own, const char *what, const char *field) {
    static char expected_text[room], own_text[room];
    if (strcmp(expected_name(expected, expected_text), own_name(own, own_text)) == 0) { return 0; }
    printf("%s %s: %s, not %s\n", what, field, expected_text, own_text);
    return 1;
}

int outl_oracle_spell(const void *metadata) {
    return names_differ((uintptr_t)metadata, (uintptr_t)metadata, "type", "");
}

// Adds the pages of memory that the runtime may have obtained after the mappings were read; known ones stay as they are.
static void add_pages(uintptr_t address, size_t size) {
    enum { page = 4096 };
    for (uintptr_t at = address / page * page; at < address + size; at += page) {
        outl_maps_add((struct outl_map){.range = {at, at + page}, .flags = OUTL_MAP_READ});
    }
}

static bool layouts_differ(uintptr_t expected, uintptr_t own) {
    enum { witnesses_size = 88 };
    struct outl_value_layout first, second;
    add_pages(expected - 8, 48);
    add_pages(outl_word(expected - 8), witnesses_size);
    if (!outl_metadata_value_layout(expected, &first) || !outl_metadata_value_layout(own, &second)) { return true; }
    return first.size != second.size || first.alignment != second.alignment || first.is_plain != second.is_plain;
}

static void compare_field(uintptr_t metadata, intptr_t index, struct outl_oracle_figures *figures) {
    struct outl_runtime_field expected = {0}, own = {0};
    uintptr_t expected_type = runtime_field(metadata, index, &expected);
    uintptr_t own_type = outl_runtime.field_metadata(metadata, index, &own);
    const char *name = expected.name ? expected.name : "";
    static char text[room];
    figures->fields++;
    figures->field_names += strcmp(name, own.name ? own.name : "") != 0;
    figures->offsets += runtime_offset(metadata, index) != outl_runtime.field_offset(metadata, index);
    figures->strengths += expected.is_strong != own.is_strong;
    // The runtime has the empty tuple for some types that it does not know.
    bool is_unknown = outl_word(expected_type) == OUTL_METADATA_TUPLE && outl_word(expected_type + 8) == 0;
    if (is_unknown) { return; }
    if (!own_type) {
        printf("unknown: field %s of %s\n", name, own_name(metadata, text));
        figures->unknown++;
    } else if (names_differ(expected_type, own_type, "field", name)) {
        figures->field_types++;
    } else if (layouts_differ(expected_type, own_type)) {
        printf("layout of field %s: %s\n", name, own_name(own_type, text));
        figures->layouts++;
    }
}

// Returns `true` for types of this program and of the standard library. Others have properties whose layout depends on
// associated types.
static bool is_compared(uintptr_t metadata) {
    uintptr_t module = outl_context_module(outl_context_of(metadata));
    return module && (outl_descriptor_is_named(module, "reader_fixture") || outl_descriptor_is_named(module, "Swift"));
}

struct outl_oracle_figures outl_oracle_compare(void) {
    struct outl_oracle_figures figures = {0};
    size_t count;
    const uintptr_t *found = outl_index_all(&count);
    // The comparison adds metadata that the reader makes.
    uintptr_t *all = calloc(count, sizeof *all);
    if (!all) { abort(); }
    memcpy(all, found, count * sizeof *all);
    for (size_t index = 0; index < count; index++) {
        uintptr_t metadata = all[index];
        if (!metadata) { continue; }
        figures.types++;
        figures.names += names_differ(metadata, metadata, "type", "");
        bool has_fields = outl_word(metadata) == OUTL_METADATA_CLASS || outl_word(metadata) == OUTL_METADATA_STRUCT;
        if (!has_fields || !is_compared(metadata)) { continue; }
        intptr_t fields = runtime_count(metadata);
        if (fields != outl_runtime.field_count(metadata)) {
            printf("another number of fields, not %ld\n", (long)fields);
            figures.field_names++;
            continue;
        }
        for (intptr_t field = 0; field < fields; field++) { compare_field(metadata, field, &figures); }
    }
    free(all);
    return figures;
}
