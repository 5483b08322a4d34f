#pragma once

/// Metadata made by the reader, for types that occur in the subject but have no metadata there, such as the type of a
/// property whose optional was never needed as a type.
///
/// It lies at addresses that the subject does not use, and is read as all other metadata. It has no functions.
///
/// Concurrency: for one thread, after `outl_maps_read`. Memory comes from mmap, and is never released.

#include "Memory/platform.h"

#include <stddef.h>

enum { OUTL_ELEMENTS_MAX = 64 };

/// Returns the metadata of a nominal type: the subject's, or if it has none, made metadata; 0 if that is impossible.
///
/// - arguments: The metadata and numbers for all parameters, the outer types' first.
uintptr_t outl_metadata_of_nominal(uintptr_t descriptor, const uintptr_t *arguments, uint32_t count);

/// The label of an element, which need not end with a zero. Without a label, the length is 0.
struct outl_label {
    const char *text;
    size_t length;
};

/// Each of these returns made metadata, or 0 if there is no memory or a part is unknown.
uintptr_t outl_metadata_of_tuple(const uintptr_t *elements, const struct outl_label *labels, uint32_t count);
uintptr_t outl_metadata_of_metatype(uintptr_t type, bool is_existential);

/// - superclass: Its metadata, or 0.
/// - is_class: `true` for `AnyObject`, and for compositions with it.
uintptr_t outl_metadata_of_existential(const uintptr_t *protocols, uint32_t count, uintptr_t superclass, bool is_class);

/// - shape: The address of the shape of `any P<T>`.
uintptr_t outl_metadata_of_shaped(uintptr_t shape, const uintptr_t *arguments, uint32_t count);

/// A function type; `Reader/kinds.h` has its flags.
struct outl_function_type {
    uint32_t flags, further_flags;
    uint32_t count; ///< The number of parameters.
    uintptr_t parameters[OUTL_ELEMENTS_MAX];
    uint32_t parameter_flags[OUTL_ELEMENTS_MAX];
    uintptr_t result, actor, error;
};
uintptr_t outl_metadata_of_function(const struct outl_function_type *type);

/// A type of the compiler.
struct outl_builtin_type {
    const char *name; ///< Such as `Int64`.
    uint64_t size;
    uint32_t alignment;
    uint32_t extra; ///< The number of values that are never valid.
    bool is_plain;  ///< `false` if its values contain references.
};
uintptr_t outl_metadata_of_builtin(struct outl_builtin_type type);
