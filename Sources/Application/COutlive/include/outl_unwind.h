#pragma once

/// The callers of functions without a frame pointer, as in the C library and in most libraries of a system.
///
/// Such a function uses the frame pointer register for anything, or leaves a caller's frame pointer in it. Its own
/// caller is found by the call frame information of its module. The rule of each return address is computed once and
/// kept in a table.
///
/// Concurrency: any thread at any time, also in a signal handler: the table is lock-free and never grows, nothing is
/// allocated, and the loader is asked by a function that takes no lock. A word of the table changes once, from 0 to its
/// final value. An interrupted or second writer stores the same value.

#include "outl_cfi.h"
#include "outl_processor.h"

#include <stdbool.h>

/// The registers after the return from a call, as far as they are known.
struct outl_registers {
    const uintptr_t *sp; ///< The end of the frame of the function that was called.
    uintptr_t fp;        ///< The frame pointer register.
    uintptr_t pc;        ///< The return address.
    const uintptr_t *slot; ///< The place of it on the stack; set by `outl_unwind`.
};

enum outl_step {
    OUTL_STEP_POINTER, ///< The frame pointer is one; nothing was changed.
    OUTL_STEP_DONE,    ///< The registers have the caller's values.
    OUTL_STEP_LAST,    ///< The function has no caller, or the frame lies beyond the stack.
    OUTL_STEP_UNKNOWN, ///< The function has no call frame information of a known form.
};

/// Finds the caller of the function that `registers` return to.
///
/// - high: The end of the stack. No word at or above it is read.
/// - epoch: `outl_heap_epoch`.
/// - saved: Receives the place where the caller's frame pointer was saved, or null if it is still in the register.
enum outl_step outl_unwind(
    struct outl_registers *registers, uintptr_t high, uint32_t epoch, const uintptr_t **saved);

/// Returns the rule of the call that returns to `address`, from the table if it is there.
///
/// - epoch: The number of modules unloaded so far as the caller counts them: with another one, it is another rule.
struct outl_rule outl_unwind_rule(uintptr_t address, uint32_t epoch);

/// Returns the beginning of the function that contains the call that returns to `address`, or 0 if it is unknown.
///
/// Searches each time.
uintptr_t outl_unwind_function(uintptr_t address);

/// Applies a rule that leads to a caller, and returns `true` if the frame lies within the stack.
///
/// - high, saved: As above.
bool outl_unwind_follow(
    struct outl_rule rule, struct outl_registers *registers, uintptr_t high, const uintptr_t **saved);

/// Finds the modules that are loaded now, and which stay. Called by the constructor.
void outl_unwind_prepare(void);

/// Prepares at a later time, when modules may be unloaded again.
///
/// Returns `false` if the loader has no lock-free search for modules, so that rules are not to be used. Must be called
/// before other threads find callers.
bool outl_unwind_prepare_late(void);
