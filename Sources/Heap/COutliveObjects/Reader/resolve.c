// Mangled names are read from left to right: each operator takes its operands from a stack, and leaves its result
// there. `docs/ABI/Mangling.rst` of the Swift compiler describes them. Supported is what types of properties consist
// of. Unknown are packs as arguments of types, and associated types of associated types.
#include "Reader/resolve.h"

#if OUTL_HEAP_SERVED

#include "Memory/maps.h"
#include "Reader/composites.h"
#include "Reader/index.h"
#include "Reader/kinds.h"
#include "Reader/machine.h"
#include "Reader/named.h"
#include "Reader/nominal.h"
#include "Reader/synthesis.h"
#include "Reader/witnesses.h"

#include <string.h>

enum { maximum_repeats = 64 };

// MARK: Parameters

// Pushes an element of a parameter pack, which is never used if the pack is empty.
static void push_element(struct outl_machine *machine, const struct outl_argument *pack, uint32_t number) {
    uintptr_t address = pack->word + 8 * (uintptr_t)machine->element, type = 0;
    bool has_element = machine->element < pack->size && address % 8 == 0 && outl_maps_readable(address, 8);
    if (has_element) { type = outl_word(address); }
    if (pack->size == 0) { type = outl_metadata_of_tuple(NULL, NULL, 0); }
    outl_machine_push_type(machine, type);
    if (!machine->failed) { machine->items[machine->count - 1].pack = number + 1; }
}

static void push_parameter(struct outl_machine *machine, uint32_t depth, uint32_t index) {
    const struct outl_scope *scope = machine->scope;
    if (!scope || depth >= scope->levels) { machine->failed = true; return; }
    uint32_t number = index + (depth > 0 ? scope->ends[depth - 1] : 0);
    if (number >= scope->ends[depth] || !scope->arguments[number].is_known) { machine->failed = true; return; }
    const struct outl_argument *argument = &scope->arguments[number];
    if (argument->kind == OUTL_PARAMETER_PACK) { return push_element(machine, argument, number); }
    outl_machine_push(machine, (struct outl_item){OUTL_ITEM_TYPE, .flags = argument->kind, .value = argument->word});
}

// MARK: Packs

static void step(struct outl_machine *machine);

// Returns the type of the pattern of an expansion for one element.
static uintptr_t element_of(
    const struct outl_machine *machine, struct outl_start start, const char *end, uint32_t element
) {
    enum { deepest = 4 };
    static int depth;
    if (depth == deepest) { return 0; }
    struct outl_machine pattern = *machine;
    pattern.at = start.at;
    pattern.end = end;
    pattern.count = 0;
    pattern.substitution_count = start.substitution_count;
    pattern.element = element;
    depth++;
    while (pattern.at < pattern.end && !pattern.failed) { step(&pattern); }
    depth--;
    uintptr_t type = pattern.failed ? 0 : outl_machine_pop_type(&pattern);
    return pattern.failed || pattern.count > 0 ? 0 : type;
}

// The pattern, and a parameter pack with as many elements, precede `Qp`.
static void expand_pack(struct outl_machine *machine) {
    if (machine->count < 2 || !machine->scope) { machine->failed = true; return; }
    struct outl_start start = machine->starts[machine->count - 2];
    const char *end = machine->starts[machine->count - 1].at;
    struct outl_item shape = outl_machine_pop(machine), pattern = outl_machine_pop(machine);
    uint64_t size = shape.pack > 0 ? machine->scope->arguments[shape.pack - 1].size : OUTL_ELEMENTS_MAX;
    if (size >= OUTL_ELEMENTS_MAX - machine->pack_count) { machine->failed = true; return; }
    uint32_t first = machine->pack_count;
    for (uint32_t element = 0; element < size; element++) {
        uintptr_t type = element_of(machine, start, end, element);
        if (!type) { machine->failed = true; return; }
        machine->packs[machine->pack_count++] = type;
    }
    outl_machine_push(machine, (struct outl_item){
        OUTL_ITEM_PACK, .flags = pattern.flags, .value = first, .length = (size_t)size});
}

// MARK: Associated types

static void read_parameter_index(struct outl_machine *machine, uint32_t *depth, uint32_t *index) {
    *depth = *index = 0;
    if (outl_machine_accept(machine, 'd')) {
        *depth = outl_machine_read_index(machine) + 1;
        *index = outl_machine_read_index(machine);
    } else if (!outl_machine_accept(machine, 'z')) {
        *index = outl_machine_read_index(machine) + 1;
    }
}

