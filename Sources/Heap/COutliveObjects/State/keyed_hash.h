#pragma once

/// A hash of content under a key: SipHash-2-4 (Aumasson and Bernstein, 2012). Without the key, which is of one
/// comparison alone, the content of a text cannot be found by trying others.
///
/// Concurrency: pure functions.

#include "Memory/platform.h"

#include <stddef.h>

struct outl_hash_key {
    uint64_t words[2];
};

/// Returns the hash of `size` bytes.
uint64_t outl_hash(const struct outl_hash_key *key, const void *bytes, size_t size);

/// Returns the hash of two numbers.
uint64_t outl_hash_of_numbers(const struct outl_hash_key *key, uint64_t one, uint64_t other);
