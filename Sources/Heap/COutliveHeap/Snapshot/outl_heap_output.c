// Concurrency contract: see the header.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "outl_heap_state.h"

#if OUTL_HEAP_SERVED

#include "outl_heap_output.h"

#include "outl_heap_scratch.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

static struct {
    int file;
    int error;
    uint64_t offset; // The offset in the file of the buffer's first byte.
    size_t held;
    char *buffer;
} output;

static const size_t room = (size_t)1 << 18;

void outl_output_open(int file, uint64_t offset) {
    output.file = file;
    // Mapped anew each time, so that the program's memory, which a copy searches, does not contain the buffer.
    outl_scratch_unmap(output.buffer, room);
    output.buffer = outl_scratch_map(room);
    output.error = output.buffer ? 0 : ENOMEM;
    output.offset = offset;
    output.held = 0;
}

static void drain(void) {
    size_t done = 0;
    while (done < output.held && output.error == 0) {
        ssize_t written =
            pwrite(output.file, output.buffer + done, output.held - done, (off_t)(output.offset + done));
        if (written > 0) {
            done += (size_t)written;
        } else if (written == 0) {
            output.error = EIO;
        } else if (errno != EINTR) {
            output.error = errno;
        }
    }
    output.offset += output.held;
    output.held = 0;
}

void outl_output_write(const void *bytes, size_t size) {
    const char *from = bytes;
    if (!output.buffer) { return; }
    while (size > 0) {
        if (output.held == room) { drain(); }
        size_t part = room - output.held;
        if (part > size) { part = size; }
        memcpy(output.buffer + output.held, from, part);
        output.held += part;
        from += part;
        size -= part;
    }
}

uint64_t outl_output_offset(void) { return output.offset + output.held; }

int outl_output_flush(void) {
    drain();
    outl_scratch_unmap(output.buffer, room);
    output.buffer = NULL;
    return output.error;
}

void outl_output_begin(struct outl_sections *sections, enum outl_section_kind kind, uint32_t item_size) {
    static const char zeros[8];
    outl_output_write(zeros, (8 - outl_output_offset() % 8) % 8);
    sections->of[kind] =
        (struct outl_section){.kind = kind, .item_size = item_size, .offset = outl_output_offset()};
}

void outl_output_end(struct outl_sections *sections, enum outl_section_kind kind) {
    struct outl_section *section = &sections->of[kind];
    section->count = (outl_output_offset() - section->offset) / section->item_size;
    sections->end = outl_output_offset();
}

#endif
