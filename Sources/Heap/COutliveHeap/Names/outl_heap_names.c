// Concurrency contract: see the header.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "outl_heap_state.h"

#if OUTL_HEAP_SERVED

#include "outl_heap_names.h"

#include "outl_heap_environment.h"
#include "outl_heap_runtime.h"
#include "outl_heap_utf8.h"

#include <string.h>

static void add(struct outl_name *name, const char *text, size_t length) {
    static const char dots[] = "...";
    const size_t dots_length = sizeof dots - 1;
    if (name->is_cut) { return; }
    size_t room = sizeof name->text - dots_length - name->length;
    size_t part = outl_utf8_cut(text, length, room);
    memcpy(name->text + name->length, text, part);
    name->length += part;
    if (part == length) { return; }
    memcpy(name->text + name->length, dots, dots_length);
    name->length += dots_length;
    name->is_cut = true;
}

static void begin(struct outl_name *name) {
    name->length = 0;
    name->is_cut = false;
}

static void add_string(struct outl_name *name, const char *text) { add(name, text, strlen(text)); }

static void add_type(struct outl_name *name, const void *metadata) {
    struct outl_runtime_name found = {NULL, 0};
    if (metadata && outl_runtime_type_name && outl_metadata_valid((uintptr_t)metadata)) {
        found = outl_runtime_type_name(metadata, true);
    }
    if (!found.text) {
        add_string(name, "unknown");
        return;
    }
    // The context of private and local types is an address, which differs in each run, so it is omitted.
    static const char context[] = "(unknown context at $";
    const char *text = found.text, *end = text + found.length, *at, *close;
    while ((at = memmem(text, (size_t)(end - text), context, sizeof context - 1))
           && (close = memmem(at, (size_t)(end - at), ").", 2))) {
        add(name, text, (size_t)(at - text));
        text = close + 2;
    }
    add(name, text, (size_t)(end - text));
}

static void add_capture(struct outl_name *name, const struct outl_mangled *capture) {
    static const char *const words[] = {"", "weak ", "unowned ", "unowned(unsafe) "};
    add_string(name, words[capture->strength]);
    if (capture->kind == OUTL_MANGLED_FUNCTION) {
        add_string(name, "function");
        return;
    }
    if (capture->kind == OUTL_MANGLED_VARIABLE) { add_string(name, "var "); }
    add_type(name, capture->metadata);
}

static void add_captures(struct outl_name *name, struct outl_type_key key) {
    struct outl_environment environment;
    bool is_generic = outl_environment_make(&environment, key);
    struct outl_captures captures = outl_captures_of(key.metadata);
    if (captures.first == 0) {
        add_string(name, "(unknown)");
        return;
    }
    add_string(name, "(");
    for (uint32_t index = 0; index < captures.count; index++) {
        struct outl_mangled capture = outl_mangled_capture(captures.first + 4 * index, is_generic ? &environment : NULL);
        if (index > 0) { add_string(name, ", "); }
        add_capture(name, &capture);
    }
    add_string(name, ")");
}

void outl_name_make(struct outl_name *name, struct outl_type_key key) {
    begin(name);
    switch ((enum outl_type_kind)key.kind) {
    case OUTL_TYPE_CLASS:
    case OUTL_TYPE_BOX:
    case OUTL_TYPE_ERROR: add_type(name, (const void *)key.metadata); break;
    case OUTL_TYPE_CLOSURE: add_captures(name, key); break;
    case OUTL_TYPE_TASK: add_string(name, "Swift.Task"); break;
    case OUTL_TYPE_OTHER: add_string(name, "unknown"); break;
    case OUTL_TYPE_RAW: add_string(name, "raw block"); break;
    }
}

void outl_name_of(struct outl_name *name, const void *metadata) {
    begin(name);
    add_type(name, metadata);
}

void outl_name_of_capture(struct outl_name *name, const struct outl_mangled *capture) {
    begin(name);
    add_capture(name, capture);
}

void outl_name_unknown(struct outl_name *name) {
    begin(name);
    add_string(name, "unknown");
}

#endif
