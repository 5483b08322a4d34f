#pragma once

/// The shared state of the heap tier: the switch, the settings, and the guard against its own allocations.
///
/// Concurrency: the settings are written once, by the constructor, before `outl_heap_on` becomes `true`. The guard is
/// thread-local, initial-exec, and so needs no allocation.

#include "outl_heap_thread.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/// 1 if the platform is supported: glibc on x86_64. On others the tier only reports a refusal.
#if defined(__linux__) && defined(__x86_64__)
#include <features.h>
#if defined(__GLIBC__)
#define OUTL_HEAP_SERVED 1
#endif
#endif
#ifndef OUTL_HEAP_SERVED
#define OUTL_HEAP_SERVED 0
#endif

/// 1 if the tier is built with a sanitizer, which has its own malloc. The tier then does not interpose malloc.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define OUTL_HEAP_SANITIZED 1
#endif
#endif
#ifndef OUTL_HEAP_SANITIZED
#define OUTL_HEAP_SANITIZED 0
#endif

/// `true` if blocks are recorded. `false` before the constructor, in a child after fork, and if the process is refused.
extern _Atomic bool outl_heap_on OUTL_HIDDEN;

/// Not 0 while this thread runs code of the tier (`outl_heap_busy++`, later `outl_heap_busy--`): blocks that it
/// allocates then are not recorded, but blocks that it frees are forgotten. Also not 0 before the tier has prepared the
/// thread.
#define outl_heap_busy (outl_heap_thread.busy)

struct outl_heap_settings {
    char directory[4096]; ///< OUTLIVE_HEAP: absolute, without a slash at the end.
    int frames;           ///< OUTLIVE_HEAP_FRAMES: the maximum number of frames of a stack, 0 to 64; 16 by default.
    bool at_exit;         ///< Whether a census is taken at exit and before a fatal signal: unless OUTLIVE_HEAP_EXIT is "0".
    pid_t process;        ///< The ID of the recorded process.
};
extern struct outl_heap_settings outl_heap_settings OUTL_HIDDEN;

/// The number of modules unloaded so far. Each stack contains it, so that a reused address keeps its meaning.
extern _Atomic uint32_t outl_heap_epoch OUTL_HIDDEN;

/// The table of stacks, or null if none are captured.
struct outl_stack_table;
extern struct outl_stack_table *outl_heap_stacks OUTL_HIDDEN;

// A stack whose epoch is above 0 ends with an additional frame: the epoch. No code lies at addresses that low.
enum { OUTL_HEAP_EPOCH_MAX = 4095 };

/// Starts the service thread, the handlers of fatal signals, and the census at exit.
///
/// Called by the constructor when all else works. Returns `false`, with the reason in `reason`, if it fails.
bool outl_heap_service_start(char *reason, int reason_size);
