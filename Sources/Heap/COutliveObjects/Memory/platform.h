#pragma once

/// The platform, for all layers of this module; the README of the wing lists them.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// 1 if the platform is supported: glibc on x86_64 or aarch64.
#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))
#include <features.h>
#if defined(__GLIBC__)
#define OUTL_HEAP_SERVED 1
#endif
#endif
#ifndef OUTL_HEAP_SERVED
#define OUTL_HEAP_SERVED 0
#endif

/// Gives a symbol hidden visibility, so that accesses bypass the global offset table.
#define OUTL_HIDDEN __attribute__((visibility("hidden")))
/// Places a thread-local variable in the initial block of each thread, so that accessing it never allocates.
#define OUTL_INITIAL_TLS __attribute__((tls_model("initial-exec")))

/// The number of bits of an address that are not 0 in a program: the most of all supported processors.
enum { OUTL_ADDRESS_BITS = 48 };

/// The number of items of an array variable.
#define OUTL_COUNT(array) (sizeof(array) / sizeof(array)[0])
