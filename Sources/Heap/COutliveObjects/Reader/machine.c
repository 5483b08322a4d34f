#include "Reader/machine.h"

#if OUTL_HEAP_SERVED

#include "Reader/kinds.h"

#include <string.h>

// MARK: The stack

void outl_machine_push(struct outl_machine *machine, struct outl_item item) {
    if (machine->count == OUTL_MACHINE_ITEMS) {
        machine->failed = true;
    } else {
        machine->items[machine->count++] = item;
    }
}

struct outl_item outl_machine_pop(struct outl_machine *machine) {
    if (machine->count > 0) { return machine->items[--machine->count]; }
    machine->failed = true;
    return (struct outl_item){OUTL_ITEM_NONE, .value = 0};
}

bool outl_machine_pop_if(struct outl_machine *machine, enum outl_item_kind kind) {
    bool is_there = machine->count > 0 && machine->items[machine->count - 1].kind == kind;
    if (is_there) { machine->count--; }
    return is_there;
}

void outl_machine_add_substitution(struct outl_machine *machine, struct outl_item item) {
    if (machine->substitution_count == OUTL_MACHINE_ITEMS) { machine->failed = true; return; }
    machine->substitutions[machine->substitution_count++] = item;
}

void outl_machine_push_type(struct outl_machine *machine, uintptr_t metadata) {
    if (!metadata) { machine->failed = true; }
    outl_machine_push(machine, (struct outl_item){OUTL_ITEM_TYPE, .value = metadata});
}

// Returns the metadata of an item, or 0. A nominal type alone has no arguments of its own.
uintptr_t outl_machine_type_of(struct outl_machine *machine, struct outl_item item) {
    if (item.kind == OUTL_ITEM_NOMINAL && outl_context_is_type(item.value)) {
        item = (struct outl_item){OUTL_ITEM_TYPE, .value = outl_metadata_of_nominal(item.value, NULL, 0)};
    }
    if (item.kind != OUTL_ITEM_TYPE || !item.value) { machine->failed = true; }
    return item.kind == OUTL_ITEM_TYPE ? item.value : 0;
}

uintptr_t outl_machine_pop_type(struct outl_machine *machine) {
    return outl_machine_type_of(machine, outl_machine_pop(machine));
}

// MARK: Numbers and text

char outl_machine_next(struct outl_machine *machine) {
    if (machine->at < machine->end) { return *machine->at++; }
    machine->failed = true;
    return 0;
}

bool outl_machine_accept(struct outl_machine *machine, char character) {
    bool is_next = machine->at < machine->end && *machine->at == character;
    if (is_next) { machine->at++; }
    return is_next;
}

bool outl_machine_is_digit(char character) { return character >= '0' && character <= '9'; }

// Returns the number at this place; `none` without digits.
uint32_t outl_machine_read_number(struct outl_machine *machine, uint32_t none) {
    enum { largest = 1 << 24 };
    if (machine->at == machine->end || !outl_machine_is_digit(*machine->at)) { return none; }
    uint32_t number = 0;
    while (machine->at < machine->end && outl_machine_is_digit(*machine->at) && number < largest) {
        number = number * 10 + (uint32_t)(*machine->at++ - '0');
    }
    return number;
}

// An index: `_` is 0, `0_` is 1.
uint32_t outl_machine_read_index(struct outl_machine *machine) {
    uint32_t number = outl_machine_read_number(machine, UINT32_MAX);
    if (!outl_machine_accept(machine, '_')) { machine->failed = true; }
    return number + 1;
}

static bool is_upper(char character) { return character >= 'A' && character <= 'Z'; }

// Notes the words in a part of an identifier: each begins behind a digit or underscore, or with a capital letter.
static void add_words(struct outl_machine *machine, const char *text, size_t length) {
    size_t start = length;
    for (size_t index = 0; index <= length; index++) {
        char character = index < length ? text[index] : 0;
        bool is_end = start < index
            && (character == '_' || character == 0 || (is_upper(character) && !is_upper(text[index - 1])));
        if (is_end) {
            if (index - start >= 2 && machine->word_count < OUTL_MACHINE_WORDS) {
                machine->words[machine->word_count++] = (struct outl_label){text + start, index - start};
            }
            start = length;
        }
        bool is_start = !outl_machine_is_digit(character) && character != '_' && character != 0;
        if (start == length && is_start) { start = index; }
    }
}

