#include "Memory/maps.h"

#if OUTL_HEAP_SERVED

#include "Memory/lines.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Above the default of vm.max_map_count. In static memory, because a mapping for it would be listed in it.
enum { map_limit = 1 << 16 };
struct outl_map outl_maps[map_limit + 1];
size_t outl_map_count;
uint32_t outl_maps_generation;
static size_t last_found;

// The parts with content, or null if there may be some anywhere.
static const struct outl_range *contents;
static size_t content_count;

void outl_maps_clear(void) {
    outl_map_count = last_found = 0;
    outl_maps_generation++;
    outl_maps_set_content(NULL, 0);
}

void outl_maps_set_content(const struct outl_range *parts, size_t count) {
    contents = parts;
    content_count = count;
}

struct outl_range outl_maps_content(struct outl_range range) {
    if (!contents) { return range; }
    size_t index = outl_range_above(contents, content_count, sizeof *contents, range.start);
    if (index == content_count || contents[index].start >= range.end) { return (struct outl_range){0, 0}; }
    if (contents[index].start > range.start) { range.start = contents[index].start; }
    if (contents[index].end < range.end) { range.end = contents[index].end; }
    return range;
}

bool outl_maps_add(struct outl_map map) {
    size_t at = outl_map_count;
    if (at == map_limit || map.range.start >= map.range.end) { return false; }
    while (at > 0 && outl_maps[at - 1].range.start > map.range.start) { at--; }
    bool overlaps_before = at > 0 && outl_maps[at - 1].range.end > map.range.start;
    bool overlaps_after = at < outl_map_count && outl_maps[at].range.start < map.range.end;
    if (overlaps_before || overlaps_after) { return false; }
    memmove(&outl_maps[at + 1], &outl_maps[at], (outl_map_count - at) * sizeof *outl_maps);
    outl_maps[at] = map;
    outl_map_count++;
    return true;
}

static bool begins(const char *text, const char *with) { return strncmp(text, with, strlen(with)) == 0; }

// Parses a line `start-end rwxp offset device inode   path`.
static void parse(char *line) {
    struct outl_map map = {0};
    map.range.start = strtoul(line, &line, 16);
    if (*line != '-') { return; }
    map.range.end = strtoul(line + 1, &line, 16);
    if (*line != ' ' || strlen(line) < 5) { return; }
    if (line[1] == 'r') { map.flags |= OUTL_MAP_READ; }
    if (line[2] == 'w') { map.flags |= OUTL_MAP_WRITE; }
    if (line[3] == 'x') { map.flags |= OUTL_MAP_EXECUTE; }
    bool is_private = line[4] == 'p';
    const char *path = line + 5;
    for (int field = 0; field < 3; field++) {
        path += strspn(path, " ");
        path += strcspn(path, " ");
    }
    path += strspn(path, " ");
    bool is_heap = begins(path, "[heap]");
    if (!is_private) { map.flags |= OUTL_MAP_SHARED; }
    if (is_private && (*path == 0 || is_heap || begins(path, "[anon"))) { map.flags |= OUTL_MAP_ANONYMOUS; }
    if (is_heap) { map.flags |= OUTL_MAP_HEAP; }
    // Reading a device may have effects, and reading the kernel's own pages may fail.
    if (begins(path, "/dev/") || begins(path, "[v")) { map.flags = 0; }
    outl_maps_add(map);
}

static bool read_list(const char *path) {
    static char text[1 << 16];
    outl_maps_clear();
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) { return false; }
    struct outl_lines lines = {.file = file, .text = text, .size = sizeof text};
    for (char *line; outl_map_count < map_limit && (line = outl_lines_next(&lines));) { parse(line); }
    close(file);
    return !lines.failed && outl_map_count > 0 && outl_map_count < map_limit;
}

bool outl_maps_read(void) {
    // The first is empty after the first thread has ended. An emulator of programs knows no other, and shows its own.
    return read_list("/proc/self/maps") || read_list("/proc/thread-self/maps");
}

const struct outl_map *outl_maps_find(uintptr_t address) {
    return outl_range_find(outl_maps, outl_map_count, sizeof *outl_maps, address, &last_found);
}

bool outl_maps_readable(uintptr_t address, size_t size) {
    uintptr_t end = address + size;
    if (end < address) { return false; }
    const struct outl_map *map = outl_maps_find(address);
    while (map && map->flags & OUTL_MAP_READ) {
        if (end <= map->range.end) { return true; }
        map = map + 1 < outl_maps + outl_map_count && map[1].range.start == map->range.end ? map + 1 : NULL;
    }
    return false;
}

bool outl_maps_executable(uintptr_t address) {
    const struct outl_map *map = outl_maps_find(address);
    return map && map->flags & OUTL_MAP_EXECUTE;
}

uintptr_t outl_maps_relative(uintptr_t address) {
    int32_t distance;
    if (!outl_maps_readable(address, sizeof distance)) { return 0; }
    memcpy(&distance, OUTL_AT(address), sizeof distance);
    return distance == 0 ? 0 : address + (uintptr_t)(intptr_t)distance;
}

const char *outl_maps_text(uintptr_t address, size_t longest, size_t *length) {
    for (*length = 0; *length < longest && outl_maps_readable(address + *length, 1); ++*length) {
        if (outl_byte(address + *length) == 0) { return OUTL_AT(address); }
    }
    return NULL;
}

// MARK: Bytes

uintptr_t outl_shift;

void outl_shadow_begin(uintptr_t shift) { outl_shift = shift; }

void outl_shadow_check(uintptr_t address) {
    if (!outl_maps_readable(address, 1)) { __builtin_trap(); }
}

#endif
