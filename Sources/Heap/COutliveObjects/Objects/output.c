#include "Objects/output.h"

#if OUTL_HEAP_SERVED

#include <errno.h>
#include <string.h>
#include <unistd.h>

static struct {
    int file, error;
    uint64_t offset; // The offset in the file of the buffer's first byte.
    size_t used;
    char *buffer;
} output;

static const size_t room = (size_t)1 << 18;

void outl_output_open(int file, uint64_t offset) {
    output.file = file;
    // Mapped anew each time, so that the memory that a frozen copy searches does not contain the buffer.
    outl_memory_unmap(output.buffer, room);
    output.buffer = outl_memory_map(room);
    output.error = output.buffer ? 0 : ENOMEM;
    output.offset = offset;
    output.used = 0;
}

static void drain(void) {
    size_t done = 0;
    while (done < output.used && output.error == 0) {
        ssize_t written =
            pwrite(output.file, output.buffer + done, output.used - done, (off_t)(output.offset + done));
        if (written > 0) {
            done += (size_t)written;
        } else if (written == 0) {
            output.error = EIO;
        } else if (errno != EINTR) {
            output.error = errno;
        }
    }
    output.offset += output.used;
    output.used = 0;
}

void outl_output_write(const void *bytes, size_t size) {
    const char *from = bytes;
    if (!output.buffer) { return; }
    while (size > 0) {
        if (output.used == room) { drain(); }
        size_t part = room - output.used;
        if (part > size) { part = size; }
        memcpy(output.buffer + output.used, from, part);
        output.used += part;
        from += part;
        size -= part;
    }
}

uint64_t outl_output_offset(void) { return output.offset + output.used; }

int outl_output_flush(void) {
    drain();
    outl_memory_unmap(output.buffer, room);
    output.buffer = NULL;
    return output.error;
}

void outl_output_begin(struct outl_sections *sections, enum outl_section_kind kind, uint32_t item_size) {
    static const char zeros[8];
    outl_output_write(zeros, (8 - outl_output_offset() % 8) % 8);
    sections->of[kind] = (struct outl_section){.kind = kind, .item_size = item_size, .offset = outl_output_offset()};
}

void outl_output_end(struct outl_sections *sections, enum outl_section_kind kind) {
    struct outl_section *section = &sections->of[kind];
    section->count = (outl_output_offset() - section->offset) / section->item_size;
    sections->end = outl_output_offset();
}

void outl_output_section(
    struct outl_sections *sections, enum outl_section_kind kind, const void *items, size_t count, uint32_t item_size
) {
    outl_output_begin(sections, kind, item_size);
    outl_output_write(items, count * item_size);
    outl_output_end(sections, kind);
}

int outl_output_array(
    struct outl_sections *sections, enum outl_section_kind kind, const struct outl_array *array, uint32_t item_size
) {
    outl_output_section(sections, kind, array->items, array->count, item_size);
    return array->failed ? ENOMEM : 0;
}

#endif
