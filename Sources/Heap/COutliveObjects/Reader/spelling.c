// Contexts come before names, separated by dots; each has its own part of the arguments.
#include "Reader/spelling.h"

#if OUTL_HEAP_SERVED

#include "Memory/maps.h"
#include "Memory/utf8.h"
#include "Reader/contexts.h"
#include "Reader/nominal.h"
#include "Reader/resolve.h"
#include "Reader/structures.h"

#include <stdio.h>
#include <string.h>

enum { deepest = 64 };

// MARK: Text

// The spelling so far. Its length bounds the work for metadata that refers to itself, as each step adds to it.
static struct {
    size_t length;
    bool is_cut;
    char text[1 << 14];
} spelling;

void outl_spelling_add(const char *text, size_t length) {
    size_t part = outl_utf8_cut(text, length, sizeof spelling.text - spelling.length);
    memcpy(spelling.text + spelling.length, text, part);
    spelling.length += part;
    if (part < length) { spelling.is_cut = true; }
}

bool outl_spelling_is_cut(void) { return spelling.is_cut; }

void outl_spelling_add_string(const char *text) { outl_spelling_add(text, strlen(text)); }

void outl_spelling_add_unknown(void) { outl_spelling_add_string("unknown"); }

static void add_number(int64_t number) {
    char text[24];
    outl_spelling_add(text, (size_t)snprintf(text, sizeof text, "%lld", (long long)number));
}

// MARK: Nominal types

// The arguments of the innermost type. Its outer types have the first ones of them.
struct arguments {
    uint32_t used;
    struct outl_scope scope;
};

static void add_argument(const struct outl_argument *argument, int depth) {
    if (!argument->is_known) { return outl_spelling_add_unknown(); }
    if (argument->kind == OUTL_PARAMETER_VALUE) { return add_number((int64_t)argument->word); }
    if (argument->kind != OUTL_PARAMETER_PACK) { return outl_spelling_add_type(argument->word, depth); }
    outl_spelling_add_string("Pack{");
    for (uint64_t index = 0; index < argument->size && !spelling.is_cut; index++) {
        uintptr_t element = argument->word + 8 * index;
        if (index > 0) { outl_spelling_add_string(", "); }
        if (!outl_maps_readable(element, 8)) { break; }
        outl_spelling_add_type(outl_word(element), depth);
    }
    outl_spelling_add_string("}");
}

// Adds the arguments up to the number of parameters of a context.
static void add_arguments(struct arguments *arguments, uint32_t count, int depth) {
    if (count > arguments->scope.count) { count = arguments->scope.count; }
    if (arguments->used >= count) { return; }
    for (const char *before = "<"; arguments->used < count; before = ", ") {
        outl_spelling_add_string(before);
        add_argument(&arguments->scope.arguments[arguments->used++], depth);
    }
    outl_spelling_add_string(">");
}

static void add_context(uintptr_t descriptor, struct arguments *arguments, int depth);

// An extension has a description of its own only in another module, or with requirements.
static void add_extension(uintptr_t descriptor, struct arguments *arguments, int depth) {
    outl_spelling_add_string("(extension in ");
    add_context(outl_context_module(descriptor), arguments, depth);
    outl_spelling_add_string("):");
    struct outl_generics generics;
    struct outl_nominal extended = outl_nominal_unbound(outl_maps_relative(descriptor + 8));
    if (extended.descriptor) {
        add_context(extended.descriptor, arguments, depth);
    } else if (extended.name && outl_context_generics(descriptor, &generics)) {
        outl_spelling_add_string("Swift.");
        outl_spelling_add_string(extended.name);
        add_arguments(arguments, generics.count, depth);
    } else {
        outl_spelling_add_unknown();
    }
}

// Adds the name of a context behind its outer contexts' names.
static void add_context(uintptr_t descriptor, struct arguments *arguments, int depth) {
    int kind = outl_context_kind(descriptor);
    if (kind < 0 || depth == 0) { return outl_spelling_add_unknown(); }
    if (kind == OUTL_CONTEXT_EXTENSION) { return add_extension(descriptor, arguments, depth - 1); }
    uintptr_t parent = outl_descriptor_parent(descriptor);
    if (kind == OUTL_CONTEXT_ANONYMOUS) { return add_context(parent, arguments, depth - 1); }
    size_t length;
    struct outl_generics generics;
    const char *name = outl_context_name(descriptor, &length);
    if (kind != OUTL_DESCRIPTOR_MODULE && parent) {
        add_context(parent, arguments, depth - 1);
        outl_spelling_add_string(".");
    }
    if (name) { outl_spelling_add(name, length); } else { outl_spelling_add_unknown(); }
    if (outl_context_generics(descriptor, &generics)) { add_arguments(arguments, generics.count, depth - 1); }
}

void outl_spelling_add_context(uintptr_t descriptor, int depth) {
    struct arguments none;
    none.used = none.scope.count = 0;
    add_context(descriptor, &none, depth);
}

static void add_nominal(uintptr_t metadata, uintptr_t descriptor, int depth) {
    struct arguments arguments;
    arguments.used = 0;
    outl_scope_of_type(&arguments.scope, descriptor, outl_context_arguments_of(metadata, descriptor));
    add_context(descriptor, &arguments, depth);
}

// MARK: All types

static void add_builtin(uintptr_t metadata) {
    enum { longest = 64 };
    size_t length;
    const char *name = outl_maps_text(outl_word(metadata + 8), longest, &length);
    if (!name) { return outl_spelling_add_unknown(); }
    outl_spelling_add_string("Builtin.");
    outl_spelling_add(name, length);
}

void outl_spelling_add_type(uintptr_t metadata, int depth) {
    if (spelling.is_cut) { return; }
    if (depth == 0 || !outl_metadata_valid(metadata)) { return outl_spelling_add_unknown(); }
    uintptr_t descriptor = outl_context_of(metadata);
    if (descriptor) { return add_nominal(metadata, descriptor, depth - 1); }
    switch (outl_word(metadata)) {
    case OUTL_METADATA_TUPLE: return outl_spelling_add_tuple(metadata, depth - 1);
    case OUTL_METADATA_FUNCTION: return outl_spelling_add_function(metadata, depth - 1);
    case OUTL_METADATA_EXISTENTIAL: return outl_spelling_add_existential(metadata, depth - 1);
    case OUTL_METADATA_EXTENDED_EXISTENTIAL: return outl_spelling_add_shaped(metadata, depth - 1);
    case OUTL_METADATA_METATYPE: return outl_spelling_add_metatype(metadata, depth - 1);
    case OUTL_METADATA_EXISTENTIAL_METATYPE:
        outl_spelling_add_type(outl_word(metadata + 8), depth - 1);
        return outl_spelling_add_string(".Type");
    case OUTL_METADATA_BUILTIN: return add_builtin(metadata);
    default: return outl_spelling_add_unknown();
    }
}

struct outl_runtime_name outl_spelling_of(uintptr_t metadata, bool qualified) {
    (void)qualified;
    spelling.length = 0;
    spelling.is_cut = false;
    outl_spelling_add_type(metadata, deepest);
    return (struct outl_runtime_name){spelling.text, spelling.length};
}

#endif