// Returns the metadata of an associated type, or 0 if it cannot be found.
static uintptr_t type_of(struct outl_witness witness) {
    enum { of_protocol_itself = 0xFF };
    if (!(witness.word & 1)) { return outl_metadata_valid(witness.word) ? witness.word : 0; }
    uintptr_t name = witness.word & ~(uintptr_t)1;
    size_t length = outl_nominal_length(name);
    bool is_name = length > 0 && outl_byte(name) != of_protocol_itself && outl_metadata_valid(witness.conforming);
    if (!is_name) { return 0; }
    uintptr_t descriptor = outl_context_of(witness.conforming);
    struct outl_scope scope;
    bool is_generic = descriptor
        && outl_scope_of_type(&scope, descriptor, outl_context_arguments_of(witness.conforming, descriptor));
    return outl_resolve(OUTL_AT(name), length, is_generic ? &scope : NULL);
}

// The name and its protocol precede `Qz`, or `Qy` and the parameter.
static void read_dependent(struct outl_machine *machine) {
    uint32_t depth = 0, index = 0;
    switch (outl_machine_next(machine)) {
    case 'z': break;
    case 'y': read_parameter_index(machine, &depth, &index); break;
    case 'p': return expand_pack(machine);
    default: machine->failed = true; return;
    }
    struct outl_item protocol = outl_machine_pop(machine), name = outl_machine_pop(machine);
    bool is_complete = machine->scope && protocol.kind == OUTL_ITEM_NOMINAL && name.kind == OUTL_ITEM_IDENTIFIER;
    if (!is_complete || machine->failed) { machine->failed = true; return; }
    struct outl_witness witness =
        outl_associated_type(machine->scope, depth, index, protocol.value, name.text, name.length);
    outl_machine_push_type(machine, type_of(witness));
    if (!machine->failed) { outl_machine_add_substitution(machine, machine->items[machine->count - 1]); }
}

// MARK: Operators

static void read_substitutions(struct outl_machine *machine) {
    enum { after_letters = 27 };
    for (bool is_last = false; !is_last && !machine->failed;) {
        // A number counts repetitions; before `_` it is the number of a substitution behind the letters.
        uint32_t number = outl_machine_read_number(machine, UINT32_MAX);
        char letter = outl_machine_next(machine);
        bool is_lower = letter >= 'a' && letter <= 'z';
        is_last = !is_lower;
        uint32_t repeats = number == UINT32_MAX || letter == '_' ? 1 : number;
        uint32_t index = (uint32_t)(letter - (is_lower ? 'a' : 'A'));
        if (letter == '_') { index = number + after_letters; }
        if (index >= machine->substitution_count || repeats > maximum_repeats) { machine->failed = true; return; }
        for (; repeats > 0; repeats--) { outl_machine_push(machine, machine->substitutions[index]); }
    }
}

static bool read_imported(struct outl_machine *machine);

// `Sg` makes an optional; the other abbreviations may have a number of repetitions.
static void read_standard(struct outl_machine *machine) {
    if (read_imported(machine)) { return; }
    if (outl_machine_accept(machine, 'g')) { return outl_composite_optional(machine, outl_index_named("Optional")); }
    // An extension of the standard library's type names another module later.
    bool is_module = machine->is_symbol && machine->module.length == 0;
    if (is_module) { machine->module = (struct outl_label){"Swift", 5}; }
    uint32_t repeats = outl_machine_read_number(machine, 1);
    const char text[] = {'S', outl_machine_next(machine), machine->at < machine->end ? *machine->at : 0};
    struct outl_nominal nominal = outl_nominal_read(text, sizeof text);
    if (nominal.length == sizeof text) { machine->at++; }
    struct outl_item item = {OUTL_ITEM_NOMINAL, .value = nominal.name ? outl_index_named(nominal.name) : 0};
    if (!item.value || repeats > maximum_repeats) { machine->failed = true; }
    for (; repeats > 0 && !machine->failed; repeats--) { outl_machine_push(machine, item); }
}

static void read_reference(struct outl_machine *machine) {
    struct outl_nominal nominal = outl_nominal_read(machine->at - 1, (size_t)(machine->end - machine->at) + 1);
    struct outl_item item = {OUTL_ITEM_NOMINAL, .value = nominal.descriptor};
    if (!nominal.descriptor) { machine->failed = true; return; }
    machine->at += nominal.length - 1;
    outl_machine_add_substitution(machine, item);
    outl_machine_push(machine, item);
}

