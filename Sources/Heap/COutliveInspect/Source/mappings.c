#include "Source/mappings.h"

#if OUTL_HEAP_SERVED

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool begins(const char *text, const char *with) { return strncmp(text, with, strlen(with)) == 0; }

static uint32_t flags_of(const char *permissions, const char *path) {
    // Reading the kernel's own pages may fail.
    if (begins(path, "[v")) { return 0; }
    bool is_heap = begins(path, "[heap]");
    bool is_shared = permissions[3] == 's';
    // Huge pages are of a file that has no other name.
    bool is_anonymous = !is_shared
        && (*path == 0 || is_heap || begins(path, "[anon") || begins(path, "/anon_hugepage (deleted)"));
    return (permissions[0] == 'r' ? OUTL_MAP_READ : 0) | (permissions[1] == 'w' ? OUTL_MAP_WRITE : 0)
        | (permissions[2] == 'x' ? OUTL_MAP_EXECUTE : 0) | (is_anonymous ? OUTL_MAP_ANONYMOUS : 0)
        | (is_heap ? OUTL_MAP_HEAP : 0) | (is_shared ? OUTL_MAP_SHARED : 0);
}

bool outl_mapping_parse(char *line, struct outl_mapping *mapping) {
    mapping->range.start = strtoul(line, &line, 16);
    if (*line != '-') { return false; }
    mapping->range.end = strtoul(line + 1, &line, 16);
    if (*line != ' ' || strlen(line) < 6) { return false; }
    const char *permissions = line + 1;
    mapping->offset = strtoul(line + 6, &line, 16);
    mapping->major = (uint32_t)strtoul(line, &line, 16);
    if (*line != ':') { return false; }
    mapping->minor = (uint32_t)strtoul(line + 1, &line, 16);
    mapping->inode = strtoul(line, &line, 10);
    mapping->path = line + strspn(line, " ");
    mapping->flags = flags_of(permissions, mapping->path);
    // Above lies the kernel's half: one of its pages may be listed.
    return mapping->range.start < mapping->range.end && mapping->range.end < (uintptr_t)1 << OUTL_ADDRESS_BITS;
}

int outl_text_read(struct outl_array *text, int file) {
    enum { part = 1 << 16 };
    text->count = 0;
    if (lseek(file, 0, SEEK_SET) < 0) { return errno; }
    for (;;) {
        char *place = outl_array_append(text, part + 1, 1);
        if (!place) { return ENOMEM; }
        ssize_t got = read(file, place, part);
        int error = errno;
        text->count -= part + 1 - (got > 0 ? (size_t)got : 0);
        *(text->items + text->count) = 0;
        if (got == 0) { return 0; }
        if (got < 0 && error != EINTR) { return error; }
    }
}

int outl_mappings_read(struct outl_mappings *mappings, int file) {
    mappings->items.count = 0;
    int error = outl_text_read(&mappings->text, file);
    if (error) { return error; }
    for (char *line = mappings->text.items; *line;) {
        char *next = line + strcspn(line, "\n");
        if (*next) { *next++ = 0; }
        struct outl_mapping mapping;
        if (outl_mapping_parse(line, &mapping)) { outl_array_add(&mappings->items, &mapping, sizeof mapping); }
        line = next;
    }
    return mappings->items.failed ? ENOMEM : 0;
}

bool outl_mappings_publish(
    const struct outl_mappings *mappings, size_t (*obtained)(const struct outl_mapping *mapping, void *context),
    void *context
) {
    outl_maps_clear();
    for (size_t index = 0; index < mappings->items.count; index++) {
        const struct outl_mapping *mapping = outl_mapping_at(mappings, index);
        struct outl_map map = {mapping->range, mapping->flags};
        map.range.end = map.range.start + (map.flags & OUTL_MAP_READ ? obtained(mapping, context) : 0);
        struct outl_map rest = {{map.range.end, mapping->range.end}, mapping->flags & ~(uint32_t)OUTL_MAP_READ};
        if (map.range.start < map.range.end && !outl_maps_add(map)) { return false; }
        if (rest.range.start < rest.range.end && !outl_maps_add(rest)) { return false; }
    }
    return true;
}

#endif
