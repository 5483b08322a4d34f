#include "Loader/loader.h"

#if OUTL_HEAP_SERVED

#include "Base/room.h"
#include "Reader/properties.h"
#include "Types/runtime.h"

// Weak: each may be missing.
#define OUTL_SWIFT(name) __asm__(#name) __attribute__((weak))

extern struct outl_runtime_name outl_swift_type_name(uintptr_t metadata, bool qualified) OUTL_SWIFT(swift_getTypeName);
extern uintptr_t outl_swift_type_by_mangled_name(
    const char *name, uintptr_t length, uintptr_t context, uintptr_t arguments)
    OUTL_SWIFT(swift_getTypeByMangledNameInContext);
extern uintptr_t outl_swift_type_in_environment(
    const char *name, uintptr_t length, const struct outl_environment *environment, const uintptr_t *arguments)
    OUTL_SWIFT(swift_getTypeByMangledNameInEnvironment);
extern intptr_t outl_swift_field_count(uintptr_t metadata) OUTL_SWIFT(swift_reflectionMirror_recursiveCount);
extern uintptr_t outl_swift_field_metadata(uintptr_t metadata, intptr_t index, struct outl_runtime_field *field)
    OUTL_SWIFT(swift_reflectionMirror_recursiveChildMetadata);
extern intptr_t outl_swift_field_offset(uintptr_t metadata, intptr_t index)
    OUTL_SWIFT(swift_reflectionMirror_recursiveChildOffset);

// The layout of tasks, which the concurrency runtime publishes for debuggers.
extern const uint32_t outl_swift_task_layout OUTL_SWIFT(_swift_concurrency_debug_internal_layout_version);
extern const uintptr_t outl_swift_task_size OUTL_SWIFT(_swift_concurrency_debug_asyncTaskSize);
extern const uintptr_t outl_swift_task_metadata OUTL_SWIFT(_swift_concurrency_debug_asyncTaskMetadata);

void outl_reflection_prepare(void) {
    // A static executable does not export the runtime, which would also reserve address space for the service thread.
    if (!outl_swift_type_name || outl_room_is_limited()) {
        outl_reader_begin();
    } else {
        outl_runtime = (struct outl_runtime){
            .is_called = true,
            .type_name = outl_swift_type_name,
            .type_by_mangled_name = outl_swift_type_by_mangled_name,
            .type_in_environment = outl_swift_type_in_environment,
            .field_count = outl_swift_field_count,
            .field_metadata = outl_swift_field_metadata,
            .field_offset = outl_swift_field_offset,
        };
    }
    if (&outl_swift_task_layout && &outl_swift_task_size && &outl_swift_task_metadata) {
        outl_runtime.task_layout = outl_swift_task_layout;
        outl_runtime.task_size = outl_swift_task_size;
        outl_runtime.task_metadata = outl_swift_task_metadata;
    }
}

#endif