// A reference to the shape of `any P<T>`. One that other modules have, too, is preceded by a reference to a cache.
static void read_shape(struct outl_machine *machine, bool is_unique) {
    enum { reference_size = 4 };
    if (machine->end - machine->at < reference_size) { machine->failed = true; return; }
    uintptr_t shape = outl_maps_relative(outl_address_of(machine->at));
    machine->at += reference_size;
    if (!shape) { machine->failed = true; return; }
    outl_machine_push(machine, (struct outl_item){
        OUTL_ITEM_SHAPE, .value = shape + (is_unique ? 0 : reference_size)});
}

// `$2_` is 3, `$n2_` is -4.
static void read_value(struct outl_machine *machine) {
    bool is_negative = outl_machine_accept(machine, 'n');
    intptr_t value = (intptr_t)outl_machine_read_index(machine);
    outl_machine_push(machine, (struct outl_item){
        OUTL_ITEM_TYPE, .flags = OUTL_PARAMETER_VALUE, .value = (uintptr_t)(is_negative ? -value : value)});
}

static void read_parameter(struct outl_machine *machine) {
    uint32_t depth, index;
    read_parameter_index(machine, &depth, &index);
    push_parameter(machine, depth, index);
}

static void mark(struct outl_machine *machine, enum outl_item_kind kind, uintptr_t flag, bool has_type) {
    uintptr_t type = has_type ? outl_machine_pop_type(machine) : 0;
    outl_machine_push(machine, (struct outl_item){kind, .value = flag, .type = type});
}

static void add_flags(struct outl_machine *machine, uint32_t flags) {
    if (machine->count == 0) { machine->failed = true; return; }
    machine->items[machine->count - 1].flags |= flags;
}

static void read_mark(struct outl_machine *machine) {
    switch (outl_machine_next(machine)) {
    case 'a': return mark(machine, OUTL_ITEM_MARK, OUTL_FUNCTION_ASYNC, false);
    case 'b': return mark(machine, OUTL_ITEM_MARK, OUTL_FUNCTION_SENDABLE, false);
    case 'c': return mark(machine, OUTL_ITEM_MARK, OUTL_FUNCTION_GLOBAL_ACTOR, true);
    case 'A': return mark(machine, OUTL_ITEM_MARK_FURTHER, OUTL_FUNCTION_ISOLATED_ANY, false);
    case 'C': return mark(machine, OUTL_ITEM_MARK_FURTHER, OUTL_FUNCTION_NONISOLATED_NONSENDING, false);
    case 'K': return mark(machine, OUTL_ITEM_MARK_FURTHER, OUTL_FUNCTION_TYPED_THROWS, true);
    case 'T': return mark(machine, OUTL_ITEM_MARK_FURTHER, OUTL_FUNCTION_SENDING_RESULT, false);
    case 'i': return add_flags(machine, OUTL_PARAMETER_ISOLATED);
    case 'u': return add_flags(machine, OUTL_PARAMETER_SENDING);
    case 't': return;
    default: machine->failed = true;
    }
}

static void read_extended(struct outl_machine *machine) {
    enum { block = 1, thin = 2, c_function = 3 };
    uintptr_t superclass;
    switch (outl_machine_next(machine)) {
    case 'p': return outl_machine_push_type(machine, outl_metadata_of_metatype(outl_machine_pop_type(machine), true));
    case 'm':
        outl_machine_next(machine); // The representation.
        return outl_machine_push_type(machine, outl_metadata_of_metatype(outl_machine_pop_type(machine), false));
    case 'j': return outl_composite_shaped(machine);
    case 'l': return outl_composite_existential(machine, 0, true);
    case 'c':
        superclass = outl_machine_pop_type(machine);
        return outl_composite_existential(machine, superclass, true);
    case 'B': return outl_composite_function(machine, block);
    case 'C': return outl_composite_function(machine, c_function);
    case 'E':
    case 'A':
    case 'K': return outl_composite_function(machine, 0);
    case 'f': return outl_composite_function(machine, thin);
    // The strength of a captured variable. Its type does not depend on it.
    case 'w':
    case 'o':
    case 'u': return;
    default: machine->failed = true;
    }
}

// MARK: Symbols

