#pragma once

/// Object state that only the Swift runtime knows. Its entry points are declared here, not defined.
///
/// Concurrency: other threads may release the object during a call, but may not write the weak reference. The caller
/// holds the lock that guards the reference.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__APPLE__)
// On Apple's platforms a weak reference to `AnyObject` may belong to Objective-C.
#define outl_runtime_weak_copy swift_unknownObjectWeakCopyInit
#define outl_runtime_weak_destroy swift_unknownObjectWeakDestroy
#else
#define outl_runtime_weak_copy swift_weakCopyInit
#define outl_runtime_weak_destroy swift_weakDestroy
#endif

extern void *outl_runtime_weak_copy(void *destination, void *source);
extern void outl_runtime_weak_destroy(void *reference);
extern size_t swift_retainCount(void *object);

/// Returns true if the object of the weak reference at `reference` exists and is not being deinitialised.
///
/// Loading the reference would create a strong one. If that became the last one, its release would run the object's
/// `deinit` on an unexpected thread and under unexpected locks. A copy of the weak reference never retains the object,
/// and is null if the object no longer exists.
static inline bool outl_weak_is_alive(void *reference) {
    uintptr_t copy = 0;
    outl_runtime_weak_copy(&copy, reference);
    // On Apple's platforms a null native reference has a tag in its low bits.
    bool alive = (copy & ~(uintptr_t)3) != 0;
    outl_runtime_weak_destroy(&copy);
    return alive;
}

/// Prefetches memory for writing. Any address is valid.
static inline void outl_prefetch(const void *address) {
    __builtin_prefetch(address, 1);
}

/// Prefetches the memory that `outl_weak_is_alive` reads.
///
/// That memory is scattered over the heap, so a sweep over many references would incur a cache miss for each. The
/// runtime stores its address in the reference's first word. If that changes, this call is useless but harmless.
static inline void outl_weak_prefetch(const void *reference) {
    outl_prefetch(*(const void *const *)reference);
}

/// Returns the current strong retain count of an object, or -1 on platforms where an object may not have a Swift retain
/// count.
static inline long outl_retain_count(void *object) {
#if defined(__APPLE__)
    (void)object;
    return -1;
#else
    return (long)swift_retainCount(object);
#endif
}
