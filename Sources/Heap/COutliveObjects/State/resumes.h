#pragma once

/// The functions at which suspended tasks of the program go on, by their symbols.
///
/// Concurrency: for one thread, as State/variables.h.

#include "Memory/memory.h"

/// The part of an async function that runs after a call or a switch.
struct outl_resume {
    const char *symbol; ///< The mangled name of the async function.
    size_t length;
    uintptr_t address;
    uint32_t module; ///< An index of `outl_modules`.
};

/// Adds the symbol of a function, if it is such a part.
void outl_resume_add(const char *name, size_t length, uintptr_t address, uint32_t module);

/// Sorts the parts, after the last was added.
void outl_resumes_sort(void);

/// Returns the part at an address, or null.
const struct outl_resume *outl_resume_at(uintptr_t address);

/// Removes all parts.
void outl_resumes_clear(void);

/// Returns `true` if the program has functions in which a task can wait.
bool outl_resumes_exist(void);
