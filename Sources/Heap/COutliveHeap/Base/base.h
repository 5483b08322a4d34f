#pragma once

/// The processor and the kernel for all layers of the heap tier; the README of the wing lists them.

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
