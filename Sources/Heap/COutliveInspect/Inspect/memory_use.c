#include "Inspect/memory_use.h"

#if OUTL_HEAP_SERVED

#include "Inspect/notes.h"
#include "Malloc/account.h"
#include "Objects/output.h"
#include "Objects/subject.h"
#include "Source/place.h"
#include "Source/smaps.h"
#include "Types/modules.h"
#include "Types/names.h"

#include <string.h>

enum { page = 4096 };

// The kinds of mappings.
enum kind {
    KIND_OTHER = 0,  // Anonymous memory of the program or its allocator.
    KIND_HEAP = 1,   // The heap that grows by brk.
    KIND_ARENA = 2,  // The heap of another arena.
    KIND_STACK = 3,  // The stack of a thread.
    KIND_FILE = 4,   // A file, or the variables of a module without initial values.
    KIND_SHARED = 5, // Shared memory.
    KIND_KERNEL = 6,
};

// An item of the section of mappings.
struct mapping_item {
    struct outl_text path;
    uint64_t start, size, resident, dirty, shared, swapped;
    uint32_t kind, flags;
};
_Static_assert(sizeof(struct mapping_item) == 64, "as docs/heap-snapshot.md says");

// An item of the section of figures.
struct figure {
    uint32_t kind, reserved;
    uint64_t value;
};
_Static_assert(sizeof(struct figure) == 16, "as docs/heap-snapshot.md says");

enum { FIGURE_PAGE_TABLES = 1, FIGURE_SWAP, FIGURE_PEAK, FIGURE_THREADS, FIGURE_ARENAS, FIGURE_CACHES, FIGURE_MEASURED };

static struct outl_source *source;
static struct outl_glibc *glibc;
static struct outl_account account;

// MARK: Kinds

static bool is_stack(const struct outl_mapping *mapping) {
    for (size_t index = 0; index < source->tracees.count; index++) {
        uintptr_t stack = ((const struct outl_tracee *)source->tracees.items)[index].stack;
        if (mapping->range.start <= stack && stack < mapping->range.end) { return true; }
    }
    return strncmp(mapping->path, "[stack", 6) == 0;
}

static bool is_arena(const struct outl_mapping *mapping) {
    const struct outl_range *heaps = (const void *)glibc->heaps.items;
    for (size_t index = 0; index < glibc->heaps.count; index++) {
        if (mapping->range.start < heaps[index].end && heaps[index].start < mapping->range.end) { return true; }
    }
    return false;
}

// Returns the module whose variables without initial values a mapping contains, or null.
static const struct outl_module *module_of(const struct outl_mapping *mapping) {
    for (size_t index = 0; index < outl_module_count; index++) {
        const struct outl_module *module = &outl_modules[index];
        uintptr_t end = outl_aligned(module->end, page);
        if (module->start <= mapping->range.start && mapping->range.end <= end) { return module; }
    }
    return NULL;
}

static bool begins(const char *text, const char *with) { return strncmp(text, with, strlen(with)) == 0; }

static enum kind kind_of(const struct outl_smap *map) {
    const struct outl_mapping *mapping = &map->mapping;
    if (mapping->flags & OUTL_MAP_HEAP) { return KIND_HEAP; }
    if (begins(mapping->path, "[v")) { return KIND_KERNEL; }
    if (is_stack(mapping)) { return KIND_STACK; }
    if (outl_mapping_has_file(mapping)) {
        bool is_memory = begins(mapping->path, "/dev/shm/") || begins(mapping->path, "/dev/zero")
            || begins(mapping->path, "/memfd:") || begins(mapping->path, "/SYSV");
        return is_memory ? KIND_SHARED : KIND_FILE;
    }
    if (mapping->flags & OUTL_MAP_SHARED) { return KIND_SHARED; }
    if (is_arena(mapping)) { return KIND_ARENA; }
    return module_of(mapping) ? KIND_FILE : KIND_OTHER;
}

// MARK: Sections