// Returns the qualified name of a module or type, or 0.
static outl_path path_of(struct outl_item item) {
    if (item.kind == OUTL_ITEM_IDENTIFIER) { return outl_path_of(0, item.text, item.length); }
    if (item.kind == OUTL_ITEM_NOMINAL) { return item.path ? item.path : outl_path_of_context(item.value); }
    // A generic type with its arguments.
    uintptr_t descriptor = item.kind == OUTL_ITEM_TYPE ? outl_context_of(item.value) : 0;
    return descriptor ? outl_path_of_context(descriptor) : 0;
}

// Returns the type or protocol with a name in a context, both on the stack.
//
// - start: Where the name of the context begins.
static struct outl_item pop_named(struct outl_machine *machine, bool is_protocol) {
    struct outl_item name = outl_machine_pop(machine);
    uint32_t first = machine->count > 0 ? machine->count - 1 : 0;
    struct outl_item context = outl_machine_pop(machine);
    if (machine->failed || name.kind != OUTL_ITEM_IDENTIFIER) {
        machine->failed = true;
        return (struct outl_item){OUTL_ITEM_NONE, .value = 0};
    }
    outl_path outer = path_of(context);
    outl_path path = outer ? outl_path_of(outer, name.text, name.length) : 0;
    const char *start = machine->starts[first].at;
    // In a list of protocols no kind follows a name.
    char text[256];
    size_t length = (size_t)(machine->at - start);
    bool has_text = length + 1 < sizeof text;
    for (size_t index = 0; has_text && index < length; index++) { text[index] = start[index]; }
    while (is_protocol && length > 0 && has_text && (text[length - 1] == '_' || text[length - 1] == 'p')) { length--; }
    if (is_protocol && has_text) { text[length++] = 'P'; }
    struct outl_item item = {OUTL_ITEM_NOMINAL, .path = path};
    item.value = outl_named_find(path, has_text ? text : NULL, length);
    bool is_standard = !item.value && context.kind == OUTL_ITEM_IDENTIFIER && context.length == 5
        && memcmp(context.text, "Swift", 5) == 0 && name.length < sizeof text;
    if (is_standard) {
        memcpy(text, name.text, name.length);
        text[name.length] = 0;
        item.value = outl_index_named(text);
    }
    return item;
}

static void read_nominal(struct outl_machine *machine) {
    struct outl_item item = pop_named(machine, false);
    outl_machine_add_substitution(machine, item);
    outl_machine_push(machine, item);
}

// A name with the discriminator of its file behind it, or with a number, as for a local type.
static void read_local_name(struct outl_machine *machine) {
    if (outl_machine_accept(machine, 'L')) {
        outl_machine_pop(machine);
    } else {
        outl_machine_read_index(machine);
    }
    bool is_name = machine->count > 0 && machine->items[machine->count - 1].kind == OUTL_ITEM_IDENTIFIER;
    if (!is_name) { machine->failed = true; }
}

// A type and the module that extends it.
static void read_extension(struct outl_machine *machine) {
    struct outl_item module = outl_machine_pop(machine), extended = outl_machine_pop(machine);
    if (module.kind != OUTL_ITEM_IDENTIFIER) { machine->failed = true; }
    // The variable's module, not its type's.
    if (machine->count == 0) { machine->module = (struct outl_label){module.text, module.length}; }
    outl_machine_push(machine, extended);
}

// Replaces the names of protocols by their descriptors, up to the beginning of the list.
static void name_protocols(struct outl_machine *machine) {
    struct outl_item found[OUTL_ELEMENTS_MAX];
    uint32_t count = 0;
    if (machine->count > 0 && machine->items[machine->count - 1].kind == OUTL_ITEM_EMPTY_LIST) { return; }
    for (bool is_first = false; !is_first && !machine->failed && count < OUTL_ELEMENTS_MAX;) {
        is_first = outl_machine_pop_if(machine, OUTL_ITEM_FIRST);
        bool is_named = machine->count > 0 && machine->items[machine->count - 1].kind == OUTL_ITEM_IDENTIFIER;
        found[count++] = is_named ? pop_named(machine, true) : outl_machine_pop(machine);
    }
    for (uint32_t index = count; index > 0 && !machine->failed; index--) {
        outl_machine_push(machine, found[index - 1]);
        if (index == count) { outl_machine_push(machine, (struct outl_item){OUTL_ITEM_FIRST, .value = 0}); }
    }
}

static void push_module(struct outl_machine *machine, const char *name, size_t length) {
    if (machine->module.length == 0) { machine->module = (struct outl_label){name, length}; }
    outl_machine_push(machine, (struct outl_item){OUTL_ITEM_IDENTIFIER, .text = name, .length = length});
}

