#include "Start/start.h"

#include "Base/state.h"

#if defined(__linux__)

#include "Allocation/allocator.h"
#include "Base/files.h"
#include "Memory/utf8.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { version = 1, name_size = 64, path_size = 4096, escaped_size = 6 * path_size };

// Copies a text as content of a JSON string. A path can contain any bytes: each that is not valid UTF-8 is replaced by
// a question mark.
static const char *escape(const char *text) {
    static char escaped[escaped_size];
    char *to = escaped;
    for (const char *end = text + strlen(text); text < end && to < escaped + escaped_size - 8;) {
        size_t length = outl_utf8_sequence(text, (size_t)(end - text));
        if (length == 0) {
            *to++ = '?';
        } else if ((unsigned char)*text < 0x20 || *text == '"' || *text == '\\') {
            to += sprintf(to, "\\u%04x", *text);
        } else {
            to = mempcpy(to, text, length);
        }
        text += length == 0 ? 1 : length;
    }
    *to = 0;
    return escaped;
}

static bool write_file(int directory, const char *name, const char *text, size_t length) {
    int file = outl_directory_create(directory, name);
    if (file < 0) { return false; }
    for (size_t written = 0; written < length;) {
        ssize_t count = write(file, text + written, length - written);
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

static void make_name(char *name, const char *prefix) {
    snprintf(name, name_size, "%sheap-%d.json", prefix, outl_heap_settings.process);
}

bool outl_greeting_publish(int directory) {
    char final[name_size], temporary[name_size];
    make_name(final, "");
    make_name(temporary, ".");
    return outl_directory_rename(directory, temporary, final);
}

bool outl_greeting_write(int directory, const struct outl_heap_controls *controls, const char *refusal) {
    char path[path_size], result[6 * 512 + 64] = "", name[name_size];
    char allocator[6 * sizeof outl_allocator.name + 32] = "";
    static char text[escaped_size + sizeof result + sizeof allocator + 256];
    outl_program_path(path, sizeof path);
    if (controls) {
        snprintf(
            result, sizeof result, "\"controls\":{\"leakFound\":%s,\"falseAlarm\":%s},",
            controls->leak_found ? "true" : "false", controls->false_alarm ? "true" : "false");
    } else if (refusal) {
        snprintf(result, sizeof result, "\"refusal\":\"%s\",", escape(refusal));
    }
    if (controls && outl_allocator.code) {
        snprintf(allocator, sizeof allocator, "\"allocator\":\"%s\",", escape(outl_allocator.name));
    }
    int length = snprintf(
        text, sizeof text,
        "{\"version\":%d,\"processID\":%d,\"frames\":%d,\"signal\":%d,%s%s\"executable\":\"%s\"}\n", version,
        outl_heap_settings.process, outl_heap_settings.frames, SIGRTMIN + 2, result, allocator, escape(path));
    make_name(name, ".");
    return write_file(directory, name, text, (size_t)length);
}

#endif
