#include "Start/greeting.h"

#include "Base/state.h"

#if defined(__linux__)

#include "Allocation/allocator.h"
#include "Allocation/clock.h"
#include "Base/tier_files.h"
#include "Memory/lines.h"
#include "Memory/utf8.h"
#include "Start/program.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
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

// MARK: The identity

// Reads the beginning of a file of /proc into `text`.
static void read_kernel_file(const char *path, char *text, size_t size) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    outl_file_read(file, text, size);
    if (file >= 0) { close(file); }
}

// Returns the start time of this process in clock ticks since the boot: field 22, where the second one may contain
// anything. Returns 0 if it is unknown.
//
// Of the first thread, because an emulator of programs replaces /proc/self/stat by a file of its own.
static unsigned long long find_start(void) {
    enum { fields_before = 20 };
    char path[name_size], text[1024];
    snprintf(path, sizeof path, "/proc/self/task/%d/stat", outl_heap_settings.process);
    read_kernel_file(path, text, sizeof text);
    const char *place = strrchr(text, ')');
    for (int field = 0; place && field < fields_before; field++) { place = strchr(place + 1, ' '); }
    return place ? strtoull(place, NULL, 10) : 0;
}

// The width of a thread ID, which replaces as many spaces when the thread runs.
enum { thread_width = 10 };
static off_t thread_end; // The offset behind it in the file; 0 if the file has none.

// Writes the member `identity`, with spaces in place of the thread, or nothing if /proc does not tell.
static int write_identity(char *text, size_t size) {
    enum { boot_length = 36 };
    char boot[boot_length + 1];
    read_kernel_file("/proc/sys/kernel/random/boot_id", boot, sizeof boot);
    unsigned long long start = find_start();
    if (start == 0 || strlen(boot) != boot_length) { return 0; }
    return snprintf(
        text, size, "\"identity\":{\"boot\":\"%s\",\"started\":%llu,\"thread\":%*d},", escape(boot), start,
        (int)thread_width, 0);
}

static bool write_thread(int directory, const char *name, pid_t thread) {
    char number[thread_width + 1];
    snprintf(number, sizeof number, "%*d", (int)thread_width, thread);
    int file = openat(directory, name, O_WRONLY | O_NOFOLLOW | O_CLOEXEC);
    if (file < 0) { return false; }
    bool is_written = pwrite(file, number, thread_width, thread_end - thread_width) == thread_width;
    return close(file) == 0 && is_written;
}

// MARK: The tests

// Writes the member `selection` if a bundle of tests has one argument that is no option, or nothing.
static void write_selection(char *text, size_t size) {
    static char line[path_size];
    if (outl_heap_settings.tests == 0) { return; }
    memset(line, 0, sizeof line);
    // Arguments end with a zero, the last one in the file with two here, unless it is cut.
    read_kernel_file("/proc/self/cmdline", line, sizeof line);
    const char *selection = line + strlen(line) + 1, *last = line + sizeof line - 2;
    if (selection >= last || *selection == 0 || *selection == '-') { return; }
    const char *end = selection + strlen(selection);
    if (end >= last || end[1] != 0) { return; }
    snprintf(text, size, "\"selection\":\"%s\",", escape(selection));
}

// MARK: The file

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

bool outl_greeting_publish(int directory, pid_t thread) {
    char final[name_size], temporary[name_size];
    make_name(final, "");
    make_name(temporary, ".");
    if (thread && thread_end && !write_thread(directory, temporary, thread)) {
        int saved = errno;
        unlinkat(directory, temporary, 0);
        errno = saved;
        return false;
    }
    return outl_directory_rename(directory, temporary, final);
}

bool outl_greeting_write(int directory, const struct outl_heap_controls *controls, const char *refusal) {
    char path[path_size], result[6 * 512 + 64] = "", name[name_size];
    char allocator[6 * sizeof outl_allocator.name + 32] = "", identity[160] = "", clock[64] = "";
    static char selection[escaped_size + 32];
    static char text[escaped_size + sizeof result + sizeof allocator + sizeof identity + sizeof clock
                     + sizeof selection + 256];
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
#if OUTL_HEAP_SERVED
    if (controls && outl_clock_origin()) {
        unsigned long long microseconds = outl_clock_origin() / 1000, second = 1000000;
        snprintf(clock, sizeof clock, "\"clockStart\":%llu.%06llu,", microseconds / second, microseconds % second);
    }
#endif
    selection[0] = 0;
    if (controls) { write_selection(selection, sizeof selection); }
    int identity_length = controls ? write_identity(identity, sizeof identity) : 0;
    int length = snprintf(
        text, sizeof text,
        "{%s\"version\":%d,\"processID\":%d,\"frames\":%d,\"signal\":%d,%s%s%s%s\"executable\":\"%s\"}\n",
        identity, version, outl_heap_settings.process, outl_heap_settings.frames, SIGRTMIN + 2, result, allocator, clock,
        selection, escape(path));
    // Before the identity's closing brace and its comma, after the file's opening brace.
    thread_end = identity_length ? 1 + identity_length - 2 : 0;
    make_name(name, ".");
    return write_file(directory, name, text, (size_t)length);
}

#endif
