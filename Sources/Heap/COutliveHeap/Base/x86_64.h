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

/// The frame record of such a function, in its body: the caller's frame pointer, then the return address.
#define OUTL_INTERPOSED_FRAME() __builtin_frame_address(0)
