#include "Malloc/versions.h"

#include "outl_inspect.h"

#if OUTL_HEAP_SERVED

#include "Memory/maps.h"

#include <string.h>

// The layouts, latest first. `scripts/trial versions` measured those for 2.31, 2.36 and 2.41, the others follow the
// published sources. Where one is wrong, the checks of the walk fail.
static const struct outl_glibc_layout layouts[] = {
    {.from = 35, .to = 41, .protects_links = true, .heap_header = 48, .mapped_count = 60, .mapped_bytes = 80,
     .break_base = 96, .cache_bins = 104, .huge_page = 48},
    // Before that without huge pages.
    {.from = 32, .to = 34, .protects_links = true, .heap_header = 32, .mapped_count = 40, .mapped_bytes = 56,
     .break_base = 72, .cache_bins = 80},
    {.from = 31, .to = 31, .protects_links = false, .heap_header = 32, .mapped_count = 40, .mapped_bytes = 56,
     .break_base = 72, .cache_bins = 80},
};

const struct outl_glibc_layout *outl_glibc_layouts(size_t *count) {
    *count = OUTL_COUNT(layouts);
    return layouts;
}

const struct outl_glibc_layout *outl_glibc_layout(uint32_t minor) {
    for (size_t index = 0; index < OUTL_COUNT(layouts); index++) {
        if (layouts[index].from <= minor && minor <= layouts[index].to) { return &layouts[index]; }
    }
    return NULL;
}

bool outl_inspect_glibc(uint32_t *oldest, uint32_t *newest) {
    *newest = layouts[0].to;
    *oldest = layouts[OUTL_COUNT(layouts) - 1].from;
    return true;
}

// Finds the version in "GNU C Library (DISTRIBUTION) stable release version 2.36.".
static bool find_version(const char *text, size_t size, uint32_t *minor) {
    static const char begin[] = "GNU C Library (", version[] = " release version 2.";
    enum { longest = 160 };
    for (const char *end = text + size; (text = memmem(text, (size_t)(end - text), begin, sizeof begin - 1)); text++) {
        size_t rest = (size_t)(end - text) < longest ? (size_t)(end - text) : longest;
        const char *found = memmem(text, rest, version, sizeof version - 1);
        if (!found) { continue; }
        *minor = 0;
        for (const char *at = found + sizeof version - 1; at < text + rest && *at >= '0' && *at <= '9'; at++) {
            *minor = *minor * 10 + (uint32_t)(*at - '0');
        }
        return true;
    }
    return false;
}

static bool search_module(const struct outl_module *module, uint32_t *minor) {
    for (size_t index = 0; index < outl_map_count; index++) {
        const struct outl_map *map = &outl_maps[index];
        // Some linkers put constants into one segment with the code.
        bool is_constant = map->flags & OUTL_MAP_READ && !(map->flags & OUTL_MAP_WRITE);
        bool is_inside = map->range.start >= module->start && map->range.end <= outl_aligned(module->end, 4096);
        if (!is_constant || !is_inside) { continue; }
        if (find_version(OUTL_AT(map->range.start), map->range.end - map->range.start, minor)) { return true; }
    }
    return false;
}

bool outl_glibc_version(uint32_t *minor) {
    const struct outl_module *module = outl_glibc_module();
    return module && search_module(module, minor);
}

// MARK: The library

static bool is_named(const struct outl_module *module, const char *beginning) {
    const char *slash = strrchr(module->path, '/');
    return strncmp(slash ? slash + 1 : module->path, beginning, strlen(beginning)) == 0;
}

static bool is_library(const struct outl_module *module) {
    return is_named(module, "libc.so") || is_named(module, "libc-2.");
}

bool outl_glibc_has(const struct outl_module *module) {
    return is_library(module) || is_named(module, "ld-linux") || is_named(module, "ld-2.");
}

bool outl_glibc_has_loader(void) {
    for (size_t index = 0; index < outl_module_count; index++) {
        const struct outl_module *module = &outl_modules[index];
        if (outl_glibc_has(module) && !is_library(module)) { return true; }
    }
    return false;
}

const struct outl_module *outl_glibc_module(void) {
    for (size_t index = 0; index < outl_module_count; index++) {
        if (is_library(&outl_modules[index])) { return &outl_modules[index]; }
    }
    return outl_module_count > 0 ? &outl_modules[0] : NULL;
}

#else

bool outl_inspect_glibc(uint32_t *oldest, uint32_t *newest) {
    *oldest = *newest = 0;
    return false;
}

#endif
