#pragma once

/// The facts about x86_64 that the layers above need, besides outl_processor.h. See Base/aarch64.h for the same of the
/// other processor.

#include "Memory/platform.h"

#include <linux/audit.h>

enum {
    OUTL_AUDIT_ARCHITECTURE = (int)AUDIT_ARCH_X86_64, ///< The processor as filters of system calls see it.
};

/// The beginning of the definition of a function of the malloc family that reads its caller's frame.
///
/// Not inlined, because clang splits all other functions into a hot and a cold part, and the cold part would have a
/// frame of its own.
#define OUTL_INTERPOSED(result, name, parameters) \
    __attribute__((visibility("default"), noinline)) result name parameters

/// Returns `true` if a function is asynchronous in Swift: its first instructions store the context below the frame
/// record.
///
/// - end: An address in the function, at which an instruction ends.
static inline bool outl_begins_async(uintptr_t start, uintptr_t end) {
    // push %rbp; push %r14; lea 8(%rsp), %rbp
    static const unsigned char prologue[] = {0x55, 0x41, 0x56, 0x48, 0x8D, 0x6C, 0x24, 0x08};
    // endbr64, then bts $60, %rbp, or neither
    static const unsigned char branch[] = {0xF3, 0x0F, 0x1E, 0xFA}, marking[] = {0x48, 0x0F, 0xBA, 0xED, 0x3C};
    enum { longest = sizeof branch + sizeof marking + sizeof prologue };
    if (end < start || end - start < longest) { return false; }
    const unsigned char *code = (const unsigned char *)start;
    if (__builtin_memcmp(code, branch, sizeof branch) == 0) { code += sizeof branch; }
    if (__builtin_memcmp(code, marking, sizeof marking) == 0) { code += sizeof marking; }
    return __builtin_memcmp(code, prologue, sizeof prologue) == 0;
}

/// The frame record of such a function, in its body: the caller's frame pointer, then the return address.
#define OUTL_INTERPOSED_FRAME() __builtin_frame_address(0)
