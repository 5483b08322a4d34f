#pragma once

/// The mappings of another process, as the kernel or a core file lists them.
///
/// Concurrency: a list is for one thread. System calls only.

#include "Memory/maps.h"

/// A mapping of the process.
struct outl_mapping {
    struct outl_range range;
    uint32_t flags; ///< As of `struct outl_map`.
    uint64_t offset, inode;
    uint32_t major, minor; ///< The device of the file.
    const char *path; ///< The path in the process's file system, a name in brackets, or empty.
};

struct outl_mappings {
    struct outl_array items; ///< Each an outl_mapping, in ascending order.
    struct outl_array text;  ///< The kernel's text, which contains the paths.
};

/// Reads the list from the beginning of the open file. The previous content is replaced.
///
/// Returns 0 or an errno. The list is empty for an ended process, and for one without memory.
int outl_mappings_read(struct outl_mappings *mappings, int file);

/// Parses a line `start-end rwxp offset major:minor inode   path`, which stays in place. Returns `false` if it is none.
bool outl_mapping_parse(char *line, struct outl_mapping *mapping);

/// Reads the whole text of an open file, from its beginning, and adds a zero. Returns 0 or an errno.
int outl_text_read(struct outl_array *text, int file);

/// Fills the mappings of the subject. Returns `false` if there are too many.
///
/// - obtained: Returns the number of bytes of a mapping, from its start, that have a place.
bool outl_mappings_publish(
    const struct outl_mappings *mappings, size_t (*obtained)(const struct outl_mapping *mapping, void *context),
    void *context);

static inline struct outl_mapping *outl_mapping_at(const struct outl_mappings *mappings, size_t index) {
    return (struct outl_mapping *)mappings->items.items + index;
}

/// Returns `true` if a mapping is of a file, also of a deleted one.
static inline bool outl_mapping_has_file(const struct outl_mapping *mapping) {
    return mapping->path[0] == '/' && !(mapping->flags & OUTL_MAP_ANONYMOUS);
}

/// Returns `true` if two mappings are of the same file.
static inline bool outl_mapping_is_of(const struct outl_mapping *mapping, const struct outl_mapping *other) {
    return mapping->inode == other->inode && mapping->major == other->major && mapping->minor == other->minor;
}