static void append_text(struct outl_machine *machine, const char *text, size_t length) {
    if (length > sizeof machine->text - machine->text_length) { machine->failed = true; return; }
    memcpy(machine->text + machine->text_length, text, length);
    machine->text_length += length;
}

// An identifier is its length and its characters. Behind a 0, words of earlier ones take the place of some: a letter is
// the number of a word, a capital the last one of a row.
void outl_machine_read_identifier(struct outl_machine *machine) {
    size_t start = machine->text_length;
    bool has_words = outl_machine_accept(machine, '0');
    if (has_words && outl_machine_accept(machine, '0')) { machine->failed = true; }
    do {
        while (has_words && machine->at < machine->end && !outl_machine_is_digit(*machine->at)) {
            char letter = outl_machine_next(machine);
            has_words = !is_upper(letter);
            size_t word = (size_t)(is_upper(letter) ? letter - 'A' : letter - 'a');
            if (word >= machine->word_count) { machine->failed = true; return; }
            append_text(machine, machine->words[word].text, machine->words[word].length);
        }
        if (outl_machine_accept(machine, '0')) { break; }
        uint32_t length = outl_machine_read_number(machine, 0);
        if (length == 0 || length > (size_t)(machine->end - machine->at)) { machine->failed = true; return; }
        append_text(machine, machine->at, length);
        add_words(machine, machine->at, length);
        machine->at += length;
    } while (has_words && !machine->failed);
    if (machine->failed) { return; }
    struct outl_item item = {
        OUTL_ITEM_IDENTIFIER, .text = machine->text + start, .length = machine->text_length - start};
    outl_machine_add_substitution(machine, item);
    outl_machine_push(machine, item);
}

// MARK: Lists

// Adds the types of a pack, the last one first, as the elements of a list are popped. Returns their number.
static uint32_t expand(
    struct outl_machine *machine, struct outl_item pack, struct outl_item *elements, uint32_t maximum
) {
    if (pack.length > maximum) { machine->failed = true; return 0; }
    uint32_t count = (uint32_t)pack.length;
    for (uint32_t index = 0; index < count; index++) {
        elements[index] = (struct outl_item){
            OUTL_ITEM_TYPE, .flags = pack.flags, .value = machine->packs[pack.value + count - 1 - index]};
    }
    return count;
}

// Pops the elements of a list, whose first one has a mark behind it, in their order. An empty list has its own mark.
uint32_t outl_machine_pop_list(
    struct outl_machine *machine, struct outl_item elements[OUTL_ELEMENTS_MAX], struct outl_label *labels
) {
    uint32_t count = 0;
    if (outl_machine_pop_if(machine, OUTL_ITEM_EMPTY_LIST)) { return 0; }
    for (bool is_first = false; !is_first && !machine->failed && count < OUTL_ELEMENTS_MAX;) {
        is_first = outl_machine_pop_if(machine, OUTL_ITEM_FIRST);
        bool is_variadic = outl_machine_pop_if(machine, OUTL_ITEM_VARIADIC);
        struct outl_item label = {OUTL_ITEM_NONE, .value = 0};
        bool has_label =
            labels && machine->count > 0 && machine->items[machine->count - 1].kind == OUTL_ITEM_IDENTIFIER;
        if (has_label) { label = outl_machine_pop(machine); }
        struct outl_item element = outl_machine_pop(machine);
        if (is_variadic) { element.flags |= OUTL_PARAMETER_VARIADIC; }
        uint32_t before = count;
        if (element.kind == OUTL_ITEM_PACK) {
            count += expand(machine, element, elements + count, OUTL_ELEMENTS_MAX - count);
        } else {
            elements[count++] = element;
        }
        for (uint32_t index = before; labels && index < count; index++) { labels[index] = (struct outl_label){0}; }
        if (has_label && count > before) { labels[count - 1] = (struct outl_label){label.text, label.length}; }
    }
    for (uint32_t low = 0, high = count; low + 1 < high; low++) {
        struct outl_item item = elements[low];
        elements[low] = elements[--high];
        elements[high] = item;
        if (!labels) { continue; }
        struct outl_label label = labels[low];
        labels[low] = labels[high];
        labels[high] = label;
    }
    return count;
}

#endif
