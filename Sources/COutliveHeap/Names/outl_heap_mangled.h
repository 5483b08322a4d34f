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

struct outl_environment;

/// The type of a capture; `environment` is what the closure's generic parameters stand for, or null.
struct outl_mangled outl_mangled_capture(uintptr_t reference, const struct outl_environment *environment);

/// The first reference to the type of a property that a class, struct or enum declares, given its descriptor; they are 12
/// bytes apart. `count` becomes how many there are, or 0.
uintptr_t outl_mangled_properties(uintptr_t descriptor, uint32_t *count);

/// How large a value of a type is that is written as `Any` or `any P`, or as an optional one; 0 of all else, of those
/// whose P is of classes alone or that of errors, and where that cannot be told, as of `any P & Q`.
uint32_t outl_mangled_existential(uintptr_t reference);

/// How large a value of a type is, as far as its name alone says; else 0.
uint32_t outl_mangled_size(uintptr_t reference);

/// Whether a type is written as a type parameter of the type that it is in, or as an optional one; `index` becomes
/// which.
bool outl_mangled_argument(uintptr_t reference, uint32_t *index);

/// The strength alone.
enum outl_strength outl_mangled_strength(uintptr_t reference);
