#pragma once

/// The metadata of the types in reflection metadata, by their mangled names.
///
/// Concurrency: for one thread, after `outl_maps_read`. Reads memory only; types without metadata are made.

#include "Reader/contexts.h"
#include "Reader/named.h"
#include "Types/mangled.h"

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

/// What the symbol of a stored variable says.
struct outl_symbol_type {
    uintptr_t metadata; ///< 0 if a part of the type is unknown.
    const char *module; ///< The module that declares the variable, not ended by a zero; null if it is unknown.
    size_t module_length;
    outl_path path; ///< The qualified name of the variable; 0 if it is unknown.
};

/// Reads the mangled name of a stored variable or property: its module, names and type, then `vp`, and `Z` for a static.
///
/// - symbol: Not a part of the subject's bytes. What it names is found by `Reader/named.h`.
struct outl_symbol_type outl_resolve_symbol(const char *symbol, size_t length);
