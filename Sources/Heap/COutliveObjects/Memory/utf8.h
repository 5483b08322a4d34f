#pragma once

/// Checks of UTF-8, which readers require: names may be cut, and paths can contain any bytes.
///
/// Concurrency: pure functions.

#include "Memory/platform.h"

/// Returns the size of the UTF-8 sequence at `text`, with `length` readable bytes; 0 if it is not valid.
static inline size_t outl_utf8_sequence(const char *text, size_t length) {
    const unsigned char *bytes = (const unsigned char *)text;
    if (length == 0) { return 0; }
    size_t size = bytes[0] < 0x80                     ? 1
        : bytes[0] >= 0xC2 && bytes[0] < 0xE0 ? 2
        : bytes[0] >= 0xE0 && bytes[0] < 0xF0 ? 3
        : bytes[0] >= 0xF0 && bytes[0] < 0xF5 ? 4
                                              : 0;
    if (size > length) { return 0; }
    for (size_t index = 1; index < size; index++) {
        if ((bytes[index] & 0xC0) != 0x80) { return 0; }
    }
    if (size == 3 && ((bytes[0] == 0xE0 && bytes[1] < 0xA0) || (bytes[0] == 0xED && bytes[1] >= 0xA0))) { return 0; }
    if (size == 4 && ((bytes[0] == 0xF0 && bytes[1] < 0x90) || (bytes[0] == 0xF4 && bytes[1] >= 0x90))) { return 0; }
    return size;
}

/// Returns the number of bytes of a text that fit into `room` without cutting a sequence in two.
static inline size_t outl_utf8_cut(const char *text, size_t length, size_t room) {
    if (length <= room) { return length; }
    while (room > 0 && ((unsigned char)text[room] & 0xC0) == 0x80) { room--; }
    return room;
}
