#include "State/platform.h"

#if OUTL_HEAP_SERVED

#include "Memory/maps.h"
#include "State/collections.h"
#include "Types/elf.h"
#include "Types/modules.h"

#include <string.h>

// A shared object of a library. Each has a reason to be state of the program, and an object of its own.
struct shared {
    const char *symbol; // The metadata of its class.
    const char *name;
    uintptr_t metadata;
    uintptr_t address; // The variable that refers to it.
};

static struct shared objects[] = {
    // Observers that a test adds are called in the next one.
    {"$s20FoundationEssentials18NotificationCenterCN", "NotificationCenter.default", 0, 0},
    {"$s10Foundation18NotificationCenterCN", "NotificationCenter.default", 0, 0},
    // Defaults that are registered or set are read by the next test.
    {"$s10Foundation12UserDefaultsCN", "UserDefaults.standard", 0, 0},
    // Responses and cookies of one user are sent for the next.
    {"$s20FoundationNetworking8URLCacheCN", "URLCache.shared", 0, 0},
    {"$s20FoundationNetworking17HTTPCookieStorageCN", "HTTPCookieStorage.shared", 0, 0},
};

// The list of the environment, whose variables a program and its libraries read at any time.
static uintptr_t environment;

void outl_platform_note(const char *name, uintptr_t address) {
    if (strcmp(name, "environ") == 0 || strcmp(name, "__environ") == 0) { environment = address; }
    for (size_t index = 0; index < OUTL_COUNT(objects); index++) {
        if (strcmp(name, objects[index].symbol) == 0) { objects[index].metadata = address; }
    }
}

void outl_platform_clear(void) {
    environment = 0;
    for (size_t index = 0; index < OUTL_COUNT(objects); index++) {
        objects[index].metadata = objects[index].address = 0;
    }
}

// MARK: Search

static uintptr_t find_exported(const char *name) {
    for (size_t index = 0; index < outl_module_count; index++) {
        uintptr_t found = outl_elf_exported(&outl_modules[index], name);
        if (found) { return found; }
    }
    return 0;
}

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

static uint32_t index_of(uintptr_t address) {
    const struct outl_module *module = outl_modules_find(address);
    return module ? (uint32_t)(module - outl_modules) : 0;
}

static void add(struct outl_array *variables, struct outl_variable variable) {
    variable.length = strlen(variable.symbol);
    outl_array_add(variables, &variable, sizeof variable);
}

void outl_platform_add(struct outl_array *variables) {
    if (!environment) { environment = find_exported("environ"); }
    if (environment) {
        add(variables, (struct outl_variable){
            .symbol = "environment", .address = environment, .size = 8, .kind = OUTL_VARIABLE_ENVIRONMENT,
            .module = index_of(environment)});
    }
    for (size_t index = 0; index < OUTL_COUNT(objects); index++) {
        struct shared *shared = &objects[index];
        if (!shared->metadata) { shared->metadata = find_exported(shared->symbol); }
        if (!shared->metadata || !outl_metadata_valid(shared->metadata)) { continue; }
        uintptr_t address = find_reference(shared->metadata);
        add(variables, (struct outl_variable){
            .symbol = shared->name, .address = address, .size = 8, .metadata = shared->metadata,
            .module = index_of(shared->metadata), .is_unused = address == 0});
    }
}

// MARK: The environment

void outl_platform_visit_environment(struct outl_visit *visit, uint32_t value, uintptr_t address) {
    enum { longest = 1 << 17, most = 1 << 14, longest_name = 255 };
    char name[longest_name + 2];
    uint32_t variable = outl_value_at(value)->variable;
    uintptr_t list = outl_maps_readable(address, 8) ? outl_word(address) : 0;
    uint64_t count = 0;
    for (; list % 8 == 0 && count < most && outl_maps_readable(list, 8) && outl_word(list); list += 8, count++) {
        size_t length;
        const char *text = outl_maps_text(outl_word(list), longest, &length);
        const char *equals = text ? memchr(text, '=', length) : NULL;
        size_t name_length = equals ? (size_t)(equals - text) : 0;
        if (name_length == 0 || name_length > longest_name) { continue; }
        name[0] = '.';
        memcpy(name + 1, text, name_length);
        uint32_t below = outl_value_below(value, variable, outl_text_add(name, name_length + 1), 0);
        if (below == OUTL_NOTHING) { continue; }
        size_t content = length - name_length - 1;
        outl_visit_content(visit, below, OUTL_VALUE_TEXT, content, equals + 1, content);
    }
    outl_visit_content(visit, value, OUTL_VALUE_DICTIONARY, count, NULL, 0);
}

#endif
