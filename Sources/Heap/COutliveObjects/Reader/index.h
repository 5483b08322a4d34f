#pragma once

/// The metadata of nominal types in the subject's memory, found by descriptor and generic arguments.
///
/// Metadata is recognised by its content, as nothing lists it: in the data of modules, and in memory that the runtime
/// allocated. The search takes place at the first question, and again when the mappings change.
///
/// Concurrency: for one thread, after `outl_maps_read`. Memory comes from mmap.

#include "Memory/platform.h"

#include <stddef.h>

/// Returns the metadata of a type, or 0 if the subject has none.
///
/// - arguments: The metadata and numbers that are the type's arguments, without witness tables.
uintptr_t outl_index_find(uintptr_t descriptor, const uintptr_t *arguments, uint32_t count);

/// Adds metadata, unless there is other metadata of the same type.
void outl_index_add(uintptr_t metadata);

/// Removes metadata that was added.
void outl_index_remove(uintptr_t metadata);

/// Returns the descriptor of a type or protocol of the module Swift, or 0.
uintptr_t outl_index_named(const char *name);

/// Returns all metadata found or added, and its number; 0 among it stands for types without any.
const uintptr_t *outl_index_all(size_t *count);
