// The key of a type is a hash of its structure, so that types without metadata of their own in the subject, which are
// made by the reader, equal the subject's.
#include "Reader/index.h"

#if OUTL_HEAP_SERVED

#include "Memory/guardpages.h"
#include "Memory/maps.h"
#include "Memory/memory.h"
#include "Reader/contexts.h"
#include "Reader/kinds.h"

#include <fcntl.h>
#include <unistd.h>

enum { deepest = 16, maximum_words = 1 << 10 };

static struct outl_keyed found; // The metadata, a word each; 0 for a type without any.

// MARK: Keys

static uint64_t mix(uint64_t hash, uint64_t value) {
    hash = (hash ^ value ^ value >> 29) * UINT64_C(0x9E3779B97F4A7C15);
    return hash ^ hash >> 32;
}

static uint64_t hash_of(uintptr_t metadata, int depth);

// Adds `count` words from an address on: metadata, `step` bytes apart, and others.
static uint64_t mix_types(uint64_t hash, uintptr_t first, uint64_t count, uintptr_t step, int depth) {
    if (count > maximum_words || !outl_maps_readable(first, count * step)) { return hash; }
    for (uint64_t index = 0; index < count; index++) {
        hash = mix(hash, hash_of(outl_word(first + index * step), depth));
    }
    return hash;
}

static uint64_t mix_text(uint64_t hash, uintptr_t text) {
    enum { longest = 1 << 12 };
    size_t length = 0;
    const char *bytes = text ? outl_maps_text(text, longest, &length) : NULL;
    for (size_t index = 0; bytes && index < length; index++) { hash = mix(hash, (uint8_t)bytes[index]); }
    return hash;
}

static uint64_t hash_of_argument(const struct outl_argument *argument, int depth) {
    switch (argument->kind) {
    case OUTL_PARAMETER_VALUE: return argument->word;
    case OUTL_PARAMETER_PACK: return mix_types(argument->size, argument->word, argument->size, 8, depth);
    default: return hash_of(argument->word, depth);
    }
}

static uint64_t hash_of_nominal(uintptr_t metadata, uintptr_t descriptor, int depth) {
    struct outl_generics generics;
    struct outl_argument arguments[OUTL_PARAMETERS_MAX];
    uint64_t hash = mix(OUTL_METADATA_STRUCT, descriptor);
    uintptr_t words = outl_context_arguments_of(metadata, descriptor);
    if (!words || !outl_context_generics(descriptor, &generics)) { return hash; }
    uint32_t count = outl_context_arguments(&generics, words, arguments);
    for (uint32_t index = 0; index < count; index++) {
        if (arguments[index].is_known) { hash = mix(hash, hash_of_argument(&arguments[index], depth)); }
    }
    return hash;
}

static uint64_t hash_of(uintptr_t metadata, int depth) {
    if (depth == 0 || !outl_metadata_valid(metadata)) { return metadata; }
    uintptr_t descriptor = outl_context_of(metadata);
    if (descriptor) { return hash_of_nominal(metadata, descriptor, depth - 1); }
    uintptr_t kind = outl_word(metadata), second = outl_word(metadata + 8);
    uint64_t hash = mix(kind, 0);
    switch (kind) {
    case OUTL_METADATA_METATYPE:
    case OUTL_METADATA_EXISTENTIAL_METATYPE: return mix(hash, hash_of(second, depth - 1));
    case OUTL_METADATA_TUPLE:
        hash = mix_text(mix(hash, second), outl_word(metadata + 16));
        return mix_types(hash, metadata + 24, second, 16, depth - 1);
    case OUTL_METADATA_FUNCTION:
        return mix_types(mix(hash, second), metadata + 16, 1 + (second & OUTL_FUNCTION_PARAMETERS), 8, depth - 1);
    case OUTL_METADATA_EXISTENTIAL: return mix_types(mix(hash, second), metadata + 16, second >> 32, 8, 1);
    default: return metadata;
    }
}

// MARK: Search

