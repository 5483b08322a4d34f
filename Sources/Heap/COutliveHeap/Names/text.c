#include "Names/text.h"

#include "Base/base.h"

#if OUTL_HEAP_SERVED

#include "Base/memory.h"
#include "Base/utf8.h"

#include <string.h>

static struct outl_array all;
static struct outl_table known; // From a text's hash and length to its offset, as most texts repeat.

static uint64_t hash_of(const char *bytes, size_t length) {
    uint64_t hash = UINT64_C(0xCBF29CE484222325);
    for (size_t index = 0; index < length; index++) { hash = (hash ^ (uint8_t)bytes[index]) * UINT64_C(0x100000001B3); }
    return hash;
}

// Replaces invalid UTF-8 by question marks: the kernel cuts thread names anywhere, and a path can contain any bytes.
static const char *make_valid(const char *bytes, size_t *length) {
    static char valid[8192];
    size_t at = 0, size;
    while (at < *length && (size = outl_utf8_sequence(bytes + at, *length - at)) > 0) { at += size; }
    if (at == *length) { return bytes; }
    if (*length > sizeof valid) { *length = sizeof valid; }
    for (at = 0; at < *length; at += size ? size : 1) {
        size = outl_utf8_sequence(bytes + at, *length - at);
        if (size) { memcpy(valid + at, bytes + at, size); } else { valid[at] = '?'; }
    }
    return valid;
}

struct outl_text outl_text_add(const char *bytes, size_t length) {
    struct outl_text none = {0, 0};
    bytes = make_valid(bytes, &length);
    if (length == 0 || all.count + length >= UINT32_MAX) { return none; }
    uint32_t offset = (uint32_t)all.count, first = offset;
    if (!outl_table_put(&known, hash_of(bytes, length), length, offset, &first)) { return none; }
    if (first + length > all.count || memcmp(all.items + first, bytes, length) != 0) {
        char *room = outl_array_append(&all, length, 1);
        if (!room) { return none; }
        memcpy(room, bytes, length);
        first = offset;
    }
    return (struct outl_text){first, (uint32_t)length};
}

struct outl_text outl_text_add_string(const char *string) {
    return string ? outl_text_add(string, strlen(string)) : (struct outl_text){0, 0};
}

const char *outl_text_all(size_t *size) {
    *size = all.count;
    return all.items;
}

#endif
