#pragma once

/// Tells Swift objects from other blocks by who called malloc: swift_slowAlloc, called by swift_allocObject or
/// swift_allocBox.
///
/// Concurrency: the addresses are learnt once, by the constructor, before `outl_heap_on` becomes true; constant from
/// then on.

#include "outl_heap_hidden.h"

#include <stdbool.h>
#include <stdint.h>

/// Return addresses; 0 is none.
struct outl_heap_callers {
    uintptr_t malloc;  ///< Into swift_slowAlloc, from malloc.
    uintptr_t aligned; ///< The same from posix_memalign or aligned_alloc.
    uintptr_t object[3]; ///< Into swift_allocObject, swift_allocBox and the runtime's other way, from swift_slowAlloc.
};
extern struct outl_heap_callers outl_heap_callers OUTL_HIDDEN;

/// A frame record: the caller's frame pointer, then the return address.
struct outl_frame {
    const struct outl_frame *caller;
    uintptr_t return_address;
};

/// Whether a block is a Swift object.
///
/// - site: the return address of the function of the malloc family. Read it first thing there: the compiler may move
///   the rest to another function.
/// - expected: `outl_heap_callers.malloc` or `.aligned`.
/// - caller: the frame of that function's caller. Looked into only where `site` is as expected: then it has one.
__attribute__((always_inline))
static inline bool outl_is_object(uintptr_t site, uintptr_t expected, const struct outl_frame *caller) {
    if (site != expected) { return false; }
    uintptr_t user = caller->return_address;
    return OUTL_LIKELY(user == outl_heap_callers.object[0]) || user == outl_heap_callers.object[1]
        || user == outl_heap_callers.object[2];
}

/// Learns the addresses by allocating with the runtime's functions. Returns false where they do not come out alike.
bool outl_heap_calibrate(void);

/// Whether the calling thread is in `outl_heap_calibrate`; then malloc calls `outl_heap_learn`.
bool outl_heap_calibrating(void);
void outl_heap_learn(uintptr_t site, const struct outl_frame *caller);

/// Whether the Swift runtime is there, in this process or to be found by the loader.
bool outl_heap_runtime_found(void);

/// Allocates an object through the runtime / gives it back in the same way. For the tier's check of itself.
void *outl_heap_control_make(void);
void outl_heap_control_end(void *object);
