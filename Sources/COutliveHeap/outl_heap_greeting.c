#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "outl_heap_greeting.h"

#include "outl_heap_program.h"
#include "outl_heap_state.h"

#if defined(__linux__)

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { version = 1, path_size = 4096, text_size = 6 * path_size + 1024 };

struct text {
    char bytes[text_size];
    size_t length;
};

static void append(struct text *text, const char *bytes) {
    size_t length = strlen(bytes);
    if (length > text_size - text->length) { length = text_size - text->length; }
    memcpy(text->bytes + text->length, bytes, length);
    text->length += length;
}

static void append_number(struct text *text, const char *key, long number) {
    char bytes[64];
    snprintf(bytes, sizeof bytes, "\"%s\":%ld,", key, number);
    append(text, bytes);
}

// How many bytes the UTF-8 sequence at `bytes` has; 0 where there is none.
static int sequence_length(const unsigned char *bytes) {
    int length = bytes[0] < 0x80 ? 1 : bytes[0] >= 0xC2 && bytes[0] < 0xE0 ? 2 : bytes[0] >= 0xE0 && bytes[0] < 0xF0 ? 3
        : bytes[0] >= 0xF0 && bytes[0] < 0xF5                              ? 4
                                                                           : 0;
    for (int index = 1; index < length; index++) {
        if ((bytes[index] & 0xC0) != 0x80) { return 0; }
    }
    if (length == 3 && ((bytes[0] == 0xE0 && bytes[1] < 0xA0) || (bytes[0] == 0xED && bytes[1] >= 0xA0))) { return 0; }
    if (length == 4 && ((bytes[0] == 0xF0 && bytes[1] < 0x90) || (bytes[0] == 0xF4 && bytes[1] >= 0x90))) { return 0; }
    return length;
}

// A JSON string. A path may hold any bytes; what is no UTF-8 becomes question marks.
static void append_string(struct text *text, const char *key, const char *value, const char *end) {
    append(text, "\"");
    append(text, key);
    append(text, "\":\"");
    for (const unsigned char *byte = (const unsigned char *)value; *byte;) {
        char piece[8] = {0};
        int length = sequence_length(byte);
        if (length == 0) {
            piece[0] = '?';
        } else if (*byte < 0x20 || *byte == '"' || *byte == '\\') {
            snprintf(piece, sizeof piece, "\\u%04x", *byte);
        } else {
            memcpy(piece, byte, (size_t)length);
        }
        append(text, piece);
        byte += length == 0 ? 1 : length;
    }
    append(text, "\"");
    append(text, end);
}

static bool write_all(const char *path, const struct text *text) {
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (file < 0) { return false; }
    size_t written = 0;
    while (written < text->length) {
        ssize_t count = write(file, text->bytes + written, text->length - written);
        if (count < 0 && errno != EINTR) {
            int saved = errno;
            close(file);
            unlink(path);
            errno = saved;
            return false;
        }
        if (count > 0) { written += (size_t)count; }
    }
    return close(file) == 0;
}

bool outl_heap_greet(const struct outl_heap_controls *controls, const char *refusal) {
    struct text text = {.length = 0};
    char path[path_size], final[path_size + 64], temporary[path_size + 64];
    outl_heap_program_path(path, sizeof path);
    append(&text, "{");
    append_number(&text, "version", version);
    append_number(&text, "processID", outl_heap_settings.process);
    append_number(&text, "frames", outl_heap_settings.frames);
    append_number(&text, "signal", SIGRTMIN + 2);
    if (controls) {
        append(&text, "\"controls\":{\"leakFound\":");
        append(&text, controls->leak_found ? "true" : "false");
        append(&text, ",\"falseAlarm\":");
        append(&text, controls->false_alarm ? "true},": "false},");
    }
    if (refusal) { append_string(&text, "refusal", refusal, ","); }
    append_string(&text, "executable", path, "}\n");
    snprintf(final, sizeof final, "%s/heap-%d.json", outl_heap_settings.directory, outl_heap_settings.process);
    snprintf(temporary, sizeof temporary, "%s/.heap-%d.json", outl_heap_settings.directory, outl_heap_settings.process);
    return write_all(temporary, &text) && rename(temporary, final) == 0;
}

#endif
