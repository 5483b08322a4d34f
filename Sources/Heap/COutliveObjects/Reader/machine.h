#pragma once

/// The stack on which the operators of a mangled name work, and its operands.
///
/// After a failure, all functions do as little as possible, and the result is not used.
///
/// Concurrency: a value is for one thread.

#include "Reader/contexts.h"
#include "Reader/synthesis.h"

enum { OUTL_MACHINE_ITEMS = 128, OUTL_MACHINE_WORDS = 26 };

enum outl_item_kind {
    OUTL_ITEM_NONE,
    OUTL_ITEM_TYPE,       ///< `value` is metadata, or a number.
    OUTL_ITEM_NOMINAL,    ///< `value` is the descriptor of a type without its arguments, or of a protocol.
    OUTL_ITEM_IDENTIFIER, ///< `text` and `length`.
    OUTL_ITEM_SHAPE,      ///< `value` is the address of the shape of `any P<T>`.
    OUTL_ITEM_PACK,       ///< `length` types of `packs`, from `value` on.
    OUTL_ITEM_EMPTY_LIST,
    OUTL_ITEM_FIRST,      ///< Behind the first element of a list.
    OUTL_ITEM_VARIADIC,
    OUTL_ITEM_MARK,       ///< `value` is a flag of a function, `type` its type.
    OUTL_ITEM_MARK_FURTHER,
};

struct outl_item {
    enum outl_item_kind kind;
    bool is_list;   ///< A tuple in its written form.
    uint32_t flags; ///< The flags of a function's parameter, or the kind of a generic argument.
    uintptr_t value, type;
    const char *text;
    size_t length;
    uint32_t pack; ///< The number of the parameter pack that it is an element of, from 1 on, or 0.
    uint64_t path; ///< The qualified name of a nominal type in a symbol; `Reader/named.h` has its form.
};

/// The place of the first operator that led to an item.
struct outl_start {
    const char *at;
    uint32_t substitution_count;
};

struct outl_machine {
    const char *at, *end;
    const struct outl_scope *scope;
    uint32_t count, substitution_count;
    bool failed;
    bool is_symbol; ///< `true` for a symbol, in which names stand in place of references.
    bool is_over;   ///< `true` once the type of a symbol's variable is on the stack.
    struct outl_label module; ///< The module that declares a symbol's variable.
    uint32_t word_count;
    size_t text_length;
    char text[1024]; ///< Of the identifiers.
    struct outl_label words[OUTL_MACHINE_WORDS];
    uint32_t parameter_flags[OUTL_ELEMENTS_MAX]; ///< For each element of the last tuple.
    struct outl_item items[OUTL_MACHINE_ITEMS], substitutions[OUTL_MACHINE_ITEMS];
    struct outl_start starts[OUTL_MACHINE_ITEMS]; ///< For each item.
    uint32_t element; ///< The number of the element that a parameter pack stands for.
    uint32_t pack_count;
    uintptr_t packs[OUTL_ELEMENTS_MAX]; ///< The types of expanded packs.
};

// MARK: The stack

void outl_machine_push(struct outl_machine *machine, struct outl_item item);
struct outl_item outl_machine_pop(struct outl_machine *machine);

/// Pops an item if it is of a kind. Returns `false` if it is not.
bool outl_machine_pop_if(struct outl_machine *machine, enum outl_item_kind kind);

/// Pushes a type; 0 is a failure.
void outl_machine_push_type(struct outl_machine *machine, uintptr_t metadata);

/// Returns the metadata of an item. Fails, and returns 0, if it is no type.
uintptr_t outl_machine_type_of(struct outl_machine *machine, struct outl_item item);
uintptr_t outl_machine_pop_type(struct outl_machine *machine);

/// Adds an item to which later parts of the name may refer by its number.
void outl_machine_add_substitution(struct outl_machine *machine, struct outl_item item);

/// Pops the elements of a list, including each of a pack, and returns their number. `labels` receives theirs unless it
/// is null.
uint32_t outl_machine_pop_list(
    struct outl_machine *machine, struct outl_item elements[OUTL_ELEMENTS_MAX], struct outl_label *labels);

// MARK: Text

/// Returns the next character, and goes on. Fails, and returns 0, at the end.
char outl_machine_next(struct outl_machine *machine);

/// Goes on if the next character is the given one. Returns `false` if it is another.
bool outl_machine_accept(struct outl_machine *machine, char character);

bool outl_machine_is_digit(char character);

/// Returns the number at this place; `none` without digits.
uint32_t outl_machine_read_number(struct outl_machine *machine, uint32_t none);

/// Returns the index at this place: `_` is 0, `0_` is 1.
uint32_t outl_machine_read_index(struct outl_machine *machine);

/// Reads an identifier, and pushes it.
void outl_machine_read_identifier(struct outl_machine *machine);

/// Reads a type of the compiler, behind its `B`, and pushes it.
void outl_machine_read_builtin(struct outl_machine *machine);
