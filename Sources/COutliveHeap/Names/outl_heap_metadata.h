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

enum { OUTL_KEY_ARGUMENTS = 6 };

/// What tells one type from another: the metadata that names it, 0 for the kinds that have no more than one type; of a
/// closure with generic captures also what these stand for.
struct outl_type_key {
    uintptr_t metadata;
    uint64_t kind;
    uint64_t variant;                        ///< A number made of the arguments, below 2^56; 0 without any.
    uintptr_t arguments[OUTL_KEY_ARGUMENTS]; ///< The first words of a closure's context, of metadata and witnesses.
};

/// The second half of the key in a table, beside the metadata.
static inline uint64_t outl_type_key_rest(struct outl_type_key key) { return key.variant << 8 | key.kind; }

/// The kind of the heap object whose first word is `metadata`.
enum outl_type_kind outl_metadata_kind(uintptr_t metadata);

/// The type of the Swift object at `address`, given the kind of its metadata.
struct outl_type_key outl_metadata_key(uintptr_t address, uintptr_t metadata, enum outl_type_kind kind);

/// How many words of metadata and witnesses a closure's context has before its captures; 0 of other metadata.
uint32_t outl_metadata_bindings(uintptr_t metadata);

/// Adds to the key of a closure at `address` the words that are before its captures, of which it has `count`.
void outl_metadata_bind(struct outl_type_key *key, uintptr_t address, uint32_t count);

/// Whether the Swift object at `address` is deinitialised, and kept by unowned references only.
bool outl_metadata_deinitialised(uintptr_t address);

/// Whether `metadata` can be handed to the runtime as that of any type.
bool outl_metadata_valid(uintptr_t metadata);

/// How values of a type lie in memory.
struct outl_value_layout {
    uint64_t size;
    uint64_t stride;    ///< From one to the next; 1 at least.
    uint32_t alignment; ///< A power of two.
    bool is_inline;     ///< A value has room in the three words of `any P`.
    bool is_plain;      ///< To be copied byte by byte: it holds no reference that counts.
};

/// Reads the layout of a type from its metadata; false where it has none that can be told.
bool outl_metadata_value_layout(uintptr_t metadata, struct outl_value_layout *layout);

/// Whether values of a type are of `any P`, where P is not of classes alone, or optional ones.
bool outl_metadata_existential(uintptr_t metadata);

/// Where the metadata of a generic class has its arguments; 0 where it has none.
uintptr_t outl_metadata_generic_arguments(uintptr_t metadata);

/// A type that a generic class of the standard library has for an argument; 0 where there is none. `metadata` is that of
/// a class.
uintptr_t outl_metadata_generic_argument(uintptr_t metadata, uint32_t index);

/// What of the standard library's collections a class is the storage of.
enum outl_storage { OUTL_STORAGE_NONE, OUTL_STORAGE_ARRAY, OUTL_STORAGE_SET, OUTL_STORAGE_DICTIONARY };

/// What the class is that `metadata` is of.
enum outl_storage outl_metadata_storage(uintptr_t metadata);

/// Whether the block of `size` bytes at `address` is a side table, which the weak references of an object point at;
/// `object` receives that object's address.
bool outl_metadata_side_table(uintptr_t address, size_t size, uintptr_t *object);

/// The address of an object's side table; 0 where it has none.
uintptr_t outl_metadata_side_table_of(uintptr_t object);
