#pragma once

/// The files that a live process maps: which of them are modules, and the parts that the loader relocated.
///
/// Concurrency: as Source/process.h. System calls only.

#include "Source/mappings.h"
#include "outl_inspect.h"

#include <sys/types.h>

/// A file, and what its headers say.
struct outl_loaded_file {
    bool is_seen;
    bool is_foreign;     ///< A device, or of a file system in user space (FUSE): reading it may never end.
    bool is_known;
    bool is_module;      ///< It begins like an executable or a library.
    bool is_missing;     ///< It may be a module, and a part of it cannot be read.
    uint64_t start, end; ///< The part that the loader makes read-only (RELRO), as offsets; both 0 if there is none.
};

struct outl_loaded {
    pid_t process;
    int folder;              ///< The open folder of the process in /proc.
    int pagemap;             ///< Its open page map, or -1.
    struct outl_keyed files; ///< Each an outl_loaded_file, by inode and device.
    bool is_stopped;         ///< `true` while the process is stopped: no file is opened, which may take any time.
    struct outl_array fuse;  ///< The devices of file systems in user space, each a uint64_t.
};

/// Begins with a process.
///
/// - folder: Its open folder in /proc.
void outl_loaded_begin(struct outl_loaded *loaded, pid_t process, int folder);

/// Releases what is known.
void outl_loaded_end(struct outl_loaded *loaded);

/// Learns what the file of a mapping is, and reads the headers if it begins there, unless that is known.
void outl_loaded_learn(struct outl_loaded *loaded, const struct outl_mapping *mapping);

/// Returns the module that a mapping is of, or null if it is of another file, or of none. Valid until the next call.
const struct outl_loaded_file *outl_loaded_module(struct outl_loaded *loaded, const struct outl_mapping *mapping);

/// Opens the file of a mapping, which may have been deleted or replaced. Returns -1 if it cannot be found.
int outl_loaded_open(const struct outl_loaded *loaded, const struct outl_mapping *mapping);

/// Returns `true` if the file of a mapping is left out.
bool outl_loaded_is_foreign(struct outl_loaded *loaded, const struct outl_mapping *mapping);

/// Records that a part of a mapping's module cannot be read.
void outl_loaded_miss(struct outl_loaded *loaded, const struct outl_mapping *mapping);

/// Counts the modules that cannot be read, or are left out, and names one in the result.
///
/// - mappings: The mappings of the process: a file with executable ones counts as a module.
void outl_loaded_missing(
    struct outl_loaded *loaded, const struct outl_mappings *mappings, struct outl_inspect_result *result);
