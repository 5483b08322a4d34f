// Concurrency contract: see the header.

#include "outl_heap_text.h"

#include "outl_heap_scratch.h"

#include <string.h>

static struct outl_array all;

struct outl_text outl_text_add(const char *bytes, size_t length) {
    struct outl_text text = {0, 0};
    if (length == 0 || all.count + length >= UINT32_MAX) { return text; }
    uint32_t offset = (uint32_t)all.count;
    char *room = outl_array_append(&all, length, 1);
    if (!room) { return text; }
    memcpy(room, bytes, length);
    return (struct outl_text){offset, (uint32_t)length};
}

struct outl_text outl_text_add_string(const char *string) {
    return string ? outl_text_add(string, strlen(string)) : (struct outl_text){0, 0};
}

const char *outl_text_all(size_t *size) {
    *size = all.count;
    return all.items;
}
