#pragma once

/// The types of the platform that are read in a way of their own, or left out because they are no state.
///
/// Concurrency: for one thread, after `outl_maps_read`. Reads memory only.

#include "Memory/platform.h"
#include "State/forms.h"

/// Returns the form of a struct; `OUTL_FORM_STRUCT` if it is read by its members.
///
/// - is_plain: `true` if its values contain no references.
enum outl_form outl_special_struct(uintptr_t descriptor, bool is_plain);

/// Returns the form of a type of the compiler.
enum outl_form outl_special_builtin(uintptr_t metadata);

/// Returns `true` if the values of an enum are no state.
bool outl_special_is_omitted(uintptr_t descriptor);

/// Returns `true` if the properties of a class are internals of the platform.
bool outl_special_class_is_opaque(uintptr_t descriptor);

/// Returns `true` if a property of a type says how values are stored, and not what they are.
bool outl_special_is_storage(uintptr_t descriptor, const char *property);
