#pragma once

/// The recognition of Swift objects by the callers of malloc: swift_slowAlloc, called by swift_allocObject or
/// swift_allocBox.
///
/// Concurrency: the constructor finds the addresses once, before `outl_heap_on` becomes `true`; constant afterwards.

#include "Base/base.h"

/// Return addresses; 0 for none.
struct outl_heap_callers {
    uintptr_t malloc;  ///< From malloc to swift_slowAlloc.
    uintptr_t aligned; ///< From posix_memalign or aligned_alloc to swift_slowAlloc.
    uintptr_t object[3]; ///< From swift_slowAlloc: to swift_allocObject, swift_allocBox, `_swift_allocObject`.
};
extern struct outl_heap_callers outl_heap_callers OUTL_HIDDEN;

/// A frame record: the caller's frame pointer, then the return address.
struct outl_frame {
    const struct outl_frame *caller;
    uintptr_t return_address;
};

/// Returns `true` if a block is a Swift object.
///
/// - site: The return address of the function of the malloc family. Read it at the start of that function, because the
///   compiler may move later code to another function.
/// - expected: `outl_heap_callers.malloc` or `.aligned`.
/// - caller: The frame of that function's caller. Read only if `site` equals `expected`: then the caller has a frame.
__attribute__((always_inline))
static inline bool outl_is_object(uintptr_t site, uintptr_t expected, const struct outl_frame *caller) {
    if (site != expected) { return false; }
    uintptr_t user = outl_code_address(caller->return_address);
    return OUTL_LIKELY(user == outl_heap_callers.object[0]) || user == outl_heap_callers.object[1]
        || user == outl_heap_callers.object[2];
}

/// Finds the addresses by calling the runtime's allocation functions. Returns `false` if they are not as expected.
///
/// Called by the constructor, before blocks are recorded. Without a runtime that can be called, no block is marked as an
/// object at its allocation: a frozen copy recognises objects by their content.
bool outl_heap_calibrate(void);

/// Returns `true` if the calling thread is in `outl_heap_calibrate`; malloc then calls `outl_heap_learn`.
bool outl_heap_calibrating(void);
void outl_heap_learn(uintptr_t site, const struct outl_frame *caller);

/// Returns `true` if the Swift runtime's allocation functions were found when this copy of the tier was loaded.
bool outl_heap_runtime_found(void);

/// Allocates and releases an object, for the tier's check of itself.
void *outl_heap_control_make(void);
void outl_heap_control_end(void *object);
