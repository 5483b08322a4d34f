#pragma once

/// What the first words of a block say of it: the kinds of heap object and their metadata, read without the runtime.
///
/// Concurrency: reads memory only, after `outl_maps_read`; for a frozen copy and for the service thread. Every pointer
/// is looked up before it is followed: a block whose header is not written yet, or whose module is gone, is `OTHER`.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Kinds as docs/heap-snapshot.md numbers them.
enum outl_type_kind {
    OUTL_TYPE_CLASS = 0,
    OUTL_TYPE_CLOSURE = 1,
    OUTL_TYPE_BOX = 2,
    OUTL_TYPE_ERROR = 3,
    OUTL_TYPE_TASK = 4,
    OUTL_TYPE_OTHER = 5,
    OUTL_TYPE_RAW = 6,
};

/// What tells one type from another: the metadata that names it, 0 for the kinds that have no more than one type.
struct outl_type_key {
    uintptr_t metadata;
    uint64_t kind;
};

/// The kind of the heap object whose first word is `metadata`.
enum outl_type_kind outl_metadata_kind(uintptr_t metadata);

/// The type of the Swift object at `address`, given the kind of its metadata.
struct outl_type_key outl_metadata_key(uintptr_t address, uintptr_t metadata, enum outl_type_kind kind);

/// Whether the Swift object at `address` is deinitialised, and kept by unowned references only.
bool outl_metadata_deinitialised(uintptr_t address);

/// Whether `metadata` can be handed to the runtime as that of any type.
bool outl_metadata_valid(uintptr_t metadata);

/// Whether the block of `size` bytes at `address` is a side table, which the weak references of an object point at;
/// `object` receives that object's address.
bool outl_metadata_side_table(uintptr_t address, size_t size, uintptr_t *object);