static void obey_symbol(struct outl_machine *machine, char operator) {
    switch (operator) {
    case 'C':
    case 'O':
    case 'P':
    case 'V': return read_nominal(machine);
    case 'E': return read_extension(machine);
    case 'L': return read_local_name(machine);
    case 's': return push_module(machine, "Swift", 5);
    case 'v': machine->is_over = true; return;
    default: machine->failed = true;
    }
}

static bool read_imported(struct outl_machine *machine) {
    bool is_imported = machine->is_symbol && machine->at < machine->end && (*machine->at == 'o' || *machine->at == 'C');
    if (!is_imported) { return false; }
    push_module(machine, *machine->at == 'o' ? "__C" : "__C_Synthesized", *machine->at == 'o' ? 3 : 15);
    machine->at++;
    return true;
}

// MARK: Steps

static void obey(struct outl_machine *machine) {
    enum { inout = 1, shared = 2, owned = 3, direct = 1, indirect = 2, shape = 10, shared_shape = 11 };
    char operator = outl_machine_next(machine);
    if (outl_machine_is_digit(operator)) {
        machine->at--;
        outl_machine_read_identifier(machine);
        // The first name is the module.
        bool is_module = machine->is_symbol && machine->module.length == 0 && machine->count > 0;
        if (is_module) {
            const struct outl_item *item = &machine->items[machine->count - 1];
            machine->module = (struct outl_label){item->text, item->length};
        }
        return;
    }
    switch (operator) {
    case OUTL_MANGLED_PADDING: return;
    case direct:
    case indirect: return read_reference(machine);
    case shape: return read_shape(machine, true);
    case shared_shape: return read_shape(machine, false);
    case 'A': return read_substitutions(machine);
    case 'B': return outl_machine_read_builtin(machine);
    case 'G': return outl_composite_nominal(machine);
    case 'K': return mark(machine, OUTL_ITEM_MARK, OUTL_FUNCTION_THROWS, false);
    case 'Q': return read_dependent(machine);
    case 'S': return read_standard(machine);
    case 'X':
        if (machine->is_symbol && machine->at < machine->end && (*machine->at == 'l' || *machine->at == 'c')) {
            name_protocols(machine);
        }
        return read_extended(machine);
    case 'Y': return read_mark(machine);
    case 'c': return outl_composite_function(machine, 0);
    case 'd': return outl_machine_push(machine, (struct outl_item){OUTL_ITEM_VARIADIC, .value = 0});
    case 'h': return add_flags(machine, shared);
    case 'm': return outl_machine_push_type(machine, outl_metadata_of_metatype(outl_machine_pop_type(machine), false));
    case 'n': return add_flags(machine, owned);
    case 'p':
        if (machine->is_symbol) { name_protocols(machine); }
        return outl_composite_existential(machine, 0, false);
    case 'q': return read_parameter(machine);
    case 't': return outl_composite_tuple(machine);
    case 'x': return push_parameter(machine, 0, 0);
    case 'y': return outl_machine_push(machine, (struct outl_item){OUTL_ITEM_EMPTY_LIST, .value = 0});
    case 'z': return add_flags(machine, inout);
    case '$': return read_value(machine);
    case '_': return outl_machine_push(machine, (struct outl_item){OUTL_ITEM_FIRST, .value = 0});
    default:
        if (machine->is_symbol) { return obey_symbol(machine, operator); }
        machine->failed = true;
    }
}

// Reads an operator. An item lies where its first operand lay, so that it begins where that one does.
static void step(struct outl_machine *machine) {
    struct outl_start start = {machine->at, machine->substitution_count};
    uint32_t before = machine->count;
    obey(machine);
    for (uint32_t index = before; index < machine->count; index++) { machine->starts[index] = start; }
}

// MARK: Entry

static void begin(struct outl_machine *machine, const char *name, size_t length, const struct outl_scope *scope) {
    machine->at = name;
    machine->end = name + length;
    machine->scope = scope;
    machine->count = machine->substitution_count = machine->word_count = 0;
    machine->text_length = 0;
    machine->element = machine->pack_count = 0;
    machine->failed = machine->is_symbol = machine->is_over = false;
}

