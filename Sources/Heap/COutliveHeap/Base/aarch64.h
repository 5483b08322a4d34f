#pragma once

/// The facts about aarch64 that the layers above need, besides outl_processor.h. See Base/x86_64.h for the same of the
/// other processor.
///
/// Source: Procedure Call Standard for the Arm 64-bit Architecture, chapter 6.4.6.

#include "Memory/platform.h"

#include <linux/audit.h>

enum {
    OUTL_AUDIT_ARCHITECTURE = (int)AUDIT_ARCH_AARCH64, ///< The processor as filters of system calls see it.
};

/// The beginning of the definition of a function of the malloc family that reads its caller's frame.
///
/// A compiler places a frame record anywhere in a frame, and a function that calls another at its end has none left.
/// So the exported function is in assembly: its frame is the record alone, next to its caller's, and it calls the one
/// in C.
#define OUTL_INTERPOSED(result, name, parameters) \
    __asm__( \
        ".text\n" \
        ".globl " #name "\n" \
        ".type " #name ", %function\n" \
        ".p2align 4\n" \
        #name ":\n" \
        ".cfi_startproc\n" \
        "    hint #34\n" /* bti c */ \
        "    stp x29, x30, [sp, #-16]!\n" \
        "    .cfi_def_cfa_offset 16\n" \
        "    .cfi_offset x29, -16\n" \
        "    .cfi_offset x30, -8\n" \
        "    mov x29, sp\n" \
        "    bl outl_interposed_" #name "\n" \
        "    ldp x29, x30, [sp], #16\n" \
        "    ret\n" \
        ".cfi_endproc\n" \
        ".size " #name ", . - " #name "\n"); \
    __attribute__((visibility("hidden"), noinline, used)) result outl_interposed_##name parameters

/// Returns `true` if a function is asynchronous in Swift: its first instructions store the context below the frame
/// record.
///
/// - end: An address in the function, at which an instruction ends.
static inline bool outl_begins_async(uintptr_t start, uintptr_t end) {
    // str x22, [sp, #8 * N], then add x29, sp, #8 * N + 8
    const uint32_t store = 0xF90003E0 | 22, set = 0x910003FD, number = 0xFFF << 10;
    enum { longest = 24 };
    uint32_t place = 0;
    for (int index = 0; index < longest && start + 4 <= end; index++, start += 4) {
        uint32_t code = *(const uint32_t *)start;
        if ((code & ~number) == store) { place = ((code >> 10 & 0xFFF) + 1) * 8; }
        if ((code & ~number) == set) { return place != 0 && place == (code >> 10 & 0xFFF); }
    }
    return false;
}

/// The frame record of the exported function, in the body of the one in C, whose own record leads to it.
#define OUTL_INTERPOSED_FRAME() (*(void *volatile *)__builtin_frame_address(0))
