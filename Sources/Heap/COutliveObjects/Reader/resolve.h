#pragma once

/// The metadata of the types in reflection metadata, by their mangled names.
///
/// Concurrency: for one thread, after `outl_maps_read`. Reads memory only; types without metadata are made.

#include "Reader/contexts.h"
#include "Types/mangled.h"

/// The generic arguments that `x` and `q_` stand for in a mangled name.
struct outl_scope {
    uint32_t levels;                       ///< The number of nested contexts with parameters of their own.
    uint32_t ends[OUTL_CONTEXTS_DEEPEST];  ///< For each level, the number of parameters up to its end.
    uint32_t count;                        ///< The number of parameters.
    struct outl_argument arguments[OUTL_PARAMETERS_MAX];
};

/// Fills a scope with the arguments of a type. Returns `false` if they cannot be read.
bool outl_scope_of_type(struct outl_scope *scope, uintptr_t descriptor, uintptr_t arguments);

/// Fills a scope with the arguments of a closure's captures.
void outl_scope_of_environment(
    struct outl_scope *scope, const struct outl_environment *environment, const uintptr_t *arguments);

/// Returns the metadata of a mangled name, or 0 if a part of it is unknown.
///
/// - name: A part of the subject's bytes, as the references in it are relative to their place.
/// - scope: Null outside of generic contexts.
uintptr_t outl_resolve(const char *name, size_t length, const struct outl_scope *scope);

/// Returns the metadata of a property's type, or 0, given the reference to its mangled name.
///
/// - descriptor, arguments: Those of the type that declares the property; `arguments` may be 0.
uintptr_t outl_resolve_property(uintptr_t reference, uintptr_t descriptor, uintptr_t arguments);