// Returns the place of a type's metadata, or null if there is no memory.
static uintptr_t *place_of(uint64_t hash) {
    bool is_new;
    uint32_t number = outl_keyed_find(&found, sizeof(uintptr_t), hash, 0, &is_new);
    return number == OUTL_NOTHING ? NULL : (uintptr_t *)found.array.items + number;
}

void outl_index_add(uintptr_t metadata) {
    uintptr_t *place = place_of(hash_of(metadata, deepest));
    if (place && *place == 0) { *place = metadata; }
}

void outl_index_remove(uintptr_t metadata) {
    uintptr_t *place = place_of(hash_of(metadata, deepest));
    if (place && *place == metadata) { *place = 0; }
}

// Returns `true` if the words at `at` may be the metadata of a class; six of them are readable.
static bool is_like_class(const uintptr_t *words) {
    enum { is_swift = 2, flags = 2, descriptor = 5 };
    return words[0] == OUTL_METADATA_CLASS && (words[flags] & is_swift) && words[flags] >> 32 == 0
        && words[descriptor] != 0 && words[descriptor] % 4 == 0;
}

static bool is_value(uintptr_t metadata) {
    uintptr_t kind = outl_word(metadata);
    if (kind < OUTL_METADATA_STRUCT || kind > OUTL_METADATA_OPTIONAL) { return false; }
    if (!outl_metadata_valid(metadata)) { return false; }
    int context = outl_context_kind(outl_metadata_descriptor(metadata));
    return context == (kind == OUTL_METADATA_STRUCT ? (int)OUTL_DESCRIPTOR_STRUCT : OUTL_CONTEXT_ENUM);
}

static void search_range(struct outl_range range) {
    enum { before = 2, behind = 6 };
    const uintptr_t *words = OUTL_AT(range.start);
    size_t count = (range.end - range.start) / 8;
    for (size_t at = before; at + behind <= count; at++) {
        uintptr_t word = words[at], metadata = range.start + 8 * at;
        bool is_class = word == OUTL_METADATA_CLASS && is_like_class(words + at)
            && outl_metadata_kind(metadata) == OUTL_TYPE_CLASS;
        bool may_be_value = word >= OUTL_METADATA_STRUCT && word <= OUTL_METADATA_OPTIONAL;
        if (is_class || (may_be_value && is_value(metadata))) { outl_index_add(metadata); }
    }
}

// Searches a part of a mapping. Of writable ones it passes over memory that was never used.
static void search_content(const struct outl_map *map, struct outl_range range) {
    if (!(map->flags & OUTL_MAP_WRITE)) {
        search_range(range);
        return;
    }
    struct outl_range part = outl_maps_content(range);
    for (; part.start < part.end; part = outl_maps_content((struct outl_range){part.end, range.end})) {
        search_range(part);
    }
}

// Searches a mapping without the guard pages in it.
static void search_map(const struct outl_map *map, int pagemap) {
    struct outl_range rest = map->range, guards;
    bool may_have_guards = pagemap >= 0 && map->flags & OUTL_MAP_ANONYMOUS;
    while (may_have_guards && rest.start < rest.end && outl_guard_pages_find(pagemap, rest, &guards)) {
        search_content(map, (struct outl_range){rest.start, guards.start});
        rest.start = guards.end;
    }
    search_content(map, rest);
}

// Leaves out large files that a program maps, because no module is that large, and memory that is reserved only.
static bool may_have_metadata(const struct outl_map *map) {
    const size_t largest_module = (size_t)1 << 28, largest_heap = (size_t)1 << 34;
    size_t size = map->range.end - map->range.start;
    bool is_data = map->flags & OUTL_MAP_READ && !(map->flags & OUTL_MAP_EXECUTE);
    return is_data && size <= (map->flags & OUTL_MAP_ANONYMOUS ? largest_heap : largest_module);
}

