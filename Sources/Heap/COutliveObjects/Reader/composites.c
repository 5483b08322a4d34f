// The operators take their operands from the end of the stack.
#include "Reader/composites.h"

#if OUTL_HEAP_SERVED

#include "Reader/kinds.h"
#include "Reader/synthesis.h"

// MARK: Tuples

void outl_composite_tuple(struct outl_machine *machine) {
    struct outl_item elements[OUTL_ELEMENTS_MAX];
    struct outl_label labels[OUTL_ELEMENTS_MAX];
    uintptr_t types[OUTL_ELEMENTS_MAX];
    uint32_t count = outl_machine_pop_list(machine, elements, labels);
    for (uint32_t index = 0; index < count; index++) { types[index] = outl_machine_type_of(machine, elements[index]); }
    // What remains of a tuple with packs is no tuple.
    if (count == 1) { return outl_machine_push_type(machine, types[0]); }
    if (!machine->failed) { outl_machine_push_type(machine, outl_metadata_of_tuple(types, labels, count)); }
    if (machine->failed) { return; }
    // The parameters of a function are written as a tuple.
    machine->items[machine->count - 1].is_list = true;
    for (uint32_t index = 0; index < count; index++) { machine->parameter_flags[index] = elements[index].flags; }
}

// MARK: Generic types

// The arguments are types from the end to the mark of an empty list, with a mark in front of each level. The type
// without its arguments lies below.
void outl_composite_nominal(struct outl_machine *machine) {
    uintptr_t arguments[OUTL_PARAMETERS_MAX];
    uint32_t count = 0, level = 0;
    for (bool is_done = false; !is_done && !machine->failed;) {
        struct outl_item item = outl_machine_pop(machine);
        is_done = item.kind == OUTL_ITEM_EMPTY_LIST;
        if (is_done || item.kind == OUTL_ITEM_FIRST) { continue; }
        if (count == OUTL_PARAMETERS_MAX) { machine->failed = true; return; }
        arguments[count++] = item.flags == OUTL_PARAMETER_VALUE ? item.value : outl_machine_type_of(machine, item);
    }
    for (uint32_t high = count; level + 1 < high; level++) {
        uintptr_t argument = arguments[level];
        arguments[level] = arguments[--high];
        arguments[high] = argument;
    }
    struct outl_item nominal = outl_machine_pop(machine);
    if (nominal.kind != OUTL_ITEM_NOMINAL || machine->failed) { machine->failed = true; return; }
    outl_machine_push_type(machine, outl_metadata_of_nominal(nominal.value, arguments, count));
    if (!machine->failed) { outl_machine_add_substitution(machine, machine->items[machine->count - 1]); }
}

void outl_composite_optional(struct outl_machine *machine, uintptr_t optional) {
    uintptr_t wrapped = outl_machine_pop_type(machine);
    if (machine->failed) { return; }
    outl_machine_push_type(machine, outl_metadata_of_nominal(optional, &wrapped, 1));
    if (!machine->failed) { outl_machine_add_substitution(machine, machine->items[machine->count - 1]); }
}

// MARK: Functions

// Returns the types of a pack as the list of a function's parameters.
static struct outl_item tuple_of(struct outl_machine *machine, struct outl_item pack) {
    struct outl_label labels[OUTL_ELEMENTS_MAX] = {{0}};
    uint32_t count = (uint32_t)pack.length;
    for (uint32_t index = 0; index < count; index++) { machine->parameter_flags[index] = pack.flags; }
    return (struct outl_item){
        OUTL_ITEM_TYPE, .is_list = true, .value = outl_metadata_of_tuple(machine->packs + pack.value, labels, count)};
}

// Marks follow the parameters, which follow the result. A parameter that is a tuple is a list of parameters.
void outl_composite_function(struct outl_machine *machine, uint32_t convention) {
    struct outl_function_type type = {.flags = OUTL_FUNCTION_ESCAPING | convention << 16};
    for (; machine->count > 0 && !machine->failed; machine->count--) {
        const struct outl_item *mark = &machine->items[machine->count - 1];
        if (mark->kind == OUTL_ITEM_MARK_FURTHER) {
            type.further_flags |= (uint32_t)mark->value;
            type.flags |= OUTL_FUNCTION_FURTHER_FLAGS;
            if (mark->type) { type.error = mark->type, type.flags |= OUTL_FUNCTION_THROWS; }
        } else if (mark->kind == OUTL_ITEM_MARK) {
            type.flags |= (uint32_t)mark->value;
            if (mark->type) { type.actor = mark->type; }
        } else {
            break;
        }
    }
    size_t count = outl_machine_pop_if(machine, OUTL_ITEM_EMPTY_LIST) ? 0 : 1;
    if (count > 0) {
        struct outl_item parameters = outl_machine_pop(machine);
        if (parameters.kind == OUTL_ITEM_PACK) { parameters = tuple_of(machine, parameters); }
        uintptr_t metadata = outl_machine_type_of(machine, parameters);
        const struct outl_tuple_element *elements =
            parameters.is_list && metadata ? outl_metadata_tuple(metadata, OUTL_ELEMENTS_MAX, &count) : NULL;
        for (size_t index = 0; index < count; index++) {
            type.parameters[index] = elements ? elements[index].type : metadata;
            type.parameter_flags[index] = elements ? machine->parameter_flags[index] : parameters.flags;
            if (type.parameter_flags[index]) { type.flags |= OUTL_FUNCTION_PARAMETER_FLAGS; }
        }
    }
    type.count = (uint32_t)count;
    bool is_empty = outl_machine_pop_if(machine, OUTL_ITEM_EMPTY_LIST);
    type.result = is_empty ? outl_metadata_of_tuple(NULL, NULL, 0) : outl_machine_pop_type(machine);
    if (!machine->failed) { outl_machine_push_type(machine, outl_metadata_of_function(&type)); }
}

// MARK: Existential types

void outl_composite_existential(struct outl_machine *machine, uintptr_t superclass, bool is_class) {
    struct outl_item elements[OUTL_ELEMENTS_MAX];
    uintptr_t protocols[OUTL_ELEMENTS_MAX];
    uint32_t count = outl_machine_pop_list(machine, elements, NULL);
    for (uint32_t index = 0; index < count; index++) {
        protocols[index] = elements[index].value;
        bool is_protocol = elements[index].kind == OUTL_ITEM_NOMINAL
            && outl_context_kind(protocols[index]) == OUTL_DESCRIPTOR_PROTOCOL;
        if (!is_protocol) { machine->failed = true; }
    }
    if (machine->failed) { return; }
    outl_machine_push_type(machine, outl_metadata_of_existential(protocols, count, superclass, is_class));
}

// The arguments of `any P<T>` follow its shape.
void outl_composite_shaped(struct outl_machine *machine) {
    uintptr_t arguments[OUTL_ELEMENTS_MAX];
    uint32_t first = OUTL_ELEMENTS_MAX;
    while (first > 0 && machine->count > 0 && machine->items[machine->count - 1].kind != OUTL_ITEM_SHAPE) {
        arguments[--first] = outl_machine_pop_type(machine);
    }
    struct outl_item shape = outl_machine_pop(machine);
    if (shape.kind != OUTL_ITEM_SHAPE || machine->failed) { machine->failed = true; return; }
    outl_machine_push_type(
        machine, outl_metadata_of_shaped(shape.value, arguments + first, OUTL_ELEMENTS_MAX - first));
}

#endif
