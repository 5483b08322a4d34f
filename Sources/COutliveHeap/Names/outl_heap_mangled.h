#pragma once

/// Types as reflection metadata names them: mangled, with references to metadata in between.
///
/// Concurrency: after `outl_maps_read`. `outl_mangled_type` is for the service thread only: the runtime may allocate and
/// lock. The others read memory alone, and may be called in a frozen copy too.

#include "outl_heap_types.h"

/// The captures of a closure context, or of a captured variable: the runtime's capture descriptor.
struct outl_captures {
    uint32_t count;
    uintptr_t first; ///< The first reference to a type; they are 4 bytes each. 0: there is no descriptor.
};

/// The captures of contexts with this metadata.
struct outl_captures outl_captures_of(uintptr_t metadata);

/// What a mangled name stands for.
enum outl_mangled_kind {
    OUTL_MANGLED_TYPE,     ///< A type; not known where `metadata` is null, as of what depends on generic arguments.
    OUTL_MANGLED_VARIABLE, ///< The box of a captured variable of that type, likewise.
    OUTL_MANGLED_FUNCTION, ///< A function and its context.
};

/// A type that a field or a capture has.
struct outl_mangled {
    enum outl_mangled_kind kind;
    enum outl_strength strength;
    const void *metadata;
    bool is_reference; ///< It is one to an object, and no more, whatever its type is.
};

/// The type whose mangled name the 4 bytes at `reference` point to; `context` and `arguments` are those of the generic
/// type that it is in, or null.
struct outl_mangled outl_mangled_type(uintptr_t reference, const void *context, const void *arguments);

/// The first reference to the type of a property that a class, struct or enum declares, given its descriptor; they are 12
/// bytes apart. `count` becomes how many there are, or 0.
uintptr_t outl_mangled_properties(uintptr_t descriptor, uint32_t *count);

/// Whether a type is written as `any P`, where P may be of classes alone; or as an optional one.
bool outl_mangled_existential(uintptr_t reference);

/// The strength alone.
enum outl_strength outl_mangled_strength(uintptr_t reference);
