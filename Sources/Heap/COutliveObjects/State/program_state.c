// Objects are visited in the order of the shortest path, and all objects of one path together, so that an object that
// several paths lead to has the same one in every process.
#include "State/program_state.h"

#if OUTL_HEAP_SERVED

#include "Memory/maps.h"
#include "Reader/contexts.h"
#include "State/held.h"
#include "State/split.h"
#include "State/variables.h"
#include "State/visit.h"
#include "Types/modules.h"

#include <errno.h>
#include <string.h>

// An item of the section of variables.
struct variable_item {
    struct outl_text symbol;
    uint32_t kind, module;
    uint64_t address, size;
    uint32_t flags, value; // `value` is an index of the values, or OUTL_NOTHING.
    uint64_t bytes, objects;
};
_Static_assert(sizeof(struct variable_item) == 56, "as docs/heap-snapshot.md says");

enum { is_lazy = 1, is_initialised = 2 };
enum { maximum_values = 4000000, maximum_levels = 32 };

static struct outl_array items;
static uint64_t digest;
static struct outl_table seen;

static struct variable_item *item_at(uint32_t number) {
    return (struct variable_item *)(void *)items.items + number;
}

// MARK: Variables

// Returns `true` if a variable has a type, and room for it: an optimizer may keep one byte of a larger one.
static bool is_of_type(const struct outl_variable *variable) {
    return variable->metadata && (variable->size == 0 || variable->size >= outl_plan_of(variable->metadata)->size);
}

// Returns `true` if the initialiser of a variable has ended. The runtime stores -1 in the lower half then; the upper
// one is the number of the thread while it runs. Older runtimes use the C library's states, of which 2 is the last.
static bool is_done(uint64_t token) { return (int32_t)token == -1 || (int32_t)token == 2; }

static void add_variable(struct outl_visit *visit, const struct outl_variable *variable) {
    struct variable_item *item = outl_array_append(&items, 1, sizeof *item);
    if (!item) { return; }
    uint32_t number = (uint32_t)items.count - 1;
    bool was_used = true;
    *item = (struct variable_item){
        .symbol = outl_text_add(variable->symbol, variable->length), .kind = variable->kind,
        .module = variable->module,
        .address = variable->is_unused ? 0 : variable->address - outl_modules[variable->module].bias,
        .size = variable->size, .value = OUTL_NOTHING};
    if (variable->token) {
        was_used = outl_maps_readable(variable->token, 8) && is_done(outl_word(variable->token));
        item->flags = is_lazy | (was_used ? is_initialised : 0);
    }
    if (variable->is_unused) {
        was_used = false;
        item->flags = is_lazy;
    }
    uint32_t value = outl_value_below(OUTL_NOTHING, number, (struct outl_text){0, 0}, variable->metadata);
    if (value == OUTL_NOTHING) { return; }
    item_at(number)->value = value;
    if (!was_used) { return; }
    uint64_t before = visit->bytes;
    if (variable->visit) {
        variable->visit(visit, value, variable->address);
    } else if (variable->parts > 0) {
        outl_visit_split(visit, value, variable->metadata, variable->first_part, variable->parts);
    } else if (is_of_type(variable)) {
        outl_visit_value(visit, value, variable->metadata, variable->address, 0);
    } else {
        outl_visit_bytes(visit, value, variable->address, variable->size);
    }
    item_at(number)->bytes += visit->bytes - before;
}

// MARK: Objects

// Visits the objects of a level in the order of their paths, by their numbers. Each one that is new is counted for the
// variable that leads to it.
static void visit_level(struct outl_visit *visit, struct outl_array *level) {
    struct outl_pending *pending = (void *)level->items;
    size_t count = level->count;
    // By counting: the numbers of values are below their count.
    struct outl_array starts = {0}, ordered = {0};
    uint32_t *start = outl_array_append(&starts, outl_values.count + 1, sizeof *start);
    struct outl_pending *sorted = outl_array_append(&ordered, count, sizeof *sorted);
    if (start && sorted) {
        for (size_t index = 0; index < count; index++) { start[pending[index].value + 1]++; }
        for (size_t index = 1; index <= outl_values.count; index++) { start[index] += start[index - 1]; }
        for (size_t index = 0; index < count; index++) { sorted[start[pending[index].value]++] = pending[index]; }
        for (size_t index = 0; index < count; index++) {
            if (index + OUTL_AHEAD < count) { outl_fetch_ahead(sorted[index + OUTL_AHEAD].object); }
            uint32_t known;
            size_t before = seen.count;
            bool is_put = outl_table_put(&seen, sorted[index].object, 0, sorted[index].value, &known);
            if (!is_put || seen.count == before) { continue; }
            uint64_t bytes = visit->bytes, objects = visit->objects;
            outl_visit_object(visit, &sorted[index]);
            struct variable_item *item = item_at(outl_value_at(sorted[index].value)->variable);
            item->bytes += visit->bytes - bytes;
            item->objects += visit->objects - objects;
        }
    }
    outl_array_free(&starts);
    outl_array_free(&ordered);
}

