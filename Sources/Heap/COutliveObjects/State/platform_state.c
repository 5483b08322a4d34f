#include "State/platform_state.h"

#if OUTL_HEAP_SERVED

#include "Memory/maps.h"
#include "Types/elf.h"
#include "Types/metadata.h"
#include "Types/modules.h"

#include <string.h>

// Each has a reason to be state of the program.
static struct outl_shared objects[] = {
    // Observers that a test adds are called in the next one.
    {"$s20FoundationEssentials18NotificationCenterCN", "NotificationCenter.default", 0, 0},
    {"$s10Foundation18NotificationCenterCN", "NotificationCenter.default", 0, 0},
    // Defaults that are registered or set are read by the next test.
    {"$s10Foundation12UserDefaultsCN", "UserDefaults.standard", 0, 0},
    // Responses and cookies of one user are sent for the next.
    {"$s20FoundationNetworking8URLCacheCN", "URLCache.shared", 0, 0},
    {"$s20FoundationNetworking17HTTPCookieStorageCN", "HTTPCookieStorage.shared", 0, 0},
};

void outl_platform_note(const char *name, uintptr_t address) {
    for (size_t index = 0; index < OUTL_COUNT(objects); index++) {
        if (strcmp(name, objects[index].symbol) == 0) { objects[index].metadata = address; }
    }
}

void outl_platform_clear(void) {
    for (size_t index = 0; index < OUTL_COUNT(objects); index++) {
        objects[index].metadata = objects[index].address = 0;
    }
}

// MARK: Search

// Finds the first word of a module's data that refers to an object of a class. The symbols of a library's own variables
// are not in its file.
static uintptr_t find_reference(uintptr_t metadata) {
    const struct outl_module *module = outl_modules_find(metadata);
    for (size_t index = 0; module && index < outl_map_count; index++) {
        const struct outl_map *map = &outl_maps[index];
        if (!(map->flags & OUTL_MAP_WRITE) || !(map->flags & OUTL_MAP_READ)) { continue; }
        uintptr_t start = map->range.start > module->start ? map->range.start : module->start;
        uintptr_t end = map->range.end < module->end ? map->range.end : module->end;
        for (uintptr_t at = outl_aligned(start, 8); at + 8 <= end; at += 8) {
            uintptr_t object = outl_word(at);
            bool is_object = object % 16 == 0 && object > 4096 && outl_maps_readable(object, 16);
            if (is_object && outl_word(object) == metadata) { return at; }
        }
    }
    return 0;
}

const struct outl_shared *outl_platform_shared(size_t *count) {
    for (size_t index = 0; index < OUTL_COUNT(objects); index++) {
        struct outl_shared *shared = &objects[index];
        if (!shared->metadata) { shared->metadata = outl_elf_exported_by_any(shared->symbol); }
        if (!outl_metadata_valid(shared->metadata)) { shared->metadata = 0; }
        shared->address = shared->metadata ? find_reference(shared->metadata) : 0;
    }
    *count = OUTL_COUNT(objects);
    return objects;
}

#endif
