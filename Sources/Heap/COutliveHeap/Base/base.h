#pragma once

/// The platform, and the layers of the heap tier, one folder each. A file includes only files of its own layer and of
/// those before it, without cycles; a source file counts as one with its header.
///
/// 1. Base: memory, files, system calls, the guard against faults, and the state that all layers share.
/// 2. Allocation: the malloc family, the table of live blocks, and the stacks of their allocations.
/// 3. Names: the modules of the process, the metadata of the Swift runtime, the names and fields of types.
/// 4. Freeze: the copy of the process, which counts the blocks and writes the graph of references.
/// 5. Snapshot: the file of a census.
/// 6. Service: the thread that takes snapshots, and the requests for them by calls, signals and exits.
/// 7. Start: the constructor, its checks of the process, and the public functions.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

/// Gives a symbol hidden visibility, so that accesses bypass the global offset table.
#define OUTL_HIDDEN __attribute__((visibility("hidden")))
/// Exports a symbol of the preloaded library.
#define OUTL_EXPORTED __attribute__((visibility("default")))
/// Places a thread-local variable in the initial block of each thread, so that accessing it never allocates.
#define OUTL_INITIAL_TLS __attribute__((tls_model("initial-exec")))

/// A condition that is nearly always true.
#define OUTL_LIKELY(condition) __builtin_expect(!!(condition), 1)

/// The number of items of an array variable.
#define OUTL_COUNT(array) (sizeof(array) / sizeof(array)[0])
