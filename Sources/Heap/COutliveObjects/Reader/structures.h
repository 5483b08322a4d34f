#pragma once

/// The spelling of types without a name of their own: tuples, functions, existential types and metatypes.
///
/// Concurrency: one text in the process, for one thread, after `outl_maps_read`.

#include "Reader/kinds.h"

// MARK: Text

/// Adds to the spelling. What is too long is cut.
void outl_spelling_add(const char *text, size_t length);
void outl_spelling_add_string(const char *text);

/// Adds the placeholder of a type that cannot be spelled.
void outl_spelling_add_unknown(void);

/// Returns `true` if the spelling is too long, so that there is no use in going on.
bool outl_spelling_is_cut(void);

// MARK: Types
//
// `depth` is the number of levels to go on, because damaged metadata may refer to itself.

/// Adds any type.
void outl_spelling_add_type(uintptr_t metadata, int depth);

/// Adds a module, a protocol or a type without arguments.
void outl_spelling_add_context(uintptr_t descriptor, int depth);

/// Adds a type of one kind, whose metadata is valid.
void outl_spelling_add_tuple(uintptr_t metadata, int depth);
void outl_spelling_add_function(uintptr_t metadata, int depth);
void outl_spelling_add_existential(uintptr_t metadata, int depth);
void outl_spelling_add_metatype(uintptr_t metadata, int depth);

/// Adds a type such as `any Sequence<Int>`, whose protocols have arguments.
void outl_spelling_add_shaped(uintptr_t metadata, int depth);
