// Layouts of metadata, stable since Swift 5. A tuple has the number of elements at +8 and their labels at +16. A
// function has flags at +8, the result at +16, then the parameters. An existential type has flags at +8, the number of
// protocols at +12, and from +16 on a superclass if it has one, then the protocols. A metatype has its type at +8.
#include "Reader/structures.h"

#if OUTL_HEAP_SERVED

#include "Memory/maps.h"
#include "Reader/contexts.h"

#include <string.h>

enum { maximum_elements = 1 << 12 };

// MARK: Tuples and functions

void outl_spelling_add_tuple(uintptr_t metadata, int depth) {
    size_t count, length = 0;
    const struct outl_tuple_element *elements = outl_metadata_tuple(metadata, maximum_elements, &count);
    if (!elements) { return outl_spelling_add_unknown(); }
    const char *labels = outl_word(metadata + 16) ? outl_maps_text(outl_word(metadata + 16), 1 << 16, &length) : NULL;
    outl_spelling_add_string("(");
    for (size_t index = 0; index < count && !outl_spelling_is_cut(); index++) {
        // Each label ends in a space, also an empty one.
        const char *space = labels ? memchr(labels, ' ', length) : NULL;
        if (index > 0) { outl_spelling_add_string(", "); }
        if (space && space > labels) {
            outl_spelling_add(labels, (size_t)(space - labels));
            outl_spelling_add_string(": ");
        }
        if (space) { length -= (size_t)(space + 1 - labels); }
        labels = space ? space + 1 : NULL;
        outl_spelling_add_type(elements[index].type, depth);
    }
    outl_spelling_add_string(")");
}

// What follows the parameters of a function, in this order: their flags, the kind of derivative, the global actor,
// further flags and the type of a typed `throws`, each aligned to its size.
struct function {
    uint32_t flags, further;
    size_t parameters;
    uintptr_t parameter_flags, differentiability, actor, error;
};

static bool read_function(uintptr_t metadata, struct function *function) {
    if (!outl_maps_readable(metadata, 24)) { return false; }
    *function = (struct function){.flags = (uint32_t)outl_word(metadata + 8)};
    function->parameters = function->flags & OUTL_FUNCTION_PARAMETERS;
    uintptr_t at = metadata + 24 + 8 * function->parameters;
    const size_t maximum_behind = 4 * function->parameters + 40;
    if (!outl_maps_readable(metadata, at - metadata)) { return false; }
    if (function->flags & OUTL_FUNCTION_PARAMETER_FLAGS) {
        function->parameter_flags = at;
        at = outl_aligned(at + 4 * function->parameters, 8);
    }
    // What is there is readable, unless the metadata is damaged.
    if (!outl_maps_readable(metadata + 24, at - metadata - 24)) { return false; }
    size_t behind = 0;
    if (function->flags & OUTL_FUNCTION_DIFFERENTIABLE) { function->differentiability = at + behind, behind += 8; }
    if (function->flags & OUTL_FUNCTION_GLOBAL_ACTOR) { function->actor = at + behind, behind += 8; }
    uintptr_t further = at + behind;
    if (function->flags & OUTL_FUNCTION_FURTHER_FLAGS) { behind += 8; }
    if (behind > maximum_behind || !outl_maps_readable(at, behind)) { return behind == 0; }
    if (function->flags & OUTL_FUNCTION_FURTHER_FLAGS) { function->further = outl_half(further); }
    if (function->further & OUTL_FUNCTION_TYPED_THROWS) { function->error = further + 8; }
    if (function->error && !outl_maps_readable(function->error, 8)) { return false; }
    return true;
}

static void add_parameter(uint32_t flags, uintptr_t type, int depth) {
    static const char *const ownerships[] = {"", "inout ", "__shared ", "__owned "};
    if (flags & OUTL_PARAMETER_SENDING) { outl_spelling_add_string("sending "); }
    if (flags & OUTL_PARAMETER_ISOLATED) { outl_spelling_add_string("isolated "); }
    if (flags & OUTL_PARAMETER_WITHOUT_DERIVATIVE) { outl_spelling_add_string("@noDerivative "); }
    uint32_t ownership = flags & OUTL_PARAMETER_OWNERSHIP;
    if (ownership < OUTL_COUNT(ownerships)) { outl_spelling_add_string(ownerships[ownership]); }
    outl_spelling_add_type(type, depth);
    if (flags & OUTL_PARAMETER_VARIADIC) { outl_spelling_add_string("..."); }
}

