// The functions in assembly for x86_64: malloc, free and syscall. See Entry/aarch64.c for the other processor.
//
// Concurrency contract: as for the functions themselves, any thread at any time. See Allocation/interpose.c and
// Service/confine.c for the first two and the third.
#include "Base/state.h"

#if OUTL_HEAP_SERVED && !OUTL_HEAP_SANITIZED && defined(__x86_64__)

#include "Allocation/classify.h"
#include "Allocation/next.h"
#include "Allocation/sample.h"

#include <stdlib.h>
#include <sys/syscall.h>

// void *malloc(size_t size). In assembly, because it needs the caller's frame pointer: without a frame of its own, that
// is the register.
__asm__(
    ".text\n"
    ".globl malloc\n"
    ".type malloc, @function\n"
    ".p2align 5\n"
    "malloc:\n"
    ".cfi_startproc\n"
    "    movq outl_heap_thread@gottpoff(%rip), %rax\n"
    "    movq %fs:8(%rax), %rdx\n" // countdown
    "    subq %rdi, %rdx\n"
    "    jbe 1f\n"
    "    movq %rdx, %fs:8(%rax)\n"
    "    jmp *outl_heap_next(%rip)\n" // malloc
    "1:  cmpl $0, %fs:(%rax)\n" // busy
    "    jne 3f\n"
    "    pushq %rdi\n"
    "    .cfi_adjust_cfa_offset 8\n"
    "    call *outl_heap_next(%rip)\n" // malloc
    "    popq %rsi\n"
    "    .cfi_adjust_cfa_offset -8\n"
    "    testq %rax, %rax\n"
    "    je 2f\n"
    "    movq %rax, %rdi\n"
    "    movq %rsp, %rdx\n"
    "    movq %rbp, %rcx\n"
    "    movq outl_heap_callers(%rip), %r8\n" // malloc
    "    jmp *outl_heap_record_fast(%rip)\n"
    "3:  movq %rsp, %rsi\n"
    "    movq %rbp, %rdx\n"
    "    jmp outl_heap_malloc_slow\n"
    "2:  ret\n"
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
    ".type free, @function\n"
    ".p2align 5\n"
    "free:\n"
    ".cfi_startproc\n"
    "    leaq outl_sample_filter(%rip), %rcx\n"
    "    movl %edi, %eax\n"
    "    shrl $6, %eax\n"
    "    andl outl_sample_mask(%rip), %eax\n"
    "    cmpb $0, (%rcx,%rax)\n"
    "    jne 1f\n"
    "    jmp *outl_heap_next+32(%rip)\n" // free
    "1:  jmp *outl_heap_free_recorded(%rip)\n"
    ".cfi_endproc\n"
    ".size free, . - free\n");
_Static_assert(offsetof(struct outl_heap_next, free) == 32 && OUTL_FILTER_GRAIN == 6, "read above");

// The C library's function, with a check of two calls. In assembly, because a call that starts a process on another
// stack returns on that.
OUTL_EXPORTED __attribute__((naked))
long syscall(__attribute__((unused)) long number, ...) {
    __asm__(
        "cmpq %[seccomp], %%rdi\n\t"
        "je 2f\n\t"
        "cmpq %[prctl], %%rdi\n\t"
        "je 2f\n"
        "1:\tmovq %%rdi, %%rax\n\t"
        "movq %%rsi, %%rdi\n\t"
        "movq %%rdx, %%rsi\n\t"
        "movq %%rcx, %%rdx\n\t"
        "movq %%r8, %%r10\n\t"
        "movq %%r9, %%r8\n\t"
        "movq 8(%%rsp), %%r9\n\t"
        "syscall\n\t"
        "cmpq $-4095, %%rax\n\t"
        "jae 3f\n\t"
        "ret\n"
        "2:\tpushq %%rdi\n\t"
        "pushq %%rsi\n\t"
        "pushq %%rdx\n\t"
        "pushq %%rcx\n\t"
        "pushq %%r8\n\t"
        "pushq %%r9\n\t"
        "subq $8, %%rsp\n\t"
        "call outl_confine\n\t"
        "addq $8, %%rsp\n\t"
        "popq %%r9\n\t"
        "popq %%r8\n\t"
        "popq %%rcx\n\t"
        "popq %%rdx\n\t"
        "popq %%rsi\n\t"
        "popq %%rdi\n\t"
        "jmp 1b\n"
        "3:\tmovq %%rax, %%rdi\n\t"
        "jmp outl_confine_failed"
        :
        : [seccomp] "i"(SYS_seccomp), [prctl] "i"(SYS_prctl));
}

#endif
