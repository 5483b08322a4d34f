// Concurrency contract: see the header.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "outl_heap_state.h"

#if OUTL_HEAP_SERVED

#include "outl_heap_text.h"

#include "outl_heap_scratch.h"
#include "outl_heap_utf8.h"

#include <string.h>

static struct outl_array all;
static struct outl_table known; // From a text's hash and length to its offset, as most texts repeat.

static uint64_t hash_of(const char *bytes, size_t length) {
    uint64_t hash = UINT64_C(0xCBF29CE484222325);
    for (size_t index = 0; index < length; index++) { hash = (hash ^ (uint8_t)bytes[index]) * UINT64_C(0x100000001B3); }
    return hash;
}

static bool is_valid(const char *bytes, size_t length) {
    for (size_t at = 0, size; at < length; at += size) {
        size = outl_utf8_sequence(bytes + at, length - at);
        if (size == 0) { return false; }
    }
    return true;
}

// Replaces invalid UTF-8 by question marks: the kernel cuts thread names anywhere, and a path can contain any bytes.
static size_t make_valid(char *to, size_t room, const char *bytes, size_t length) {
    if (length > room) { length = room; }
    for (size_t at = 0; at < length;) {
        size_t size = outl_utf8_sequence(bytes + at, length - at);
        if (size) { memcpy(to + at, bytes + at, size); } else { to[at] = '?'; }
        at += size ? size : 1;
    }
    return length;
}

struct outl_text outl_text_add(const char *bytes, size_t length) {
    static char valid[8192];
    if (!is_valid(bytes, length)) {
        length = make_valid(valid, sizeof valid, bytes, length);
        bytes = valid;
    }
    struct outl_text text = {0, 0};
    if (length == 0 || all.count + length >= UINT32_MAX) { return text; }
    uint32_t offset = (uint32_t)all.count, first = offset;
    if (!outl_table_put(&known, hash_of(bytes, length), length, offset, &first)) { return text; }
    if (first + length <= all.count && memcmp(all.items + first, bytes, length) == 0) {
        return (struct outl_text){first, (uint32_t)length};
    }
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

#endif