struct outl_symbol_type outl_resolve_symbol(const char *symbol, size_t length) {
    static struct outl_machine machine;
    begin(&machine, symbol, length, NULL);
    machine.is_symbol = true;
    machine.module = (struct outl_label){NULL, 0};
    while (machine.at < machine.end && !machine.failed && !machine.is_over) { step(&machine); }
    struct outl_symbol_type found = {.module = machine.module.text, .module_length = machine.module.length};
    found.metadata = machine.failed || !machine.is_over ? 0 : outl_machine_pop_type(&machine);
    if (machine.failed) { found.metadata = 0; }
    // The context and the name are left.
    enum { left = 2 };
    if (!machine.failed && machine.count == left && machine.items[1].kind == OUTL_ITEM_IDENTIFIER) {
        outl_path outer = path_of(machine.items[0]);
        found.path = outer ? outl_path_of(outer, machine.items[1].text, machine.items[1].length) : 0;
    }
    return found;
}

uintptr_t outl_resolve(const char *name, size_t length, const struct outl_scope *scope) {
    enum { deepest = 12 };
    static int depth; // Types that are made have members, whose types are resolved in turn.
    // Left out, as for noncopyable types: the runtime has the empty tuple for it.
    if (outl_mangled_is_function(name, length)) { return outl_metadata_of_tuple(NULL, NULL, 0); }
    if (depth == deepest) { return 0; }
    struct outl_machine machine;
    begin(&machine, name, length, scope);
    depth++;
    while (machine.at < machine.end && !machine.failed) { step(&machine); }
    uintptr_t type = machine.failed ? 0 : outl_machine_pop_type(&machine);
    depth--;
    return machine.failed || machine.count > 0 ? 0 : type;
}

// Finds the arguments that are no words of the metadata, as a requirement of the context determines them: `T == Int`.
static void complete(struct outl_scope *scope, const struct outl_generics *generics, uint32_t count) {
    enum { requirement_size = 12, kind_mask = 31, same_type = 1, longest = 16 };
    uintptr_t requirement = generics->first_requirement;
    for (uint32_t index = 0; index < generics->requirements; index++, requirement += requirement_size) {
        size_t length;
        uint32_t depth, number;
        if ((outl_half(requirement) & kind_mask) != same_type) { continue; }
        const char *name = outl_maps_text(outl_maps_relative(requirement + 4), longest, &length);
        if (!name || !outl_environment_parameter(name, length, &depth, &number) || depth >= scope->levels) { continue; }
        number += depth > 0 ? scope->ends[depth - 1] : 0;
        if (number >= count || scope->arguments[number].is_known) { continue; }
        uintptr_t type = outl_maps_relative(requirement + 8);
        scope->arguments[number].word = outl_resolve(OUTL_AT(type), outl_nominal_length(type), scope);
        scope->arguments[number].is_known = scope->arguments[number].word != 0;
    }
}

bool outl_scope_of_type(struct outl_scope *scope, uintptr_t descriptor, uintptr_t arguments) {
    struct outl_generics generics, outer;
    scope->levels = scope->count = 0;
    scope->descriptor = descriptor;
    scope->words = arguments;
    if (!arguments || !outl_context_generics(descriptor, &generics) || generics.count == 0) { return false; }
    uint32_t count = outl_context_arguments(&generics, arguments, scope->arguments), last = 0;
    // Each context counts the parameters of those around it, the innermost first.
    uint32_t ends[OUTL_CONTEXTS_DEEPEST], levels = 0;
    for (uintptr_t at = descriptor; at && levels < OUTL_CONTEXTS_DEEPEST; at = outl_descriptor_parent(at)) {
        bool is_generic = outl_context_generics(at, &outer) && outer.count > 0;
        if (!is_generic || outer.count == last || outer.count > count) { continue; }
        ends[levels++] = last = outer.count;
    }
    for (; levels > 0; levels--) { scope->ends[scope->levels++] = ends[levels - 1]; }
    scope->count = count;
    complete(scope, &generics, count);
    return count > 0;
}

void outl_scope_of_environment(
    struct outl_scope *scope, const struct outl_environment *environment, const uintptr_t *arguments
) {
    scope->descriptor = scope->words = 0;
    scope->levels = OUTL_ENVIRONMENT_LEVELS;
    for (uint32_t level = 0; level < OUTL_ENVIRONMENT_LEVELS; level++) {
        scope->ends[level] = environment->shape.counts[level];
    }
    uint32_t count = environment->shape.counts[OUTL_ENVIRONMENT_LEVELS - 1];
    scope->count = count;
    for (uint32_t index = 0; index < count && index < OUTL_ENVIRONMENT_PARAMETERS; index++) {
        scope->arguments[index] = (struct outl_argument){.is_known = true, .word = arguments[index]};
    }
}

#endif
