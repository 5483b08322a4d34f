#pragma once

/// The metadata of the types in reflection metadata, by their mangled names.
///
/// Concurrency: for one thread, after `outl_maps_read`. Reads memory only; types without metadata are made.

#include "Reader/contexts.h"
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
