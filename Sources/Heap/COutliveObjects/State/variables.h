#pragma once

/// The globals and statics of the program's modules, found by their symbols.
///
/// Concurrency: for one thread, after the modules and the mappings are known. Memory comes from mmap, and the files of
/// modules stay mapped, as the names of variables are a part of them.

#include "State/visiting.h"

/// The kind of a variable, as docs/heap-snapshot.md numbers it.
enum outl_variable_kind {
    OUTL_VARIABLE_SWIFT = 0,
    OUTL_VARIABLE_C = 1,       ///< Without a type.
    OUTL_VARIABLE_ENVIRONMENT = 2, ///< A variable of the environment.
    OUTL_VARIABLE_SHARED = 3,      ///< A shared object of the platform.
    OUTL_VARIABLE_MEMORY = 4,      ///< A part of the memory of an executable without symbols.
    OUTL_VARIABLE_SETTING = 5,     ///< A setting in a library of the platform.
    OUTL_VARIABLE_TASK = 6,        ///< What suspended tasks of one function refer to.
};

/// What is known of the executable's symbols, as docs/heap-snapshot.md numbers it.
enum outl_symbols_state {
    OUTL_SYMBOLS_READ = 0,
    OUTL_SYMBOLS_STRIPPED = 1,
    OUTL_SYMBOLS_MISSING = 2, ///< The file cannot be read, or another one took its place.
};

struct outl_variable {
    const char *symbol; ///< The mangled name.
    size_t length;
    uintptr_t address;
    uint64_t size;
    uintptr_t token; ///< The address of the word that says whether it is initialised, or 0 without lazy initialisation.
    uintptr_t metadata; ///< Its type, or 0 if that is unknown.
    bool is_unused;     ///< `true` if it is initialised on first use, and was not used.
    uint32_t module;    ///< An index of `outl_modules`.
    enum outl_variable_kind kind;
    uint32_t parts;     ///< The number of parts into which an optimizer split it, or 0.
    size_t first_part;  ///< The index of the first of them.
    /// Adds a setting to a place in the tree; null for the others.
    void (*visit)(struct outl_visit *visit, uint32_t value, uintptr_t address);
};

/// Lists the variables, sorted by module and symbol, and the descriptors of the modules' types.
///
/// - open_module: Opens the file of a module. Returns -1 if it cannot be read. Another file in its place is left out.
///
/// Returns items of type `struct outl_variable`. Returns the same list until the modules change.
const struct outl_array *outl_variables_list(int (*open_module)(uint32_t module));

/// Returns what is known of the executable's symbols, after the variables were listed.
enum outl_symbols_state outl_variables_symbols(void);
