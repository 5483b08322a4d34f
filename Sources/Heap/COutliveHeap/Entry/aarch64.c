// The functions in assembly for aarch64: malloc, free and syscall. See Entry/x86_64.c for the other processor.
//
// Concurrency contract: as for the functions themselves, any thread at any time. See Allocation/interpose.c and
// Service/confine.c for the first two and the third.
#include "Base/state.h"

#if OUTL_HEAP_SERVED && !OUTL_HEAP_SANITIZED && defined(__aarch64__)

#include "Allocation/classify.h"
#include "Allocation/next.h"
#include "Allocation/sample.h"

#include <stdlib.h>
#include <sys/syscall.h>

// void *malloc(size_t size). In assembly, because a frame record that lies next to the caller's frame makes its return
// address a word of the stack, as on other processors; without a record, the fast path needs no memory.
__asm__(
    ".text\n"
    ".globl malloc\n"
    ".type malloc, %function\n"
    ".p2align 5\n"
    "malloc:\n"
    ".cfi_startproc\n"
    "    hint #34\n" // bti c
    "    mrs x9, tpidr_el0\n"
    "    adrp x10, :gottprel:outl_heap_thread\n"
    "    ldr x10, [x10, :gottprel_lo12:outl_heap_thread]\n"
    "    add x9, x9, x10\n"
    "    adrp x16, outl_heap_next\n"
    "    ldr x16, [x16, :lo12:outl_heap_next]\n" // malloc
    "    ldr x10, [x9, #8]\n" // countdown
    "    subs x10, x10, x0\n"
    "    b.ls 1f\n"
    "    str x10, [x9, #8]\n"
    "    br x16\n"
    "1:  ldr w10, [x9]\n" // busy
    "    sub sp, sp, #32\n"
    "    .cfi_def_cfa_offset 32\n"
    "    stp x29, x30, [sp, #16]\n"
    "    .cfi_offset x29, -16\n"
    "    .cfi_offset x30, -8\n"
    "    add x29, sp, #16\n"
    "    cbnz w10, 3f\n"
    "    str x0, [sp]\n"
    "    blr x16\n"
    "    cbz x0, 2f\n"
    "    ldr x1, [sp]\n"
    "    add x2, sp, #24\n"
    "    ldr x3, [sp, #16]\n"
    "    adrp x4, outl_heap_callers\n"
    "    ldr x4, [x4, :lo12:outl_heap_callers]\n" // malloc
    "    adrp x16, outl_heap_record_fast\n"
    "    ldr x16, [x16, :lo12:outl_heap_record_fast]\n"
    "    blr x16\n"
    "2:  ldp x29, x30, [sp, #16]\n"
    "    add sp, sp, #32\n"
    "    .cfi_remember_state\n"
    "    .cfi_restore x29\n"
    "    .cfi_restore x30\n"
    "    .cfi_def_cfa_offset 0\n"
    "    ret\n"
    "    .cfi_restore_state\n"
    "3:  add x1, sp, #24\n"
    "    ldr x2, [sp, #16]\n"
    "    bl outl_heap_malloc_slow\n"
    "    b 2b\n"
    ".cfi_endproc\n"
    ".size malloc, . - malloc\n");
_Static_assert(offsetof(struct outl_heap_thread, busy) == 0, "read above");
_Static_assert(offsetof(struct outl_heap_thread, countdown) == 8, "read above");
_Static_assert(offsetof(struct outl_heap_next, malloc) == 0, "read above");
_Static_assert(offsetof(struct outl_heap_callers, malloc) == 0, "read above");

// See Start/program.c.
__asm__(".globl outl_heap_own_malloc\n.hidden outl_heap_own_malloc\n.set outl_heap_own_malloc, malloc\n");

// void free(void *block). In assembly, because a C function would create a frame: see `outl_sample_may_contain`.
__asm__(
    ".globl free\n"
    ".type free, %function\n"
    ".p2align 5\n"
    "free:\n"
    ".cfi_startproc\n"
    "    hint #34\n" // bti c
    "    adrp x9, outl_sample_mask\n"
    "    ldr w9, [x9, :lo12:outl_sample_mask]\n"
    "    adrp x10, outl_sample_filter\n"
    "    add x10, x10, :lo12:outl_sample_filter\n"
    "    and w9, w9, w0, lsr #6\n"
    "    ldrb w9, [x10, x9]\n"
    "    cbnz w9, 1f\n"
    "    adrp x16, outl_heap_next\n"
    "    add x16, x16, :lo12:outl_heap_next\n"
    "    ldr x16, [x16, #32]\n" // free
    "    br x16\n"
    "1:  adrp x16, outl_heap_free_recorded\n"
    "    ldr x16, [x16, :lo12:outl_heap_free_recorded]\n"
    "    br x16\n"
    ".cfi_endproc\n"
    ".size free, . - free\n");
_Static_assert(offsetof(struct outl_heap_next, free) == 32 && OUTL_FILTER_GRAIN == 6, "read above");

// The C library's function, with a check of two calls. In assembly, because a call that starts a process on another
// stack returns on that.
OUTL_EXPORTED __attribute__((naked))
long syscall(__attribute__((unused)) long number, ...) {
    __asm__(
        "cmp x0, %[seccomp]\n\t"
        "b.eq 2f\n\t"
        "cmp x0, %[prctl]\n\t"
        "b.eq 2f\n"
        "1:\tmov x8, x0\n\t"
        "mov x0, x1\n\t"
        "mov x1, x2\n\t"
        "mov x2, x3\n\t"
        "mov x3, x4\n\t"
        "mov x4, x5\n\t"
        "mov x5, x6\n\t"
        "svc #0\n\t"
        "cmn x0, #4095\n\t"
        "b.hs 3f\n\t"
        "ret\n"
        "2:\tstp x29, x30, [sp, #-80]!\n\t"
        "mov x29, sp\n\t"
        "stp x0, x1, [sp, #16]\n\t"
        "stp x2, x3, [sp, #32]\n\t"
        "stp x4, x5, [sp, #48]\n\t"
        "str x6, [sp, #64]\n\t"
        "bl outl_confine\n\t"
        "ldp x0, x1, [sp, #16]\n\t"
        "ldp x2, x3, [sp, #32]\n\t"
        "ldp x4, x5, [sp, #48]\n\t"
        "ldr x6, [sp, #64]\n\t"
        "ldp x29, x30, [sp], #80\n\t"
        "b 1b\n"
        "3:\tb outl_confine_failed"
        :
        : [seccomp] "i"(SYS_seccomp), [prctl] "i"(SYS_prctl));
}

#endif
