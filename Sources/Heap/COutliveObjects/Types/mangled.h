#pragma once

/// The types in reflection metadata: mangled names that contain references to metadata.
///
/// Concurrency: with the mappings known. `outl_mangled_type` and `outl_mangled_capture` are not for a frozen copy: they
/// call `outl_runtime`. The others read memory alone, and may also be called in a frozen copy.

#include "Memory/platform.h"

#include "Types/metadata.h"

/// The strength of a reference, as docs/heap-snapshot.md numbers it.
enum outl_strength {
    OUTL_STRONG = 0,
    OUTL_WEAK = 1,
    OUTL_UNOWNED = 2,
    OUTL_UNMANAGED = 3,
};

/// The character that aligns a reference in a mangled name, and means nothing.
enum { OUTL_MANGLED_PADDING = '\xFF' };

/// The kind of a mangled name.
enum outl_mangled_kind {
    OUTL_MANGLED_TYPE,     ///< A type; unknown if `metadata` is 0, for example if it depends on generic arguments.
    OUTL_MANGLED_VARIABLE, ///< The box of a captured variable; the type as above.
    OUTL_MANGLED_FUNCTION, ///< A function and its context.
};

/// The type of a field or capture.
struct outl_mangled {
    enum outl_mangled_kind kind;
    enum outl_strength strength;
    uintptr_t metadata;
    bool is_reference; ///< `true` if it is a single reference to an object, of whatever type.
};

// MARK: Environments
//
// The generic arguments of a closure's captures, whose metadata precedes the captures in the closure's context.

enum { OUTL_ENVIRONMENT_LEVELS = 2, OUTL_ENVIRONMENT_PARAMETERS = OUTL_KEY_ARGUMENTS };

/// A generic environment as the runtime takes it, and its arguments.
struct outl_environment {
    uint32_t flags;
    /// The runtime's layout: for each level the number of parameters up to its end, then a byte for each parameter.
    struct {
        uint16_t counts[OUTL_ENVIRONMENT_LEVELS];
        uint8_t parameters[OUTL_ENVIRONMENT_PARAMETERS];
    } shape;
    uintptr_t arguments[OUTL_ENVIRONMENT_PARAMETERS];
};

/// Creates the environment of a closure's captures. Returns `false` if it has none, or if some parameters are unknown.
bool outl_environment_make(struct outl_environment *environment, struct outl_type_key key);

/// Returns `true` if a mangled name is a generic parameter alone, with its `depth` and `index`.
bool outl_environment_parameter(const char *name, size_t length, uint32_t *depth, uint32_t *index);

// MARK: Types

/// Returns the type whose mangled name the 4 bytes at `reference` refer to.
///
/// - context, arguments: The descriptor and the arguments of the enclosing generic type, or 0.
struct outl_mangled outl_mangled_type(uintptr_t reference, uintptr_t context, uintptr_t arguments);

/// Returns the type of a capture. `environment` has the generic arguments of the closure, or is null.
struct outl_mangled outl_mangled_capture(uintptr_t reference, const struct outl_environment *environment);

/// Returns `true` if a mangled name is a reference to a function that returns the type, as for noncopyable types.
bool outl_mangled_is_function(const char *name, size_t length);

/// Returns the first reference to a property's type, given the descriptor of a class, struct or enum.
///
/// They are 12 bytes apart. `count` receives their number, or 0.
uintptr_t outl_mangled_properties(uintptr_t descriptor, uint32_t *count);

/// Returns the size of a value of a type written as `Any` or `any P`, or an optional of it; 0 for all others.
///
/// Also 0 if P is a class protocol or `Error`, and if the size is unknown, as for `any P & Q`.
uint32_t outl_mangled_existential(uintptr_t reference);

/// Returns the size of a value if the type's name alone determines it, or 0.
uint32_t outl_mangled_size(uintptr_t reference);

/// Returns the size as `outl_mangled_size` does, and moves an offset to the first place for such a value.
uint32_t outl_mangled_place(uintptr_t reference, uint64_t *offset);

/// Returns `true` if a type is written as a type parameter, `index`, of its enclosing type, or as an optional of it.
bool outl_mangled_argument(uintptr_t reference, uint32_t *index);

/// Returns the strength of a reference.
enum outl_strength outl_mangled_strength(uintptr_t reference);
