// The symbol of an offset is the property's, with `Wvd` behind it.
#include "State/omitted.h"

#if OUTL_HEAP_SERVED

#include "Memory/maps.h"
#include "Reader/contexts.h"
#include "Reader/resolve.h"

#include <string.h>

struct property {
    const char *symbol;
    size_t length;
};

static struct outl_array properties;

void outl_omitted_add(const char *symbol, size_t length) {
    struct property property = {symbol, length};
    outl_array_add(&properties, &property, sizeof property);
}

void outl_omitted_clear(void) { properties.count = 0; }

static uintptr_t find(outl_path path, const char *name) {
    enum { prefix = 2, ending = 3 };
    const struct property *items = (const void *)properties.items;
    for (size_t index = 0; index < properties.count; index++) {
        // Few have the last word of the name, so few are read as a whole.
        if (!memmem(items[index].symbol, items[index].length, name, strlen(name))) { continue; }
        struct outl_symbol_type type =
            outl_resolve_symbol(items[index].symbol + prefix, items[index].length - prefix - ending);
        if (type.path == path) { return type.metadata; }
    }
    return 0;
}

uintptr_t outl_omitted_type(uintptr_t metadata, const char *name) {
    enum { deepest = 32 };
    for (int depth = 0; depth < deepest && outl_metadata_valid(metadata); depth++) {
        uintptr_t descriptor = outl_context_of(metadata);
        outl_path outer = descriptor ? outl_path_of_context(descriptor) : 0;
        uintptr_t found = outer ? find(outl_path_of(outer, name, strlen(name)), name) : 0;
        if (found || outl_word(metadata) != OUTL_METADATA_CLASS) { return found; }
        metadata = outl_word(metadata + 8);
    }
    return 0;
}

#endif
