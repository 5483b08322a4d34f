#pragma once

/// The facts about the processor that the search for callers needs.
///
/// Sources: System V ABI for x86-64, chapter 3.6.2; DWARF for the Arm 64-bit Architecture, chapter 4.1; Procedure Call
/// Standard for the Arm 64-bit Architecture, chapter 6.4.6.

#include <stdint.h>

/// 1 if callers can be found by call frame information: with glibc on x86_64 or aarch64.
#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))
#include <features.h>
#if defined(__GLIBC__)
#define OUTL_UNWIND_SERVED 1
#endif
#endif
#ifndef OUTL_UNWIND_SERVED
#define OUTL_UNWIND_SERVED 0
#endif

/// The bit that Swift's async functions set in the frame pointers that they save; 0 where pointers have no room for it.
#define OUTL_ASYNC_FRAME (sizeof(uintptr_t) == 8 ? (uintptr_t)(UINT64_C(1) << 60) : 0)

#if defined(__aarch64__)

/// The number of bits of an address of a program that are not 0, and the numbers of registers.
enum { OUTL_OWN_ADDRESS_BITS = 48, OUTL_DWARF_FP = 29, OUTL_DWARF_SP = 31, OUTL_DWARF_RETURN = 30 };

/// Returns the address of code that a saved return address means: a function may sign it with the bits above.
static inline uintptr_t outl_code_address(uintptr_t saved) {
    return saved & (((uintptr_t)1 << OUTL_OWN_ADDRESS_BITS) - 1);
}

/// Stores the address of an instruction at this place in `address`.
#define OUTL_CODE_HERE(address) __asm__ volatile("adr %0, ." : "=r"(address))

#else

/// The number of bits of an address of a program that are not 0, and the numbers of registers.
enum { OUTL_OWN_ADDRESS_BITS = 47, OUTL_DWARF_FP = 6, OUTL_DWARF_SP = 7, OUTL_DWARF_RETURN = 16 };

/// Returns the address of code that a saved return address means.
static inline uintptr_t outl_code_address(uintptr_t saved) { return saved; }

/// Stores the address of an instruction at this place in `address`.
#define OUTL_CODE_HERE(address) __asm__ volatile("leaq 0(%%rip), %0" : "=r"(address))

#endif
