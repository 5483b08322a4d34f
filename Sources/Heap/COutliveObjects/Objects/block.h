#pragma once

/// A live block of the subject's heap.
///
/// Concurrency: a plain value.

#include "Memory/platform.h"

enum outl_block_kind {
    OUTL_BLOCK_RAW = 0,    ///< Any other block. Tasks are among these; their metadata identifies them.
    OUTL_BLOCK_OBJECT = 1, ///< A Swift object, allocated by swift_allocObject or swift_allocBox.
};

/// A block, 24 bytes: also the record of one in the interposer's table.
struct outl_block {
    uintptr_t address;
    uint64_t size : 56; ///< The requested size in bytes.
    uint64_t kind : 8;  ///< An outl_block_kind.
    uint32_t stack;     ///< The number of the stack of its allocation, as `frames_of` takes it, or 0.
    uint32_t birth;     ///< The cycle of the allocation.
};
