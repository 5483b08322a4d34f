#pragma once

/// The nominal types at the beginning of mangled names: references to descriptors, and abbreviations of the standard
/// library's types.
///
/// Concurrency: reads memory only, after `outl_maps_read`.

#include "Memory/platform.h"

#include <stddef.h>

/// A nominal type in a mangled name.
struct outl_nominal {
    uintptr_t descriptor; ///< 0 if the name does not refer to it.
    const char *name;     ///< The name in the module Swift that an abbreviation stands for, or null.
    size_t length;        ///< The number of bytes of the reference or abbreviation; 0 if there is neither.
};

/// Returns the type that a mangled name at an address begins with.
struct outl_nominal outl_nominal_at(uintptr_t address);

/// Returns the length of the mangled name at an address, references included; 0 if it cannot be read.
size_t outl_nominal_length(uintptr_t address);

/// Returns the type that the mangled name of an extended type is about, without its arguments.
struct outl_nominal outl_nominal_unbound(uintptr_t address);

/// Returns the type that a mangled name of `length` bytes begins with.
struct outl_nominal outl_nominal_read(const char *name, size_t length);
