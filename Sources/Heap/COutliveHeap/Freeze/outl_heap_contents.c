// The layouts of storage. Those of the standard library are compiled into programs, and so are stable. The others are
// recognised by name, and implausible amounts are ignored.
//
// Concurrency contract: see the header.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "outl_heap_state.h"

#if OUTL_HEAP_SERVED

#include "outl_heap_contents.h"

#include "outl_heap_maps.h"

#include <string.h>

static inline uintptr_t word(uintptr_t address) { return *(const uintptr_t *)address; }

// MARK: Types

// Returns the size of an element, or of a key and its value, in bytes; 0 if unknown.
static uint64_t stride_of(uintptr_t metadata, uint32_t parts) {
    uint64_t stride = 0;
    for (uint32_t part = 0; part < parts; part++) {
        struct outl_value_layout layout;
        if (!outl_metadata_value_layout(outl_metadata_generic_argument(metadata, part), &layout)) { return 0; }
        stride += layout.stride;
    }
    return stride;
}

// Returns `true` if a class has a name, without its module. The descriptor refers to it at +8.
static bool is_named(uintptr_t metadata, const char *name) {
    size_t size = strlen(name) + 1;
    uintptr_t descriptor = outl_maps_readable(metadata, 48) ? word(metadata + 40) : 0;
    uintptr_t text = descriptor && outl_maps_readable(descriptor, 12) ? outl_maps_relative(descriptor + 8) : 0;
    return text && outl_maps_readable(text, size) && memcmp((const char *)text, name, size) == 0;
}

struct outl_contents outl_contents_of(struct outl_type_key key) {
    enum { count_offset = 16, deque_count_offset = 24, text_count_offset = 24, data_length_offset = 24 };
    struct outl_contents none = {OUTL_CONTENTS_NONE, 0, 0};
    if (key.kind != OUTL_TYPE_CLASS) { return none; }
    enum outl_storage storage = outl_metadata_storage(key.metadata);
    if (storage != OUTL_STORAGE_NONE) {
        uint64_t stride = stride_of(key.metadata, storage == OUTL_STORAGE_DICTIONARY ? 2 : 1);
        return stride ? (struct outl_contents){OUTL_CONTENTS_ELEMENTS, count_offset, stride} : none;
    }
    if (is_named(key.metadata, "_DequeBuffer")) {
        struct outl_value_layout element;
        bool is_known = outl_metadata_value_layout(outl_metadata_generic_argument(key.metadata, 0), &element);
        return is_known ? (struct outl_contents){OUTL_CONTENTS_ELEMENTS, deque_count_offset, element.stride} : none;
    }
    if (is_named(key.metadata, "__StringStorage")) {
        return (struct outl_contents){OUTL_CONTENTS_TEXT, text_count_offset, 1};
    }
    if (is_named(key.metadata, "__DataStorage")) {
        return (struct outl_contents){OUTL_CONTENTS_BUFFER, data_length_offset, 1};
    }
    return none;
}

// MARK: Objects

bool outl_contents_read(
    const struct outl_contents *contents, uintptr_t address, uint64_t size, struct outl_amounts *amounts
) {
    const uint64_t text_count = (UINT64_C(1) << 48) - 1, most = UINT64_C(1) << 46;
    if (size < contents->offset + 16 || !outl_maps_readable(address, contents->offset + 16)) { return false; }
    uint64_t count = word(address + contents->offset);
    switch (contents->form) {
    case OUTL_CONTENTS_NONE: return false;
    case OUTL_CONTENTS_TEXT: count &= text_count; __attribute__((fallthrough));
    case OUTL_CONTENTS_ELEMENTS:
        if (count > size / contents->stride) { return false; }
        *amounts = (struct outl_amounts){.used = count * contents->stride, .capacity = size};
        return true;
    case OUTL_CONTENTS_BUFFER:
        *amounts = (struct outl_amounts){.used = count, .capacity = word(address + contents->offset + 8)};
        return amounts->used <= amounts->capacity && amounts->capacity < most;
    }
    return false;
}

#endif
