#pragma once

/// Context descriptors: the modules, extensions and types in which types are declared, with their names and parameters.
///
/// Concurrency: reads memory only, after `outl_maps_read`. Every pointer is checked before it is followed; names are
/// pointers into the subject's bytes.

#include "Types/metadata.h"

/// The kinds of contexts that `Types/metadata.h` does not name.
enum {
    OUTL_CONTEXT_EXTENSION = 1,
    OUTL_CONTEXT_ANONYMOUS = 2, ///< The file of a private type, or the function of a local one.
    OUTL_CONTEXT_ENUM = 18,
};

/// The maximum number of contexts around a type, and of generic parameters.
enum { OUTL_CONTEXTS_DEEPEST = 32, OUTL_PARAMETERS_MAX = 32 };

/// Returns the kind of a context, or -1 if its descriptor cannot be read.
int outl_context_kind(uintptr_t descriptor);

/// Returns `true` if a context is a class, struct or enum.
bool outl_context_is_type(uintptr_t descriptor);

/// Returns the name of a module, protocol or type, without its context; null if it has none.
const char *outl_context_name(uintptr_t descriptor, size_t *length);

/// Returns the module that contains a context, or 0.
uintptr_t outl_context_module(uintptr_t descriptor);

/// The kind of a generic parameter.
enum outl_parameter_kind { OUTL_PARAMETER_TYPE = 0, OUTL_PARAMETER_PACK = 1, OUTL_PARAMETER_VALUE = 2 };

/// The generic parameters of a context, its outer contexts' first.
struct outl_generics {
    uint32_t count;        ///< 0 if the context is not generic; OUTL_PARAMETERS_MAX at most.
    uintptr_t parameters;  ///< A byte for each: its kind, and OUTL_PARAMETER_WITH_ARGUMENT.
    uint32_t requirements; ///< 12 bytes each: flags, and references to the parameter and to the other side.
    uintptr_t first_requirement;
    uint32_t arguments; ///< The number of words of the arguments: sizes of packs, then metadata, then witness tables.
    uint32_t sizes;     ///< The number of sizes of packs.
};

/// Reads the generic parameters of a context. Returns `false` if they cannot be read, or are too many.
bool outl_context_generics(uintptr_t descriptor, struct outl_generics *generics);

/// An argument of a generic type.
struct outl_argument {
    enum outl_parameter_kind kind;
    bool is_known; ///< `false` if the requirements of the context determine it.
    uintptr_t word; ///< Metadata, a number, or the address of the metadata of a pack.
    uint64_t size;  ///< The size of a pack.
};

/// Reads the arguments, at `words`, of a generic type. Returns their number, or 0 if they cannot be read.
uint32_t outl_context_arguments(
    const struct outl_generics *generics, uintptr_t words, struct outl_argument arguments[OUTL_PARAMETERS_MAX]);

/// Returns the address of the arguments in the metadata of a nominal type; 0 if it has none.
uintptr_t outl_context_arguments_of(uintptr_t metadata, uintptr_t descriptor);

/// Returns the descriptor in the metadata of a class, struct or enum, also an imported one; 0 for other types.
uintptr_t outl_context_of(uintptr_t metadata);

/// The generic arguments that `x` and `q_` stand for in a mangled name.
struct outl_scope {
    uint32_t levels;                       ///< The number of nested contexts with parameters of their own.
    uint32_t ends[OUTL_CONTEXTS_DEEPEST];  ///< For each level, the number of parameters up to its end.
    uint32_t count;                        ///< The number of parameters.
    uintptr_t descriptor;                  ///< The type with these arguments, or 0.
    uintptr_t words;                       ///< The address of its arguments in its metadata.
    struct outl_argument arguments[OUTL_PARAMETERS_MAX];
};
