#pragma once

/// The modules that the process has, and had: what an address of a stack lies in is known long after it was unloaded.
///
/// Concurrency: `outl_heap_modules_refresh` may be called on any thread that may call the dynamic loader: it takes a
/// lock of its own and then the loader's. The rest is for the service thread and frozen copies; items never move, and a
/// module's end is the only thing of it that changes.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdint.h>

struct outl_module {
    uintptr_t bias;
    uintptr_t start;
    uintptr_t end;
    uint32_t epoch_from;
    uint32_t epoch_to; ///< UINT32_MAX while it is loaded.
    char *path;        ///< Allocated once, never given back.
    char *build_id;    ///< Likewise.
};

/// Brings the list up to date. To be called before each snapshot, and before and after a module is unloaded.
void outl_heap_modules_refresh(void);

/// Whether a module is being loaded or unloaded at this moment: then whoever does it may hold the loader's lock. Takes none.
bool outl_heap_modules_at_work(void);

/// How many modules there are in the list.
size_t outl_heap_modules_count(void);

/// A module; index is below the count.
const struct outl_module *outl_heap_module(size_t index);

/// The module that holds an address now; null when none does. In a frozen copy only, or on the service thread.
const struct outl_module *outl_heap_module_at(uintptr_t address);