static void search(void) {
    static uint32_t generation;
    static bool is_done;
    if (is_done && generation == outl_maps_generation) { return; }
    is_done = true;
    generation = outl_maps_generation;
    outl_keyed_free(&found);
    // The copy of another process has none.
    int pagemap = outl_shift == 0 ? open("/proc/thread-self/pagemap", O_RDONLY | O_CLOEXEC) : -1;
    for (size_t index = 0; index < outl_map_count; index++) {
        if (may_have_metadata(&outl_maps[index])) { search_map(&outl_maps[index], pagemap); }
    }
    if (pagemap >= 0) { close(pagemap); }
}

uintptr_t outl_index_find(uintptr_t descriptor, const uintptr_t *arguments, uint32_t count) {
    struct outl_generics generics;
    search();
    if (!outl_context_generics(descriptor, &generics)) { return 0; }
    uint64_t hash = mix(OUTL_METADATA_STRUCT, descriptor);
    for (uint32_t index = 0; index < count && index < generics.count; index++) {
        uint8_t parameter = outl_byte(generics.parameters + index);
        if (!(parameter & OUTL_PARAMETER_WITH_ARGUMENT)) { continue; }
        struct outl_argument argument = {.kind = parameter & 0x3F, .word = arguments[index]};
        if (argument.kind == OUTL_PARAMETER_PACK) { return 0; }
        hash = mix(hash, hash_of_argument(&argument, deepest - 1));
    }
    const uintptr_t *place = place_of(hash);
    return place ? *place : 0;
}

const uintptr_t *outl_index_all(size_t *count) {
    search();
    *count = found.array.count;
    return (const uintptr_t *)(const void *)found.array.items;
}

// MARK: The standard library

// The descriptors of types and protocols that the modules called Swift declare at their top level. Not all of them have
// metadata: a generic type without an instance has none.
static struct outl_array standard;

// Adds the descriptors near a module's own. They all lie in one mapping of its file.
static void add_standard(uintptr_t module) {
    const struct outl_map *map = outl_maps_find(module);
    if (!map || !(map->flags & OUTL_MAP_READ)) { return; }
    const uint32_t *halves = OUTL_AT(map->range.start);
    size_t count = (map->range.end - map->range.start) / 4;
    for (size_t at = 0; at + 2 < count; at++) {
        uintptr_t descriptor = map->range.start + 4 * at;
        // The reference to the parent is at +4, relative to its own place.
        if (descriptor + 4 + (uintptr_t)(intptr_t)(int32_t)halves[at + 1] != module) { continue; }
        bool is_one = outl_context_is_type(descriptor) || outl_context_kind(descriptor) == OUTL_DESCRIPTOR_PROTOCOL;
        if (is_one) { outl_array_add(&standard, &descriptor, sizeof descriptor); }
    }
}

static void search_standard(void) {
    enum { maximum_modules = 16 };
    static uint32_t generation;
    static bool is_done;
    uintptr_t modules[maximum_modules];
    size_t count = 0;
    search();
    if (is_done && generation == outl_maps_generation) { return; }
    is_done = true;
    generation = outl_maps_generation;
    outl_array_free(&standard);
    for (size_t index = 0; index < found.array.count && count < maximum_modules; index++) {
        uintptr_t metadata = ((const uintptr_t *)(const void *)found.array.items)[index];
        uintptr_t descriptor = metadata ? outl_context_of(metadata) : 0;
        uintptr_t module = descriptor ? outl_descriptor_parent(descriptor) : 0;
        bool is_new = outl_context_kind(module) == OUTL_DESCRIPTOR_MODULE && outl_descriptor_is_named(module, "Swift");
        for (size_t other = 0; is_new && other < count; other++) { is_new = modules[other] != module; }
        if (is_new) { modules[count++] = module; }
    }
    while (count > 0) { add_standard(modules[--count]); }
}

uintptr_t outl_index_named(const char *name) {
    search_standard();
    for (size_t index = 0; index < standard.count; index++) {
        uintptr_t descriptor = ((const uintptr_t *)(const void *)standard.items)[index];
        if (outl_descriptor_is_named(descriptor, name)) { return descriptor; }
    }
    return 0;
}

#endif
