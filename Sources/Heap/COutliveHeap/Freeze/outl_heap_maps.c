// Concurrency contract: see the header. The table is in static memory, because a mapping for it would be listed in it.

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "outl_heap_state.h"

#if OUTL_HEAP_SERVED

#include "outl_heap_maps.h"

#include "outl_heap_lines.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

// Above the default of vm.max_map_count.
enum { map_limit = 1 << 16 };
static struct outl_map maps[map_limit + 1];
static size_t map_count;
static size_t last_found;

static const char *number(const char *text, uintptr_t *value) {
    *value = 0;
    for (;; text++) {
        unsigned digit = (unsigned char)*text;
        if (digit >= '0' && digit <= '9') {
            digit -= '0';
        } else if (digit >= 'a' && digit <= 'f') {
            digit -= 'a' - 10;
        } else {
            return text;
        }
        *value = *value << 4 | digit;
    }
}

static bool begins(const char *text, const char *with) { return strncmp(text, with, strlen(with)) == 0; }

// A line: `start-end rwxp offset device inode   path`.
static void parse(const char *line) {
    struct outl_map map = {0};
    line = number(line, &map.start);
    if (*line != '-') { return; }
    line = number(line + 1, &map.end);
    if (*line != ' ' || strlen(line) < 5) { return; }
    if (line[1] == 'r') { map.flags |= OUTL_MAP_READ; }
    if (line[2] == 'w') { map.flags |= OUTL_MAP_WRITE; }
    if (line[3] == 'x') { map.flags |= OUTL_MAP_EXECUTE; }
    bool private = line[4] == 'p';
    const char *path = line + 5;
    for (int field = 0; field < 3; field++) {
        while (*path == ' ') { path++; }
        while (*path && *path != ' ') { path++; }
    }
    while (*path == ' ') { path++; }
    if (private && (*path == 0 || begins(path, "[heap]") || begins(path, "[anon"))) { map.flags |= OUTL_MAP_ANONYMOUS; }
    if (begins(path, "[heap]")) { map.flags |= OUTL_MAP_HEAP; }
    // Reading a device may have effects, and reading the kernel's own pages may fail.
    if (begins(path, "/dev/") || begins(path, "[v")) { map.flags = 0; }
    maps[map_count++] = map;
}

bool outl_maps_read(void) {
    static char text[1 << 16];
    map_count = last_found = 0;
    // /proc/self/maps is empty after the first thread has ended.
    int file = open("/proc/thread-self/maps", O_RDONLY | O_CLOEXEC);
    if (file < 0) { return false; }
    struct outl_lines lines = {.file = file, .text = text, .size = sizeof text};
    for (const char *line; map_count < map_limit && (line = outl_lines_next(&lines));) { parse(line); }
    close(file);
    return !lines.failed && map_count > 0 && map_count < map_limit;
}

const struct outl_map *outl_maps_all(size_t *count) {
    *count = map_count;
    return maps;
}

const struct outl_map *outl_maps_find(uintptr_t address) {
    if (last_found < map_count && address >= maps[last_found].start && address < maps[last_found].end) {
        return &maps[last_found];
    }
    size_t low = 0, high = map_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (maps[middle].end <= address) { low = middle + 1; } else { high = middle; }
    }
    if (low == map_count || address < maps[low].start) { return NULL; }
    last_found = low;
    return &maps[low];
}

bool outl_maps_readable(uintptr_t address, size_t size) {
    uintptr_t end = address + size;
    if (end < address) { return false; }
    const struct outl_map *map = outl_maps_find(address);
    while (map && map->flags & OUTL_MAP_READ) {
        if (end <= map->end) { return true; }
        map = map + 1 < maps + map_count && map[1].start == map->end ? map + 1 : NULL;
    }
    return false;
}

uintptr_t outl_maps_relative(uintptr_t address) {
    int32_t distance;
    if (!outl_maps_readable(address, sizeof distance)) { return 0; }
    memcpy(&distance, (const void *)address, sizeof distance);
    return distance == 0 ? 0 : address + (uintptr_t)(intptr_t)distance;
}

bool outl_maps_executable(uintptr_t address) {
    const struct outl_map *map = outl_maps_find(address);
    return map && map->flags & OUTL_MAP_EXECUTE;
}

#endif
