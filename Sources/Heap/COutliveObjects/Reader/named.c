#include "Reader/named.h"

#if OUTL_HEAP_SERVED

#include "Memory/maps.h"
#include "Reader/contexts.h"
#include "Reader/index.h"
#include "Reader/nominal.h"
#include "Types/elf.h"

#include <string.h>

static struct outl_keyed descriptors; // A word each, by path.

outl_path outl_path_of(outl_path outer, const char *name, size_t length) {
    const uint64_t prime = UINT64_C(0x100000001B3), start = UINT64_C(0xCBF29CE484222325);
    uint64_t hash = outer ? (outer ^ '.') * prime : start;
    for (size_t index = 0; index < length; index++) { hash = (hash ^ (uint8_t)name[index]) * prime; }
    return hash | 1;
}

static outl_path path_of(uintptr_t descriptor, int depth) {
    int kind = outl_context_kind(descriptor);
    size_t length;
    if (kind < 0 || depth == 0) { return 0; }
    if (kind == OUTL_CONTEXT_ANONYMOUS) { return path_of(outl_descriptor_parent(descriptor), depth - 1); }
    if (kind == OUTL_CONTEXT_EXTENSION) {
        struct outl_nominal extended = outl_nominal_unbound(outl_maps_relative(descriptor + 8));
        if (extended.descriptor) { return path_of(extended.descriptor, depth - 1); }
        return extended.name ? outl_path_of(outl_path_of(0, "Swift", 5), extended.name, strlen(extended.name)) : 0;
    }
    const char *name = outl_context_name(descriptor, &length);
    if (!name) { return 0; }
    if (kind == OUTL_DESCRIPTOR_MODULE) { return outl_path_of(0, name, length); }
    outl_path outer = path_of(outl_descriptor_parent(descriptor), depth - 1);
    return outer ? outl_path_of(outer, name, length) : 0;
}

outl_path outl_path_of_context(uintptr_t descriptor) { return path_of(descriptor, OUTL_CONTEXTS_DEEPEST); }

void outl_named_add(uintptr_t descriptor) {
    outl_path path = outl_path_of_context(descriptor);
    bool is_new = false;
    uint32_t number = path ? outl_keyed_find(&descriptors, sizeof(uintptr_t), path, 0, &is_new) : OUTL_NOTHING;
    if (number != OUTL_NOTHING && is_new) { ((uintptr_t *)(void *)descriptors.array.items)[number] = descriptor; }
}

void outl_named_clear(void) { outl_keyed_free(&descriptors); }

// Returns the descriptor that a module exports, or 0.
static uintptr_t find_exported(const char *symbol, size_t length) {
    char name[512];
    bool is_protocol = length > 0 && symbol[length - 1] == 'P';
    if (is_protocol) { length--; }
    if (length + 5 > sizeof name) { return 0; }
    memcpy(name, "$s", 2);
    memcpy(name + 2, symbol, length);
    memcpy(name + 2 + length, is_protocol ? "Mp" : "Mn", 3);
    return outl_elf_exported_by_any(name);
}

uintptr_t outl_named_find(outl_path path, const char *symbol, size_t length) {
    bool is_new = false;
    uint32_t number = path ? outl_keyed_find(&descriptors, sizeof(uintptr_t), path, 0, &is_new) : OUTL_NOTHING;
    if (number == OUTL_NOTHING) { return 0; }
    if (is_new && symbol) {
        uintptr_t found = find_exported(symbol, length);
        // Otherwise 0 is kept, so that nothing is searched twice.
        ((uintptr_t *)(void *)descriptors.array.items)[number] =
            outl_path_of_context(found) == path ? found : 0;
    }
    return ((const uintptr_t *)(const void *)descriptors.array.items)[number];
}

#endif
