#pragma once

/// The kinds of heap objects and their metadata, read from the first words of a block without the runtime.
///
/// Concurrency: reads memory only, with the mappings known; for one thread, also in a frozen copy. Every pointer is
/// checked before it is followed: a block with an unwritten header, or whose module was unloaded, is `OTHER`.

#include "Memory/platform.h"

/// The kinds of types, as docs/heap-snapshot.md numbers them.
enum outl_type_kind {
    OUTL_TYPE_CLASS = 0,
    OUTL_TYPE_CLOSURE = 1,
    OUTL_TYPE_BOX = 2,
    OUTL_TYPE_ERROR = 3,
    OUTL_TYPE_TASK = 4,
    OUTL_TYPE_OTHER = 5,
    OUTL_TYPE_RAW = 6,
};

/// The kinds of metadata, its first word, as the runtime numbers them (MetadataKind.def).
enum {
    OUTL_METADATA_CLASS = 0,
    OUTL_METADATA_STRUCT = 0x200,
    OUTL_METADATA_ENUM = 0x201,
    OUTL_METADATA_OPTIONAL = 0x202,
    OUTL_METADATA_TUPLE = 0x301,
    OUTL_METADATA_EXISTENTIAL = 0x303,
    OUTL_METADATA_EXTENDED_EXISTENTIAL = 0x307,
    OUTL_METADATA_LOCAL_VARIABLE = 0x400,         ///< A closure context, or a captured variable of a fixed size.
    OUTL_METADATA_GENERIC_LOCAL_VARIABLE = 0x500, ///< A box.
    OUTL_METADATA_ERROR = 0x501,
    OUTL_METADATA_TASK = 0x502,
    OUTL_METADATA_LAST = 0x7ff,
};

/// The kinds of descriptors, in the lowest bits of their flags.
enum {
    OUTL_DESCRIPTOR_KIND = 31, ///< The mask of the kind.
    OUTL_DESCRIPTOR_MODULE = 0,
    OUTL_DESCRIPTOR_PROTOCOL = 3,
    OUTL_DESCRIPTOR_CLASS = 16,
    OUTL_DESCRIPTOR_STRUCT = 17,
    OUTL_DESCRIPTOR_GENERIC = 0x80,             ///< A flag: the type has type parameters.
    OUTL_DESCRIPTOR_RESILIENT_SUPERCLASS = 1 << 29, ///< A flag of classes: offsets in the metadata change.
};

/// The description of a type parameter that is a type with a word among the arguments.
enum { OUTL_PARAMETER_WITH_ARGUMENT = 0x80 };

enum { OUTL_KEY_ARGUMENTS = 6 };

/// The identity of a type: the metadata that names it, or 0 for kinds with a single type. For a closure with generic
/// captures, also their generic arguments.
struct outl_type_key {
    uintptr_t metadata;
    uint64_t kind;
    uint64_t variant;                        ///< A hash of the arguments, below 2^56; 0 without any.
    uintptr_t arguments[OUTL_KEY_ARGUMENTS]; ///< The first words of a closure's context: metadata and witnesses.
};

/// Returns the second half of the key for a table, next to the metadata.
static inline uint64_t outl_type_key_rest(struct outl_type_key key) { return key.variant << 8 | key.kind; }

/// Returns the kind of a heap object whose first word is `metadata`.
enum outl_type_kind outl_metadata_kind(uintptr_t metadata);

/// Returns the type of the Swift object at `address`, given the kind of its metadata.
struct outl_type_key outl_metadata_key(uintptr_t address, uintptr_t metadata, enum outl_type_kind kind);

/// Adds the `count` words before the captures of the closure at `address` to its key.
void outl_metadata_bind(struct outl_type_key *key, uintptr_t address, uint32_t count);

/// Returns `true` if `metadata` is plausible metadata of any type, safe to pass to the runtime.
bool outl_metadata_valid(uintptr_t metadata);

/// Returns metadata that the runtime found, after which it can be read.
///
/// The runtime makes metadata that the program has not used yet, in memory that is not in the list of mappings if it is
/// new. The list is read again then; in a frozen copy, where the runtime is not called, never.
uintptr_t outl_metadata_made(uintptr_t metadata);

/// Returns the descriptor in the metadata of a struct or enum, or 0 if it cannot be read.
uintptr_t outl_metadata_descriptor(uintptr_t metadata);

