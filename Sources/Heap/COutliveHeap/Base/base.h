#pragma once

/// The layers of the heap tier, one folder each. A file includes only files of its own layer, of those before it, and
/// of COutliveObjects, without cycles; a source file counts as one with its header.
///
/// 1. Base: files, and the state that all layers share.
/// 2. Allocation: the malloc family, the table of live blocks, and the stacks of their allocations.
/// 3. Loader: the modules of the process, and the functions of the Swift runtime in it.
/// 4. Freeze: the copy of the process, in which COutliveObjects counts the blocks and writes the graph of references.
/// 5. Snapshot: the taking of a census, and the profile of sampled allocations.
/// 6. Service: the thread that takes snapshots, and the requests for them by calls, signals and exits.
/// 7. Entry: the functions in assembly, one file for each processor.
/// 8. Start: the constructor, its checks of the process, and the public functions. Where the platform is not supported,
///    the tier only reports a refusal.

#include "Memory/platform.h"
#include "outl_processor.h"

// All else that differs between processors in the lower layers. Where the tier only refuses, the headers of the kernel
// may be missing.
#if OUTL_HEAP_SERVED && defined(__x86_64__)
#include "Base/x86_64.h"
#elif OUTL_HEAP_SERVED && defined(__aarch64__)
#include "Base/aarch64.h"
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

/// Exports a symbol of the preloaded library.
#define OUTL_EXPORTED __attribute__((visibility("default")))

/// A condition that is nearly always true.
#define OUTL_LIKELY(condition) __builtin_expect(!!(condition), 1)
