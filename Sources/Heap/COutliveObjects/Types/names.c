#include "Types/names.h"

#if OUTL_HEAP_SERVED

#include "Memory/memory.h"
#include "Memory/utf8.h"
#include "Types/runtime.h"

#include <string.h>

// MARK: Text

struct outl_array outl_texts;
static struct outl_table known; // From a text's hash and length to its offset, as most texts repeat.

static uint64_t hash_of(const char *bytes, size_t length) {
    uint64_t hash = UINT64_C(0xCBF29CE484222325);
    for (size_t index = 0; index < length; index++) { hash = (hash ^ (uint8_t)bytes[index]) * UINT64_C(0x100000001B3); }
    return hash;
}

// Replaces invalid UTF-8 by question marks: the kernel cuts thread names anywhere, and a path can contain any bytes.
static const char *make_valid(const char *bytes, size_t *length) {
    static char valid[8192];
    size_t at = 0, size;
    while (at < *length && (size = outl_utf8_sequence(bytes + at, *length - at)) > 0) { at += size; }
    if (at == *length) { return bytes; }
    if (*length > sizeof valid) { *length = sizeof valid; }
    for (at = 0; at < *length; at += size ? size : 1) {
        size = outl_utf8_sequence(bytes + at, *length - at);
        if (size) { memcpy(valid + at, bytes + at, size); } else { valid[at] = '?'; }
    }
    return valid;
}

struct outl_text outl_text_add(const char *bytes, size_t length) {
    struct outl_text none = {0, 0};
    bytes = make_valid(bytes, &length);
    if (length == 0 || outl_texts.count + length >= UINT32_MAX) { return none; }
    uint32_t offset = (uint32_t)outl_texts.count, first = offset;
    if (!outl_table_put(&known, hash_of(bytes, length), length, offset, &first)) { return none; }
    if (first + length > outl_texts.count || memcmp(outl_texts.items + first, bytes, length) != 0) {
        char *room = outl_array_append(&outl_texts, length, 1);
        if (!room) { return none; }
        memcpy(room, bytes, length);
        first = offset;
    }
    return (struct outl_text){first, (uint32_t)length};
}

struct outl_text outl_text_add_string(const char *string) {
    return string ? outl_text_add(string, strlen(string)) : (struct outl_text){0, 0};
}

// MARK: Names

// The name being made. One that is too long ends in "...".
static struct {
    size_t length;
    bool is_cut;
    char text[8192];
} name;

static void begin(void) {
    name.length = 0;
    name.is_cut = false;
}

static struct outl_text take_name(void) { return outl_text_add(name.text, name.length); }

static void add(const char *text, size_t length) {
    static const char dots[] = "...";
    const size_t dots_length = sizeof dots - 1;
    if (name.is_cut) { return; }
    size_t part = outl_utf8_cut(text, length, sizeof name.text - dots_length - name.length);
    memcpy(name.text + name.length, text, part);
    name.length += part;
    if (part == length) { return; }
    memcpy(name.text + name.length, dots, dots_length);
    name.length += dots_length;
    name.is_cut = true;
}

static void add_string(const char *text) { add(text, strlen(text)); }

static void add_type(uintptr_t metadata) {
    struct outl_runtime_name found = {NULL, 0};
    if (outl_runtime.type_name && outl_metadata_valid(metadata)) { found = outl_runtime.type_name(metadata, true); }
    if (!found.text) {
        add_string("unknown");
        return;
    }
    // The context of private and local types is an address, which differs in each run, so it is omitted.
    static const char context[] = "(unknown context at $";
    const char *text = found.text, *end = text + found.length, *at, *close;
    while ((at = memmem(text, (size_t)(end - text), context, sizeof context - 1))
           && (close = memmem(at, (size_t)(end - at), ").", 2))) {
        add(text, (size_t)(at - text));
        text = close + 2;
    }
    add(text, (size_t)(end - text));
}

static void add_capture(const struct outl_mangled *capture) {
    static const char *const prefixes[] = {"", "weak ", "unowned ", "unowned(unsafe) "};
    add_string(prefixes[capture->strength]);
    if (capture->kind == OUTL_MANGLED_VARIABLE) { add_string("var "); }
    if (capture->kind == OUTL_MANGLED_FUNCTION) { add_string("function"); } else { add_type(capture->metadata); }
}

static void add_captures(struct outl_type_key key) {
    struct outl_environment environment;
    bool is_generic = outl_environment_make(&environment, key);
    struct outl_captures captures = outl_captures_of(key.metadata);
    if (captures.first == 0) {
        add_string("(unknown)");
        return;
    }
    add_string("(");
    for (uint32_t index = 0; index < captures.count; index++) {
        uintptr_t reference = captures.first + 4 * (uintptr_t)index;
        struct outl_mangled capture = outl_mangled_capture(reference, is_generic ? &environment : NULL);
        if (index > 0) { add_string(", "); }
        add_capture(&capture);
    }
    add_string(")");
}

struct outl_text outl_name_of_key(struct outl_type_key key) {
    begin();
    switch ((enum outl_type_kind)key.kind) {
    case OUTL_TYPE_CLASS:
    case OUTL_TYPE_BOX:
    case OUTL_TYPE_ERROR: add_type(key.metadata); break;
    case OUTL_TYPE_CLOSURE: add_captures(key); break;
    case OUTL_TYPE_TASK: add_string("Swift.Task"); break;
    case OUTL_TYPE_OTHER: add_string("unknown"); break;
    case OUTL_TYPE_RAW: add_string("raw block"); break;
    }
    return take_name();
}

struct outl_text outl_name_of_type(uintptr_t metadata) {
    begin();
    add_type(metadata);
    return take_name();
}

struct outl_text outl_name_of_capture(const struct outl_mangled *capture) {
    begin();
    add_capture(capture);
    return take_name();
}

struct outl_text outl_name_unknown(void) { return outl_text_add_string("unknown"); }

#endif
