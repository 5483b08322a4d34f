#pragma once

/// The bytes of the subject: the process whose memory is read, which is this one, another one, or a core file's.
///
/// An address of the subject is a `uintptr_t`. Its bytes are in this process at the address with the bits of
/// `outl_shift` flipped: 0 if the subject is this process. `OUTL_AT` is the only way from an address to its bytes, and
/// `outl_address_of` the only way back. A pointer is always one of this process, and is valid as long as the subject's
/// bytes are mapped.
///
/// Concurrency: the shift is written once, before the first read; reading it needs no lock.

#include "Memory/platform.h"

/// The bits that differ between an address of the subject and the place of its bytes. Changed by `outl_shadow_begin`.
extern uintptr_t outl_shift OUTL_HIDDEN;

/// Sets the shift, for a subject that is not this process. Called once, before anything is read.
void outl_shadow_begin(uintptr_t shift);

/// Ends the process if the subject's memory at an address was not obtained.
void outl_shadow_check(uintptr_t address);

static inline const void *outl_at(uintptr_t address) {
#ifdef DEBUG
    // Another subject's missing memory can be foreign memory of this process.
    if (outl_shift != 0) { outl_shadow_check(address); }
#endif
    return (const void *)(address ^ outl_shift);
}

/// Returns the subject's bytes at a readable address, to assign to a pointer to any type of constant.
#define OUTL_AT(address) outl_at(address)

/// Returns the address of bytes that `OUTL_AT` returned.
static inline uintptr_t outl_address_of(const void *bytes) { return (uintptr_t)bytes ^ outl_shift; }

/// The distance, in items of a list, at which bytes are fetched ahead of their use: most reads miss the caches.
enum { OUTL_AHEAD = 8 };

/// Fetches the bytes at an address, which need not be readable, into the caches.
static inline void outl_fetch_ahead(uintptr_t address) { __builtin_prefetch((const void *)(address ^ outl_shift)); }

/// Returns the word of 8, 4, 2 or 1 bytes at a readable address.
static inline uintptr_t outl_word(uintptr_t address) { return *(const uintptr_t *)OUTL_AT(address); }
static inline uint32_t outl_half(uintptr_t address) { return *(const uint32_t *)OUTL_AT(address); }
static inline uint16_t outl_small(uintptr_t address) { return *(const uint16_t *)OUTL_AT(address); }
static inline uint8_t outl_byte(uintptr_t address) { return *(const uint8_t *)OUTL_AT(address); }
