#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "outl_heap_greeting.h"

#include "outl_heap_directory.h"
#include "outl_heap_program.h"
#include "outl_heap_state.h"
#include "outl_heap_utf8.h"

#if defined(__linux__)

#include <errno.h>
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

// Appends a JSON string. A path can contain any bytes: each that is not valid UTF-8 is replaced by a question mark.
static void append_string(struct text *text, const char *key, const char *value, const char *end) {
    append(text, "\"");
    append(text, key);
    append(text, "\":\"");
    for (const char *byte = value, *last = value + strlen(value); *byte;) {
        char piece[8] = {0};
        size_t length = outl_utf8_sequence(byte, (size_t)(last - byte));
        if (length == 0) {
            piece[0] = '?';
        } else if ((unsigned char)*byte < 0x20 || *byte == '"' || *byte == '\\') {
            snprintf(piece, sizeof piece, "\\u%04x", *byte);
        } else {
            memcpy(piece, byte, length);
        }
        append(text, piece);
        byte += length == 0 ? 1 : length;
    }
    append(text, "\"");
    append(text, end);
}

static bool write_all(int directory, const char *name, const struct text *text) {
    int file = outl_directory_make_file(directory, name);
    if (file < 0) { return false; }
    size_t written = 0;
    while (written < text->length) {
        ssize_t count = write(file, text->bytes + written, text->length - written);
        if (count < 0 && errno != EINTR) {
            int saved = errno;
            close(file);
            unlinkat(directory, name, 0);
            errno = saved;
            return false;
        }
        if (count > 0) { written += (size_t)count; }
    }
    return close(file) == 0;
}

enum { name_size = 64 };

static void make_name(char *name, const char *prefix) {
    snprintf(name, name_size, "%sheap-%d.json", prefix, outl_heap_settings.process);
}

bool outl_heap_greeting_publish(int directory) {
    char final[name_size], temporary[name_size];
    make_name(final, "");
    make_name(temporary, ".");
    if (renameat(directory, temporary, directory, final) == 0) { return true; }
    int saved = errno;
    unlinkat(directory, temporary, 0);
    errno = saved;
    return false;
}

bool outl_heap_greeting_write(int directory, const struct outl_heap_controls *controls, const char *refusal) {
    struct text text = {.length = 0};
    char path[path_size], temporary[name_size];
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
    make_name(temporary, ".");
    return write_all(directory, temporary, &text);
}

#endif
