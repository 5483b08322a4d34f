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

/// Makes `outl_weak_is_alive` read side tables (`true`) or ask the runtime (`false`, the default).
///
/// A native weak reference is the address of a side table: the object's address, and at byte 16 its counts, in which
/// bit 32 is set for good when the object begins to be deinitialised. The runtime reads the same bit, but changes a
/// count twice for it. The layout is no promise of the runtime: see `outl_side_table_is_as_expected`.
void outl_side_tables_read(bool read);

/// The value set by `outl_side_tables_read`; accessed by atomic operations alone.
extern bool outl_side_tables_are_read;

/// Returns true if a weak reference has a side table that states the same as the runtime.
///
/// - object: The address in the side table, or null if the object was deallocated.
/// - is_alive: The expected state.
bool outl_side_table_is_as_expected(void *reference, const void *object, bool is_alive);

enum { outl_side_table_counts = 16, outl_side_table_deinit_bit = 32 };

static inline bool outl_side_table_is_alive(uintptr_t table) {
    uint64_t counts = __atomic_load_n((const uint64_t *)(table + outl_side_table_counts), __ATOMIC_RELAXED);
    return (counts >> outl_side_table_deinit_bit & 1) == 0;
}

/// Returns true if the runtime considers the object of a weak reference alive.
static inline bool outl_weak_is_alive_by_runtime(void *reference) {
    uintptr_t copy = 0;
    outl_runtime_weak_copy(&copy, reference);
    // On Apple's platforms a null native reference has a tag in its low bits.
    bool alive = (copy & ~(uintptr_t)3) != 0;
    outl_runtime_weak_destroy(&copy);
    return alive;
}

/// Returns true if the object of the weak reference at `reference` exists and is not being deinitialised.
///
/// Loading the reference would create a strong one. If that became the last one, its release would run the object's
/// `deinit` on an unexpected thread and under unexpected locks. A copy of the weak reference never retains the object,
/// and is null if the object no longer exists.
static inline bool outl_weak_is_alive(void *reference) {
    if (!__atomic_load_n(&outl_side_tables_are_read, __ATOMIC_RELAXED)) {
        return outl_weak_is_alive_by_runtime(reference);
    }
    uintptr_t table = *(const uintptr_t *)reference;
    return table != 0 && outl_side_table_is_alive(table);
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
    __builtin_prefetch(*(const char *const *)reference + outl_side_table_counts);
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
