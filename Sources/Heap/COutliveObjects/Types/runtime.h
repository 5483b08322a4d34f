#pragma once

/// The questions about types that metadata alone does not answer. The Swift runtime answers them for this process, a
/// reader of metadata for any other subject.
///
/// Metadata, descriptors and arguments are addresses of the subject. Texts are pointers, and stay valid.
///
/// Concurrency: filled before the first snapshot, and constant while one is written. Called on one thread only, within
/// `outl_guard_run`. The runtime's functions allocate and take locks: never in a frozen copy. The reader's do neither,
/// but search memory that another thread may unmap: in a frozen copy only. The values of tasks may be read anywhere.

#include "Memory/platform.h"

struct outl_environment;

/// A name. The text is null if the type is unknown.
struct outl_runtime_name {
    const char *text;
    uintptr_t length;
};

/// A stored property.
struct outl_runtime_field {
    const char *name;
    void (*free_name)(const char *name);
    bool is_strong; ///< `false` for weak, unowned and unmanaged references.
    bool is_variable;
};

/// A function may be null: its answer is then unknown. They have the signatures of the runtime's own functions.
struct outl_runtime {
    /// `true` if the functions are the runtime's.
    bool is_called;
    /// Returns the name of a type.
    struct outl_runtime_name (*type_name)(uintptr_t metadata, bool qualified);
    /// Returns the metadata of a mangled name, which may contain references, or 0.
    ///
    /// - context, arguments: The descriptor of the enclosing type and its generic arguments, or 0.
    uintptr_t (*type_by_mangled_name)(const char *name, uintptr_t length, uintptr_t context, uintptr_t arguments);
    /// Returns the metadata of a mangled name in the captures of a closure, or 0.
    ///
    /// - environment, arguments: In memory of this process, unlike the metadata in `arguments`.
    uintptr_t (*type_in_environment)(
        const char *name, uintptr_t length, const struct outl_environment *environment, const uintptr_t *arguments);
    /// Returns the number of stored properties of a class, superclasses included, or a struct.
    intptr_t (*field_count)(uintptr_t metadata);
    /// Returns the metadata of a property's type, or 0, and describes the property.
    uintptr_t (*field_metadata)(uintptr_t metadata, intptr_t index, struct outl_runtime_field *field);
    /// Returns the offset of a property in an instance or value.
    intptr_t (*field_offset)(uintptr_t metadata, intptr_t index);

    /// The layout of tasks as the concurrency runtime publishes it for debuggers; all 0 if it is unknown.
    uint32_t task_layout;
    uintptr_t task_size;
    uintptr_t task_metadata;
};
extern struct outl_runtime outl_runtime OUTL_HIDDEN;
