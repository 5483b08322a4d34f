#pragma once

/// What only the Swift runtime can tell of an object. Its entry points are declared here, not defined.
///
/// Concurrency: the object may be released by any thread meanwhile. The weak reference itself must not be written by
/// another thread during a call; the caller holds the lock that guards it.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__APPLE__)
// There a weak reference to `AnyObject` may be one of Objective-C's.
#define outl_runtime_weak_copy swift_unknownObjectWeakCopyInit
#define outl_runtime_weak_destroy swift_unknownObjectWeakDestroy
#else
#define outl_runtime_weak_copy swift_weakCopyInit
#define outl_runtime_weak_destroy swift_weakDestroy
#endif

extern void *outl_runtime_weak_copy(void *destination, void *source);
extern void outl_runtime_weak_destroy(void *reference);
extern size_t swift_retainCount(void *object);

/// Whether the object of the weak reference stored at `reference` is there and not being deinitialised.
///
/// Loading the reference would tell too, but makes a strong one, and whoever drops that last runs the object's
/// `deinit`: on a thread, and under locks, that its author never thought of. The copy of a weak reference is null when
/// the object is gone, and never retains it.
static inline bool outl_weak_is_alive(void *reference) {
    uintptr_t copy = 0;
    outl_runtime_weak_copy(&copy, reference);
    // On Apple platforms the null of a native reference carries a mark in its low bits.
    bool alive = (copy & ~(uintptr_t)3) != 0;
    outl_runtime_weak_destroy(&copy);
    return alive;
}

/// Fetches memory that is about to be written into the cache; any address will do.
static inline void outl_prefetch(const void *address) {
    __builtin_prefetch(address, 1);
}

/// Fetches what `outl_weak_is_alive` will look at into the cache.
///
/// That lies anywhere in the heap, so that a sweep over many references would wait for memory at each. The runtime
/// keeps its address in the reference's first word; were it otherwise, this would be of no use and no harm.
static inline void outl_weak_prefetch(const void *reference) {
    outl_prefetch(*(const void *const *)reference);
}

/// The strong retain count of an object at this moment, -1 where the platform's objects may not have one of Swift's.
static inline long outl_retain_count(void *object) {
#if defined(__APPLE__)
    (void)object;
    return -1;
#else
    return (long)swift_retainCount(object);
#endif
}
