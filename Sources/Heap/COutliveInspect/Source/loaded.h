#pragma once

/// The files that a live process maps: which of them are modules, and the parts that the loader relocated.
///
/// Concurrency: as Source/process.h. System calls only.

#include "Source/mappings.h"

#include <sys/types.h>

/// A file, and what its headers say.
struct outl_loaded_file {
    bool is_known;
    bool is_module;      ///< It begins like an executable or a library.
    uint64_t start, end; ///< The part that the loader makes read-only (RELRO), as offsets; both 0 if there is none.
};

struct outl_loaded {
    pid_t process;
    int folder;              ///< The open folder of the process in /proc.
    int pagemap;             ///< Its open page map, or -1.
    struct outl_keyed files; ///< Each an outl_loaded_file, by inode and device.
};

/// Reads the headers of the file that begins in a mapping, unless it is known.
void outl_loaded_learn(struct outl_loaded *loaded, const struct outl_mapping *mapping);

/// Returns the module that a mapping is of, or null if it is of another file, or of none. Valid until the next call.
const struct outl_loaded_file *outl_loaded_module(struct outl_loaded *loaded, const struct outl_mapping *mapping);

/// Opens the file of a mapping, which may have been deleted or replaced. Returns -1 if it cannot be found.
int outl_loaded_open(const struct outl_loaded *loaded, const struct outl_mapping *mapping);