/// Returns the context in which a descriptor is declared, or 0.
uintptr_t outl_descriptor_parent(uintptr_t descriptor);

/// Returns `true` if the type or module of a descriptor has a name, without its context.
bool outl_descriptor_is_named(uintptr_t descriptor, const char *name);

/// The captures of a closure context, or of a captured variable: the runtime's capture descriptor.
struct outl_captures {
    uint32_t count;
    uint32_t sources;  ///< The number of generic parameters; their sources follow the captures.
    uint32_t bindings; ///< The number of words before the captures, metadata and witnesses; OUTL_KEY_ARGUMENTS at most.
    uint64_t offset;   ///< The offset of the first capture in the context.
    uintptr_t first;   ///< The first reference to a type, 4 bytes each; 0 without a descriptor.
};

/// Returns the captures of contexts with this metadata.
struct outl_captures outl_captures_of(uintptr_t metadata);

/// The layout of a type's values.
struct outl_value_layout {
    uint64_t size;
    uint64_t stride;    ///< The distance between values, at least 1.
    uint32_t alignment; ///< A power of two.
    bool is_inline;     ///< `true` if a value fits in the three words of `any P`.
    bool is_plain;      ///< `true` if values are copied bytewise: they contain no counted references.
};

/// Reads the layout of a type from its metadata. Returns `false` if it is unknown.
bool outl_metadata_value_layout(uintptr_t metadata, struct outl_value_layout *layout);

/// An element of a tuple.
struct outl_tuple_element {
    uintptr_t type;
    uint64_t offset;
};

/// Returns the elements of a tuple with this metadata, and their number; null if they cannot be read or are too many.
const struct outl_tuple_element *outl_metadata_tuple(uintptr_t metadata, size_t maximum, size_t *count);

/// Returns `true` if a type is `any P`, where P is not a class protocol, or an optional of it.
bool outl_metadata_existential(uintptr_t metadata);

/// Returns the address of the arguments in the metadata of a generic class, or 0.
uintptr_t outl_metadata_generic_arguments(uintptr_t metadata);

/// Returns an argument of a generic class of the standard library, or 0. `metadata` must belong to a class.
uintptr_t outl_metadata_generic_argument(uintptr_t metadata, uint32_t index);

/// The collection of the standard library whose storage a class is.
enum outl_storage { OUTL_STORAGE_NONE, OUTL_STORAGE_ARRAY, OUTL_STORAGE_SET, OUTL_STORAGE_DICTIONARY };

/// Returns the kind of storage of the class with this metadata.
enum outl_storage outl_metadata_storage(uintptr_t metadata);

/// Returns `true` if the class with this metadata is the standard library's storage of a string.
bool outl_metadata_is_text(uintptr_t metadata);

/// Reads the layouts of the entries of storage: of an element, or of a key and a value.
///
/// Returns their number, 0 for other types and if a layout is unknown.
uint32_t outl_metadata_entries(uintptr_t metadata, struct outl_value_layout layouts[2]);

/// Returns `true` if the Swift object at `address` is deinitialised: only unowned references keep it.
bool outl_metadata_deinitialised(uintptr_t address);

/// Returns the number of strong references to the Swift object at `address`, or 0 if it is unknown.
uint32_t outl_metadata_owners(uintptr_t address);

/// The numbers of references to an object as the runtime counts them, without the one unowned and the one weak
/// reference that stand for all stronger ones.
struct outl_reference_counts {
    uint32_t strong; ///< 0 if the counts are unknown.
    uint32_t unowned, weak;
};

/// Returns the counts of the Swift object at `address`.
struct outl_reference_counts outl_metadata_counts(uintptr_t address);

/// Returns `true` if the block of `size` bytes at `address` is the side table to which an object's weak references
/// point. `object` receives the address of that object.
bool outl_metadata_side_table(uintptr_t address, size_t size, uintptr_t *object);

/// Returns `true` if the block is the side table of an object that was released, which weak references keep.
///
/// Its word with the object's address is stale: there may be another object.
bool outl_metadata_side_table_of_released(uintptr_t address, size_t size);

/// Returns the address of an object's side table, or 0.
uintptr_t outl_metadata_side_table_of(uintptr_t object);
