#include "Memory/lines.h"

#if OUTL_HEAP_SERVED

#include <errno.h>
#include <string.h>
#include <unistd.h>

char *outl_lines_next(struct outl_lines *lines) {
    for (;;) {
        char *line = lines->text + lines->start;
        size_t length = lines->end - lines->start;
        char *end = memchr(line, '\n', length);
        if (end) {
            *end = 0;
            lines->start = (size_t)(end + 1 - lines->text);
            return line;
        }
        memmove(lines->text, line, length);
        lines->start = 0;
        lines->end = length < lines->size ? length : 0;
        ssize_t got = read(lines->file, lines->text + lines->end, lines->size - lines->end);
        if (got > 0) { lines->end += (size_t)got; }
        if (got == 0 || (got < 0 && errno != EINTR)) {
            lines->failed = got < 0;
            return NULL;
        }
    }
}

size_t outl_file_read(int file, char *text, size_t size) {
    ssize_t got = file < 0 ? 0 : read(file, text, size - 1);
    text[got > 0 ? got : 0] = 0;
    return got > 0 ? (size_t)got : 0;
}

#endif
