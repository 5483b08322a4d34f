#pragma once

/// The call frame information of loaded modules: how to find the caller of a function without a frame pointer.
///
/// Compilers write it for exceptions, to the section .eh_frame of each module, with a sorted index in .eh_frame_hdr. It
/// is a program that describes each row of a function: where the frame begins, and where registers are saved.
///
/// Concurrency: any thread at any time. Only memory of the module is read, and nothing is allocated.
///
/// Source: Linux Standard Base 5.0, chapter 10.6, DWARF 5, chapter 6.4, and the ABI of each processor.

#include <stdint.h>

enum outl_rule_kind {
    OUTL_RULE_UNKNOWN,  ///< The caller cannot be found.
    OUTL_RULE_POINTER,  ///< The frame pointer points to a frame record: the caller's frame pointer, then the address.
    OUTL_RULE_FROM_SP,  ///< The frame ends `size` words above the stack pointer.
    OUTL_RULE_FROM_FP,  ///< The frame ends `size` words above the frame pointer.
    OUTL_RULE_OUTERMOST, ///< There is no caller.
};

/// The rules that lead from one return address to the caller.
struct outl_rule {
    enum outl_rule_kind kind;
    uint32_t size;
    uint32_t saved; ///< The caller's frame pointer is saved so many words below the end of the frame; 0: unchanged.
    uint32_t returned; ///< So is the return address.
};

/// Returns the rule of the call that returns to `address`.
///
/// - index: The module's .eh_frame_hdr.
/// - start, end: The bounds of the module in memory.
struct outl_rule outl_cfi_rule(const void *index, uintptr_t start, uintptr_t end, uintptr_t address);

/// Returns the beginning of the function that contains the call that returns to `address`, or 0 if it is unknown.
///
/// - index, start, end: As above.
uintptr_t outl_cfi_function(const void *index, uintptr_t start, uintptr_t end, uintptr_t address);