static void write_mappings(struct outl_sections *sections) {
    outl_output_begin(sections, OUTL_SECTION_MAPPINGS, sizeof(struct mapping_item));
    for (size_t index = 0; index < source->usage.count; index++) {
        const struct outl_smap *map = (const struct outl_smap *)source->usage.items + index;
        const struct outl_module *module = *map->mapping.path ? NULL : module_of(&map->mapping);
        enum kind kind = kind_of(map);
        struct mapping_item item = {
            .path = outl_text_add_string(module && kind == KIND_FILE ? module->path : map->mapping.path),
            .start = map->mapping.range.start, .size = map->mapping.range.end - map->mapping.range.start,
            .resident = map->resident, .dirty = map->dirty, .shared = map->shared, .swapped = map->swapped,
            .kind = kind, .flags = map->mapping.flags & (OUTL_MAP_READ | OUTL_MAP_WRITE | OUTL_MAP_EXECUTE)};
        outl_output_write(&item, sizeof item);
    }
    outl_output_end(sections, OUTL_SECTION_MAPPINGS);
}

static void write_figures(struct outl_sections *sections) {
    bool is_live = !source->is_core && source->folder >= 0;
    const struct figure figures[] = {
        {FIGURE_PAGE_TABLES, 0, is_live ? outl_status_bytes(source->folder, "VmPTE:") : 0},
        {FIGURE_SWAP, 0, is_live ? outl_status_bytes(source->folder, "VmSwap:") : 0},
        {FIGURE_PEAK, 0, is_live ? outl_status_bytes(source->folder, "VmHWM:") : 0},
        {FIGURE_THREADS, 0, source->tracees.count},
        {FIGURE_ARENAS, 0, glibc->arenas},
        {FIGURE_CACHES, 0, glibc->caches},
        {FIGURE_MEASURED, 0, is_live},
    };
    outl_output_section(sections, OUTL_SECTION_FIGURES, figures, OUTL_COUNT(figures), sizeof *figures);
}

static void write_more(struct outl_sections *sections) {
    write_mappings(sections);
    write_figures(sections);
    if (account.blocks.count > 0) {
        outl_output_array(sections, OUTL_SECTION_ALLOCATOR, &account.rows, sizeof(struct outl_account_row));
    }
}

static struct outl_use use_of(const struct outl_block *block) {
    size_t index = (size_t)(block - outl_glibc_block(glibc, 0));
    const struct outl_block_use *use = (const struct outl_block_use *)account.blocks.items + index;
    return (struct outl_use){use->resident, use->kept};
}

// MARK: A core file

// Returns `true` if a page consists of zeros: most of these were never used.
static bool is_zero(uintptr_t address) {
    static const char zeros[page];
    return memcmp(OUTL_AT(address), zeros, page) == 0;
}

// Adds the pages of a part that have content, and their bytes to the mapping. A readable part is at the start.
static void add_content(struct outl_range part, struct outl_smap *map, bool is_anonymous) {
    for (uintptr_t address = part.start; address + page <= part.end; address += page) {
        if (!outl_maps_readable(address, page)) { break; }
        if (is_zero(address)) { continue; }
        map->resident += page;
        map->dirty += page;
        if (is_anonymous) { outl_place_add(&source->resident, (struct outl_range){address, address + page}); }
    }
}

// Estimates the use of memory by the contents, because a core file does not contain what was resident.
static void estimate(void) {
    const struct outl_range *parts = (const void *)source->parts.items;
    size_t part = 0;
    for (size_t index = 0; index < source->mappings.items.count; index++) {
        struct outl_smap map = {.mapping = *outl_mapping_at(&source->mappings, index)};
        while (part < source->parts.count && parts[part].end <= map.mapping.range.start) { part++; }
        for (size_t next = part; next < source->parts.count && parts[next].start < map.mapping.range.end; next++) {
            add_content(parts[next], &map, true);
        }
        bool is_private = map.mapping.flags & OUTL_MAP_WRITE && !(map.mapping.flags & OUTL_MAP_ANONYMOUS);
        if (is_private) { add_content(map.mapping.range, &map, false); }
        outl_array_add(&source->usage, &map, sizeof map);
    }
}

// MARK: All

void outl_memory_describe(struct outl_source *of, struct outl_glibc *walk) {
    source = of;
    glibc = walk;
    if (source->is_core) { estimate(); }
    bool is_known = !glibc->is_scanned && outl_account_make(glibc, &source->resident, &account);
    if (is_known && glibc->blocks.count > 0) { outl_subject.use_of = use_of; }
    if (!is_known) { account.blocks.count = 0; }
    outl_subject.write_more = write_more;
}

#endif
