#include "outl_walk.h"

#if OUTL_UNWIND_SERVED

#include "outl_unwind.h"

// No code lies below: a lower return address is the end of the chain.
static const uintptr_t lowest_code = 4096;

bool outl_walk_prepare(void) { return outl_unwind_prepare_late(); }

static void note_word(struct outl_trail *trail, const uintptr_t *place) {
    if (trail->word_count < OUTL_TRAIL_WORDS_MAX) {
        trail->words[trail->word_count] = (struct outl_trail_word){place, ~*place};
    }
    trail->word_count++;
}

static void note(struct outl_trail *trail, const uintptr_t *saved, const uintptr_t *slot) {
    if (!saved || saved + 1 != slot) {
        if (saved) { note_word(trail, saved); }
        return note_word(trail, slot);
    }
    if (trail->link_count < OUTL_TRAIL_LINKS_MAX) {
        trail->links[trail->link_count] = (struct outl_trail_link){saved, {~saved[0], ~saved[1]}};
    }
    trail->link_count++;
}

int outl_walk(
    const struct outl_stack_origin *origin, uintptr_t *frames, int depth, int skip, uintptr_t high,
    struct outl_trail *trail
) {
    // The origin's stack pointer is unknown, but not needed: its frame is found by its frame pointer.
    struct outl_registers registers = {
        .sp = (const uintptr_t *)origin->own, .fp = (uintptr_t)origin->own, .pc = origin->code};
    if (trail) { trail->link_count = trail->word_count = 0; }
    int stored = 0;
    while (stored < depth) {
        struct outl_rule rule = outl_unwind_rule(registers.pc, 0);
        if (rule.kind == OUTL_RULE_OUTERMOST) { break; }
        const uintptr_t *saved;
        if (rule.kind == OUTL_RULE_UNKNOWN || !outl_unwind_follow(rule, &registers, high, &saved)) { return -1; }
        if (trail) { note(trail, saved, registers.slot); }
        if (registers.pc < lowest_code) { break; }
        if (skip > 0) { skip--; } else { frames[stored++] = registers.pc; }
    }
    return stored;
}

#else

bool outl_walk_prepare(void) { return false; }

int outl_walk(
    const struct outl_stack_origin *origin, uintptr_t *frames, int depth, int skip, uintptr_t high,
    struct outl_trail *trail
) {
    (void)origin, (void)frames, (void)depth, (void)skip, (void)high, (void)trail;
    return -1;
}

#endif