void outl_spelling_add_function(uintptr_t metadata, int depth) {
    static const char *const conventions[] = {"", "@convention(block) ", "@convention(thin) ", "@convention(c) "};
    static const char *const derivatives[] = {
        "", "@differentiable(_forward) ", "@differentiable(reverse) ", "@differentiable ", "@differentiable(_linear) "};
    struct function function;
    if (!read_function(metadata, &function)) { return outl_spelling_add_unknown(); }
    uint32_t convention = (function.flags & OUTL_FUNCTION_CONVENTION) >> 16;
    if (convention < OUTL_COUNT(conventions)) { outl_spelling_add_string(conventions[convention]); }
    if (function.actor) {
        outl_spelling_add_string("@");
        outl_spelling_add_type(outl_word(function.actor), depth);
        outl_spelling_add_string(" ");
    }
    uint32_t isolation = function.further & OUTL_FUNCTION_ISOLATION;
    if (isolation == OUTL_FUNCTION_ISOLATED_ANY) { outl_spelling_add_string("@isolated(any) "); }
    if (isolation == OUTL_FUNCTION_NONISOLATED_NONSENDING) { outl_spelling_add_string("nonisolated(nonsending) "); }
    uintptr_t derivative = function.differentiability ? outl_word(function.differentiability) : 0;
    if (derivative < OUTL_COUNT(derivatives)) { outl_spelling_add_string(derivatives[derivative]); }
    if (function.flags & OUTL_FUNCTION_SENDABLE) { outl_spelling_add_string("@Sendable "); }
    outl_spelling_add_string("(");
    for (size_t index = 0; index < function.parameters && !outl_spelling_is_cut(); index++) {
        if (index > 0) { outl_spelling_add_string(", "); }
        uint32_t flags = function.parameter_flags ? outl_half(function.parameter_flags + 4 * index) : 0;
        add_parameter(flags, outl_word(metadata + 24 + 8 * index), depth);
    }
    outl_spelling_add_string(")");
    if (function.flags & OUTL_FUNCTION_ASYNC) { outl_spelling_add_string(" async"); }
    if (function.flags & OUTL_FUNCTION_THROWS) { outl_spelling_add_string(" throws"); }
    if (function.error) {
        outl_spelling_add_string("(");
        outl_spelling_add_type(outl_word(function.error), depth);
        outl_spelling_add_string(")");
    }
    outl_spelling_add_string(function.further & OUTL_FUNCTION_SENDING_RESULT ? " -> sending " : " -> ");
    outl_spelling_add_type(outl_word(metadata + 16), depth);
}

// MARK: Existential types

static void add_protocol(uintptr_t protocol, int depth) {
    outl_spelling_add_context(protocol & ~(uintptr_t)1, depth);
}

// Returns `true` if only classes conform to a protocol.
static bool is_class_protocol(uintptr_t protocol) {
    const uint32_t of_any_type = UINT32_C(1) << 16;
    protocol &= ~(uintptr_t)1;
    return outl_context_kind(protocol) == OUTL_DESCRIPTOR_PROTOCOL && !(outl_half(protocol) & of_any_type);
}

void outl_spelling_add_existential(uintptr_t metadata, int depth) {
    const uint32_t of_any_type = UINT32_C(1) << 31, has_superclass = UINT32_C(1) << 30;
    const uint32_t flags = outl_half(metadata + 8), count = outl_half(metadata + 12);
    const uint32_t before = flags & has_superclass ? 1 : 0;
    const uintptr_t first = metadata + 16;
    bool is_readable = count <= maximum_elements && outl_maps_readable(first, 8 * ((size_t)before + count));
    if (!is_readable) { return outl_spelling_add_unknown(); }
    bool is_class = !(flags & of_any_type) && !before;
    const char *separator = "";
    if (before) {
        outl_spelling_add_type(outl_word(first), depth);
        separator = " & ";
    }
    for (uint32_t index = 0; index < count && !outl_spelling_is_cut(); index++) {
        uintptr_t protocol = outl_word(first + 8 * ((uintptr_t)before + index));
        outl_spelling_add_string(separator);
        add_protocol(protocol, depth);
        separator = " & ";
        if (is_class_protocol(protocol)) { is_class = false; }
    }
    if (is_class) {
        outl_spelling_add_string(separator);
        outl_spelling_add_string("Swift.AnyObject");
    } else if (*separator == 0) {
        outl_spelling_add_string("Any");
    }
}

// MARK: Metatypes

// Returns the number of parts of an existential type that are joined by `&`.
static uint32_t parts_of(uintptr_t existential) {
    const uint32_t of_any_type = UINT32_C(1) << 31;
    uint32_t count = outl_half(existential + 12);
    return outl_half(existential + 8) & of_any_type ? count : count + 1;
}

void outl_spelling_add_metatype(uintptr_t metadata, int depth) {
    uintptr_t type = outl_word(metadata + 8);
    uintptr_t kind = outl_metadata_valid(type) ? outl_word(type) : 0;
    bool is_existential = kind == OUTL_METADATA_EXISTENTIAL;
    bool is_in_parentheses = kind == OUTL_METADATA_FUNCTION || kind == OUTL_METADATA_EXTENDED_EXISTENTIAL
        || (is_existential && parts_of(type) > 1);
    if (is_in_parentheses) { outl_spelling_add_string("("); }
    outl_spelling_add_type(type, depth);
    if (is_in_parentheses) { outl_spelling_add_string(")"); }
    outl_spelling_add_string(is_existential || kind == OUTL_METADATA_EXISTENTIAL_METATYPE ? ".Protocol" : ".Type");
}

#endif
