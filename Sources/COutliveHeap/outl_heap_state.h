#pragma once

/// What the parts of the heap tier share: whether it is on, its settings, and the guard against its own allocations.
///
/// Concurrency: the settings are written once, by the constructor, before `outl_heap_on` becomes true. The guard is
/// thread-local, initial-exec, and so needs no allocation.

#include "outl_heap_thread.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/// Whether there is anything to build: the tier knows glibc on x86_64. Elsewhere it only says that it does not.
#if defined(__linux__) && defined(__x86_64__)
#include <features.h>
#if defined(__GLIBC__)
#define OUTL_HEAP_SERVED 1
#endif
#endif
#ifndef OUTL_HEAP_SERVED
#define OUTL_HEAP_SERVED 0
#endif

/// Whether the functions of the malloc family are taken over: sanitizers have their own.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define OUTL_HEAP_SANITIZED 1
#endif
#endif
#ifndef OUTL_HEAP_SANITIZED
#define OUTL_HEAP_SANITIZED 0
#endif

/// Whether blocks are recorded. False before the constructor, in a child after fork, and where the tier cannot serve.
extern _Atomic bool outl_heap_on OUTL_HIDDEN;

/// Not 0 while this thread is within the tier (`outl_heap_busy++`, later `outl_heap_busy--`): what it allocates then is
/// not recorded; what it frees is forgotten all the same. Also not 0 before the thread was first seen.
#define outl_heap_busy (outl_heap_thread.busy)

struct outl_heap_settings {
    char directory[4096]; ///< OUTLIVE_HEAP: absolute, without a slash at the end.
    int frames;           ///< OUTLIVE_HEAP_FRAMES: frames a stack, 0 to 64; 16 by default.
    bool at_exit;         ///< Whether a census is taken at exit and before a fatal signal: unless OUTLIVE_HEAP_EXIT is "0".
    pid_t process;        ///< The process that all this is about.
};
extern struct outl_heap_settings outl_heap_settings OUTL_HIDDEN;

/// How many modules were unloaded so far: part of every stack, so that a used-again address keeps its meaning.
extern _Atomic uint32_t outl_heap_epoch OUTL_HIDDEN;

/// The stacks' table; null where no stacks are captured.
struct outl_stack_table;
extern struct outl_stack_table *outl_heap_stacks OUTL_HIDDEN;

// A stack whose epoch is above 0 has one frame more than was captured, the last: the epoch. No code lies that low.
enum { OUTL_HEAP_EPOCH_MAX = 4095 };

/// Starts what answers requests: the service thread, the handlers of fatal signals, the census at exit.
/// Called by the constructor when all else works. Returns false, with the reason in `reason`, where it cannot be.
bool outl_heap_service_start(char *reason, int reason_size);
