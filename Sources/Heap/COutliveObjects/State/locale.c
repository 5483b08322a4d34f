// glibc's locale is three tables: the data of 13 categories, of which LC_ALL has none, three tables of characters, and
// the names of the categories, of which LC_ALL's is composed of all.
#include "State/locale.h"

#if OUTL_HEAP_SERVED

#include "Memory/maps.h"
#include "State/collections.h"
#include "Types/elf.h"

enum { word = 8, categories = 13, all = 6, tables = 3, longest_name = 1024 };
enum { first_name = (categories + tables) * word, locale_size = first_name + categories * word };

static const char *name_at(uintptr_t address, size_t *length) {
    return outl_maps_text(outl_word(address), longest_name, length);
}

static bool is_locale(uintptr_t address) {
    // The tables of a locale that was set lie in a mapped file, whose bytes are not known of every subject.
    for (uintptr_t index = 0; index < categories + tables; index++) {
        uintptr_t content = outl_word(address + index * word);
        bool is_set = index < categories ? outl_maps_readable(content, word) : content != 0;
        if (index == all ? content != 0 : !is_set) { return false; }
    }
    for (uintptr_t index = 0; index < categories; index++) {
        size_t length;
        const char *name = name_at(address + first_name + index * word, &length);
        if (!name || length == 0) { return false; }
        for (size_t at = 0; at < length; at++) {
            if (name[at] <= ' ' || name[at] > '~') { return false; }
        }
    }
    return true;
}

uintptr_t outl_locale_find(void) {
    enum { largest_part = 1 << 20 };
    uintptr_t function = outl_elf_exported_by_any("setlocale");
    const struct outl_module *module = function ? outl_modules_find(function) : NULL;
    for (size_t index = 0; module && index < outl_map_count; index++) {
        const struct outl_map *map = &outl_maps[index];
        if ((map->flags & (OUTL_MAP_READ | OUTL_MAP_WRITE)) != (OUTL_MAP_READ | OUTL_MAP_WRITE)) { continue; }
        uintptr_t start = map->range.start > module->start ? map->range.start : module->start;
        uintptr_t end = map->range.end < module->end ? map->range.end : module->end;
        // The writable data of glibc has some pages.
        if (end > start + largest_part) { continue; }
        for (uintptr_t at = outl_aligned(start, word); at + locale_size <= end; at += word) {
            if (is_locale(at)) { return at; }
        }
    }
    return 0;
}

void outl_locale_visit(struct outl_visit *visit, uint32_t value, uintptr_t address) {
    size_t length = 0;
    bool is_readable = outl_maps_readable(address, locale_size);
    const char *name = is_readable ? name_at(address + first_name + all * word, &length) : NULL;
    if (!name) { return outl_value_count_partial(value); }
    outl_visit_content(visit, value, OUTL_VALUE_TEXT, length, name, length);
}

#endif
