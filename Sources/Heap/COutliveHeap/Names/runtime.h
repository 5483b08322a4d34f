#pragma once

/// The runtime's functions for reflection. They allocate and take locks: for the service thread only, never for a
/// frozen copy, which may only compare addresses. Weak: check that each exists before a call.

#include "Base/base.h"

struct outl_runtime_name {
    const char *text;
    uintptr_t length;
};

struct outl_runtime_field {
    const char *name;
    void (*free_name)(const char *name);
    bool is_strong;
    bool is_variable;
};

#define OUTL_RUNTIME(name) __asm__(#name) __attribute__((weak))

/// The descriptors of standard library classes, to which their metadata refers.
extern const char outl_runtime_array_storage OUTL_RUNTIME($ss23_ContiguousArrayStorageCMn);
extern const char outl_runtime_dictionary_storage OUTL_RUNTIME($ss18_DictionaryStorageCMn);
extern const char outl_runtime_set_storage OUTL_RUNTIME($ss11_SetStorageCMn);

/// The layout of tasks, which the concurrency runtime publishes for debuggers.
extern const uint32_t outl_runtime_task_layout OUTL_RUNTIME(_swift_concurrency_debug_internal_layout_version);
extern const uintptr_t outl_runtime_task_size OUTL_RUNTIME(_swift_concurrency_debug_asyncTaskSize);
extern const void *const outl_runtime_task_metadata OUTL_RUNTIME(_swift_concurrency_debug_asyncTaskMetadata);

extern struct outl_runtime_name outl_runtime_type_name(const void *metadata, bool qualified)
    OUTL_RUNTIME(swift_getTypeName);
extern const void *outl_runtime_type_by_mangled_name(
    const char *name, uintptr_t length, const void *context, const void *arguments)
    OUTL_RUNTIME(swift_getTypeByMangledNameInContext);
extern const void *outl_runtime_type_in_environment(
    const char *name, uintptr_t length, const void *environment, const void *arguments)
    OUTL_RUNTIME(swift_getTypeByMangledNameInEnvironment);
extern intptr_t outl_runtime_field_count(const void *metadata) OUTL_RUNTIME(swift_reflectionMirror_recursiveCount);
extern const void *outl_runtime_field_metadata(const void *metadata, intptr_t index, struct outl_runtime_field *field)
    OUTL_RUNTIME(swift_reflectionMirror_recursiveChildMetadata);
extern intptr_t outl_runtime_field_offset(const void *metadata, intptr_t index)
    OUTL_RUNTIME(swift_reflectionMirror_recursiveChildOffset);