static void visit_objects(struct outl_visit *visit) {
    for (int level = 0; level < maximum_levels && visit->pending.count > 0; level++) {
        struct outl_array pending = visit->pending;
        visit->pending = (struct outl_array){0};
        visit_level(visit, &pending);
        outl_array_free(&pending);
    }
    outl_array_free(&visit->pending);
}

// MARK: Tasks

// The order of a visit, and the place of the task that is visited.
struct task_visit {
    struct outl_visit *visit;
    uint32_t variable, value;
};

static void add_held(uintptr_t object, uintptr_t metadata, void *context) {
    const struct task_visit *task = context;
    uint32_t known;
    size_t before = seen.count, length = 0;
    // What a variable leads to has a path already.
    if (!outl_table_put(&seen, object, 0, task->value, &known) || seen.count == before) { return; }
    const char *name = outl_context_name(outl_context_of(metadata), &length);
    uint32_t below = name ? outl_value_below(task->value, task->variable, outl_text_add(name, length), metadata)
                          : OUTL_NOTHING;
    if (below == OUTL_NOTHING) { return; }
    outl_value_count(below, OUTL_VALUE_REFERENCE, 0, 0);
    outl_visit_object(task->visit, &(struct outl_pending){.value = below, .object = object});
}

static uint32_t item_of_task(const struct outl_resume *function) {
    struct outl_text symbol = outl_text_add(function->symbol, function->length);
    for (uint32_t number = (uint32_t)items.count; number > 0 && item_at(number - 1)->kind == OUTL_VARIABLE_TASK;) {
        const struct variable_item *item = item_at(--number);
        if (item->symbol.offset == symbol.offset && item->module == function->module) { return number; }
    }
    struct variable_item *item = outl_array_append(&items, 1, sizeof *item);
    if (!item) { return OUTL_NOTHING; }
    uint32_t number = (uint32_t)items.count - 1;
    uint32_t value = outl_value_below(OUTL_NOTHING, number, (struct outl_text){0, 0}, 0);
    *item_at(number) = (struct variable_item){
        .symbol = symbol, .kind = OUTL_VARIABLE_TASK, .module = function->module, .value = value};
    return number;
}

static void add_task(uintptr_t task, const struct outl_resume *function, void *context) {
    struct task_visit next = {.visit = context, .variable = item_of_task(function)};
    if (next.variable == OUTL_NOTHING || item_at(next.variable)->value == OUTL_NOTHING) { return; }
    next.value = item_at(next.variable)->value;
    outl_value_count(next.value, OUTL_VALUE_NONE, 0, 0);
    outl_held_each_object(task, add_held, &next);
}

// MARK: Entry

int outl_state_write(struct outl_sections *sections, struct outl_hash_key key, int (*open_module)(uint32_t module)) {
    const struct outl_array *variables = outl_variables_list(open_module);
    struct outl_visit visit = {.value = outl_visit_value, .key = key, .budget = maximum_values};
    struct outl_keyed none = {.numbers = seen};
    outl_keyed_free(&none);
    seen = (struct outl_table){0};
    outl_values_clear();
    items.count = 0;
    for (size_t index = 0; index < variables->count; index++) {
        add_variable(&visit, (const struct outl_variable *)(const void *)variables->items + index);
    }
    visit_objects(&visit);
    // Behind all variables, so that what they lead to has the path from them.
    outl_held_each_task(add_task, &visit);
    visit_objects(&visit);
    // Says which comparison the hashes belong to, without the key.
    uint64_t check[2] = {outl_hash(&key, "state", 5), outl_variables_symbols()};
    outl_output_section(sections, OUTL_SECTION_STATE_KEY, check, 1, sizeof check);
    const uint64_t parts[2] = {
        outl_hash(&key, items.items, items.count * sizeof(struct variable_item)),
        outl_hash(&key, outl_values.items, outl_values.count * sizeof(struct outl_value))};
    digest = outl_hash_of_numbers(&key, parts[0], parts[1]);
    int error = outl_output_array(sections, OUTL_SECTION_VARIABLES, &items, sizeof(struct variable_item));
    int other = outl_output_array(sections, OUTL_SECTION_STATE_VALUES, &outl_values, sizeof(struct outl_value));
    return error ? error : other;
}

uint64_t outl_state_digest(void) { return digest; }

#endif
