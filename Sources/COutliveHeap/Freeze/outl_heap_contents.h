#pragma once

/// How much of its storage a container of the standard library, of Foundation or of Collections uses: what is in it, and
/// what there is room for.
///
/// Concurrency: reads memory only, after `outl_maps_read`; for a frozen copy.

#include "outl_heap_metadata.h"

/// Where an object has the amount of what it holds.
enum outl_contents_form {
    OUTL_CONTENTS_NONE,     ///< It is no container.
    OUTL_CONTENTS_ELEMENTS, ///< A word is the number of elements, each of `stride` bytes; the block is the room for them.
    OUTL_CONTENTS_TEXT,     ///< Likewise, in the lower 48 bits, of bytes.
    OUTL_CONTENTS_BUFFER,   ///< A word is the number of bytes, the next one that of the room in another block.
};

/// How to read what the objects of a type hold.
struct outl_contents {
    enum outl_contents_form form;
    uint32_t offset; ///< Of the word.
    uint64_t stride;
};

/// What a container holds, in bytes.
struct outl_amounts {
    uint64_t used;
    uint64_t capacity;
};

/// How to read what the objects of a type hold.
struct outl_contents outl_contents_of(struct outl_type_key key);

/// Reads what the object at `address` holds, in a block of `size` bytes; false where it is not as it should be.
bool outl_contents_read(
    const struct outl_contents *contents, uintptr_t address, uint64_t size, struct outl_amounts *amounts);
