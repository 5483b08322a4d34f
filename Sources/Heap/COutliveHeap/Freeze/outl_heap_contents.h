#pragma once

/// The used part of the storage of containers of the standard library, Foundation and Collections.
///
/// Concurrency: reads memory only, after `outl_maps_read`; for a frozen copy.

#include "outl_heap_metadata.h"

/// The place of a container's amount.
enum outl_contents_form {
    OUTL_CONTENTS_NONE,     ///< Not a container.
    OUTL_CONTENTS_ELEMENTS, ///< A word is the number of elements, `stride` bytes each. The block is the capacity.
    OUTL_CONTENTS_TEXT,     ///< The lower 48 bits of a word are the number of bytes. The block is the capacity.
    OUTL_CONTENTS_BUFFER,   ///< A word is the number of bytes; the next is the capacity of another block.
};

/// The method of reading the amounts of a type's objects.
struct outl_contents {
    enum outl_contents_form form;
    uint32_t offset; ///< The offset of the word.
    uint64_t stride;
};

/// The amounts of a container, in bytes.
struct outl_amounts {
    uint64_t used;
    uint64_t capacity;
};

/// Returns the method for a type.
struct outl_contents outl_contents_of(struct outl_type_key key);

/// Reads the amounts of the object at `address`, in a block of `size` bytes. Returns `false` if they are not plausible.
bool outl_contents_read(
    const struct outl_contents *contents, uintptr_t address, uint64_t size, struct outl_amounts *amounts);
