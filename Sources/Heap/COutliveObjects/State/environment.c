#include "State/environment.h"

#if OUTL_HEAP_SERVED

#include "Memory/maps.h"
#include "State/collections.h"

#include <string.h>

void outl_environment_visit(struct outl_visit *visit, uint32_t value, uintptr_t address) {
    enum { longest = 1 << 17, most = 1 << 14, longest_name = 255 };
    char name[longest_name + 2];
    uint32_t variable = outl_value_at(value)->variable;
    uintptr_t list = outl_maps_readable(address, 8) ? outl_word(address) : 0;
    uint64_t count = 0;
    for (; list % 8 == 0 && count < most && outl_maps_readable(list, 8) && outl_word(list); list += 8, count++) {
        size_t length;
        const char *text = outl_maps_text(outl_word(list), longest, &length);
        const char *equals = text ? memchr(text, '=', length) : NULL;
        size_t name_length = equals ? (size_t)(equals - text) : 0;
        if (name_length == 0 || name_length > longest_name) { continue; }
        name[0] = '.';
        memcpy(name + 1, text, name_length);
        uint32_t below = outl_value_below(value, variable, outl_text_add(name, name_length + 1), 0);
        if (below == OUTL_NOTHING) { continue; }
        size_t content = length - name_length - 1;
        outl_visit_content(visit, below, OUTL_VALUE_TEXT, content, equals + 1, content);
    }
    outl_visit_content(visit, value, OUTL_VALUE_DICTIONARY, count, NULL, 0);
}

#endif
