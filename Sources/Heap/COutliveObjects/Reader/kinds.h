#pragma once

/// The kinds of metadata of types without a name of their own, and the flags of functions.

#include "Types/metadata.h"

/// The kinds of metadata that `Types/metadata.h` does not name.
enum {
    OUTL_METADATA_FUNCTION = 0x302,
    OUTL_METADATA_METATYPE = 0x304,
    OUTL_METADATA_EXISTENTIAL_METATYPE = 0x306,
    /// A type of the compiler, in metadata that the reader made: the address of its name is at +8.
    OUTL_METADATA_BUILTIN = 0x7FE,
};

/// The flags of functions, in the word at +8 of their metadata. The lowest 16 bits are the number of parameters.
enum outl_function_flags {
    OUTL_FUNCTION_PARAMETERS = 0xFFFF,
    OUTL_FUNCTION_CONVENTION = 0xFF0000, ///< 1 for blocks, 2 for thin functions, 3 for pointers to C functions.
    OUTL_FUNCTION_THROWS = 1 << 24,
    OUTL_FUNCTION_PARAMETER_FLAGS = 1 << 25,
    OUTL_FUNCTION_ESCAPING = 1 << 26,
    OUTL_FUNCTION_DIFFERENTIABLE = 1 << 27,
    OUTL_FUNCTION_GLOBAL_ACTOR = 1 << 28,
    OUTL_FUNCTION_ASYNC = 1 << 29,
    OUTL_FUNCTION_SENDABLE = 1 << 30,
};
static const uint32_t OUTL_FUNCTION_FURTHER_FLAGS = UINT32_C(1) << 31;

/// The further flags of functions.
enum outl_function_further_flags {
    OUTL_FUNCTION_TYPED_THROWS = 1,
    OUTL_FUNCTION_ISOLATION = 0xE,
    OUTL_FUNCTION_ISOLATED_ANY = 2,
    OUTL_FUNCTION_NONISOLATED_NONSENDING = 4,
    OUTL_FUNCTION_SENDING_RESULT = 0x10,
};

/// The flags of a parameter. The lowest bits are its ownership: 1 inout, 2 shared, 3 owned.
enum outl_parameter_flags {
    OUTL_PARAMETER_OWNERSHIP = 0x7F,
    OUTL_PARAMETER_VARIADIC = 0x80,
    OUTL_PARAMETER_WITHOUT_DERIVATIVE = 0x200,
    OUTL_PARAMETER_ISOLATED = 0x400,
    OUTL_PARAMETER_SENDING = 0x800,
};
