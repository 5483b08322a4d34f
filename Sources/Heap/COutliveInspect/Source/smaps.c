#include "Source/smaps.h"

#if OUTL_HEAP_SERVED

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { kilobyte = 1024 };

// Opens a file of the process and reads its text, which ends with a zero. Returns `false` if there is none.
static bool read_file(int folder, const char *name, struct outl_array *text) {
    int file = openat(folder, name, O_RDONLY | O_CLOEXEC);
    if (file < 0) { return false; }
    int error = outl_text_read(text, file);
    close(file);
    return error == 0;
}

// Adds the number in a line `Name:   123 kB` if it has a name.
static void add_number(const char *line, const char *name, uint64_t *number) {
    size_t length = strlen(name);
    if (strncmp(line, name, length) == 0) { *number += strtoul(line + length, NULL, 10) * kilobyte; }
}

static void add_line(const char *line, struct outl_smap *map) {
    add_number(line, "Rss:", &map->resident);
    add_number(line, "Private_Dirty:", &map->dirty);
    add_number(line, "Shared_Clean:", &map->shared);
    add_number(line, "Shared_Dirty:", &map->shared);
    add_number(line, "Swap:", &map->swapped);
    // See proc(5): the flags have two letters each.
    if (strncmp(line, "VmFlags:", 8) == 0) { map->is_provided = strstr(line, " um") != NULL; }
}

void outl_smaps_read(struct outl_array *maps, int folder) {
    static struct outl_array text; // Contains the paths.
    maps->count = 0;
    if (!read_file(folder, "smaps", &text)) { return; }
    struct outl_smap *map = NULL;
    for (char *line = text.items; *line;) {
        char *next = line + strcspn(line, "\n");
        if (*next) { *next++ = 0; }
        // Names of numbers begin with a capital letter, which no address does.
        bool is_number = *line >= 'A' && *line <= 'Z';
        struct outl_smap new = {0};
        if (is_number && map) {
            add_line(line, map);
        } else if (!is_number && outl_mapping_parse(line, &new.mapping)) {
            outl_array_add(maps, &new, sizeof new);
            map = maps->count ? (struct outl_smap *)maps->items + maps->count - 1 : NULL;
        } else if (!is_number) {
            map = NULL;
        }
        line = next;
    }
    if (maps->failed) { maps->count = 0; }
}

bool outl_smaps_has_userfault(int folder) {
    static const char name[] = "anon_inode:[userfaultfd]";
    int list = openat(folder, "fd", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *descriptors = list >= 0 ? fdopendir(list) : NULL;
    bool is_found = false;
    for (struct dirent *entry; descriptors && !is_found && (entry = readdir(descriptors));) {
        char target[sizeof name];
        ssize_t length = readlinkat(list, entry->d_name, target, sizeof target);
        is_found = length == sizeof name - 1 && memcmp(target, name, sizeof name - 1) == 0;
    }
    if (descriptors) { closedir(descriptors); } else if (list >= 0) { close(list); }
    return is_found;
}

uint64_t outl_status_bytes(int folder, const char *name) {
    struct outl_array text = {0};
    uint64_t number = 0;
    if (read_file(folder, "status", &text)) {
        for (const char *line = text.items; *line; line += strcspn(line, "\n"), line += *line == '\n') {
            add_number(line, name, &number);
        }
    }
    outl_array_free(&text);
    return number;
}

#endif
