// Allocations inside libraries without frame pointers: the C library, and one that uses the register for its own data.
// The tests build the latter with -DLIBRARY, then the program with it and with the Swift runtime, so that the heap tier
// is active. The program prints a line for each block: its name, its address, and the bounds of the function that
// called the library. The graph that it requests has the stacks.
#define _GNU_SOURCE
#include <stddef.h>

#ifdef LIBRARY

// The same as a compiler writes with -fomit-frame-pointer, where the register is sure to have the content at issue.
__asm__(
    ".text\n"
    // Leaves the register as it is: the caller's frame pointer.
    ".globl make_with_kept_register\n"
    ".type make_with_kept_register, @function\n"
    "make_with_kept_register:\n"
    "    .cfi_startproc\n"
    "    subq $72, %rsp\n"
    "    .cfi_def_cfa_offset 80\n"
    "    call malloc@plt\n"
    "    addq $72, %rsp\n"
    "    .cfi_def_cfa_offset 8\n"
    "    ret\n"
    "    .cfi_endproc\n"
    ".size make_with_kept_register, . - make_with_kept_register\n"
    // Points the register to words on the stack that look like frames of `decoy`, left by an earlier call.
    ".globl make_with_data_in_register\n"
    ".type make_with_data_in_register, @function\n"
    "make_with_data_in_register:\n"
    "    .cfi_startproc\n"
    "    pushq %rbp\n"
    "    .cfi_def_cfa_offset 16\n"
    "    .cfi_offset %rbp, -16\n"
    "    pushq %rbx\n"
    "    .cfi_def_cfa_offset 24\n"
    "    .cfi_offset %rbx, -24\n"
    "    .cfi_remember_state\n"
    "    testq %rdi, %rdi\n"
    "    je 1f\n"
    "    subq $72, %rsp\n"
    "    .cfi_def_cfa_offset 96\n"
    "    movq decoy@GOTPCREL(%rip), %rax\n"
    "    leaq 16(%rsp), %rbp\n"
    "    leaq 32(%rsp), %rbx\n"
    "    movq %rbx, 16(%rsp)\n"
    "    movq %rax, 24(%rsp)\n"
    "    addq $16, %rbx\n"
    "    movq %rbx, 32(%rsp)\n"
    "    movq %rax, 40(%rsp)\n"
    "    movq $0, 48(%rsp)\n"
    "    movq %rax, 56(%rsp)\n"
    "    call malloc@plt\n"
    "    addq $72, %rsp\n"
    "    .cfi_def_cfa_offset 24\n"
    "    popq %rbx\n"
    "    .cfi_def_cfa_offset 16\n"
    "    popq %rbp\n"
    "    .cfi_def_cfa_offset 8\n"
    "    ret\n"
    // The rows of this end are those before the first jump.
    "1:  .cfi_restore_state\n"
    "    popq %rbx\n"
    "    .cfi_def_cfa_offset 16\n"
    "    popq %rbp\n"
    "    .cfi_def_cfa_offset 8\n"
    "    xorl %eax, %eax\n"
    "    ret\n"
    "    .cfi_endproc\n"
    ".size make_with_data_in_register, . - make_with_data_in_register\n"
    // Calls it from another frame without a pointer, larger than an advance of one byte can state.
    ".globl make_through_two\n"
    ".type make_through_two, @function\n"
    "make_through_two:\n"
    "    .cfi_startproc\n"
    "    subq $8200, %rsp\n"
    "    .cfi_def_cfa_offset 8208\n"
    "    .fill 300, 1, 0x90\n"
    "    call make_with_data_in_register@plt\n"
    "    addq $8200, %rsp\n"
    "    .cfi_def_cfa_offset 8\n"
    "    ret\n"
    "    .cfi_endproc\n"
    ".size make_through_two, . - make_through_two\n"
    // The same without call frame information.
    ".globl make_without_information\n"
    ".type make_without_information, @function\n"
    "make_without_information:\n"
    "    pushq %rbp\n"
    "    movl $7, %ebp\n"
    "    subq $64, %rsp\n"
    "    call malloc@plt\n"
    "    addq $64, %rsp\n"
    "    popq %rbp\n"
    "    ret\n"
    ".size make_without_information, . - make_without_information\n"
    // Never called.
    ".globl decoy\n"
    ".type decoy, @function\n"
    "decoy:\n"
    "    .cfi_startproc\n"
    "    nop\n"
    "    ret\n"
    "    .cfi_endproc\n"
    ".size decoy, . - decoy\n"
    ".section .note.GNU-stack, \"\", @progbits\n");

#else

#include <dirent.h>
#include <netdb.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern void *swift_allocObject(const void *, size_t, size_t);
void *volatile keep = (void *)swift_allocObject;

// The tier's.
extern bool outl_heap_census(uint32_t number, bool with_graph, bool ends_cycle) __attribute__((weak));

// Of the library.
extern void *make_with_kept_register(size_t size);
extern void *make_with_data_in_register(size_t size);
extern void *make_through_two(size_t size);
extern void *make_without_information(size_t size);
extern char decoy[];

static FILE *volatile stream;

// A function in a section of its own, whose bounds the linker knows.
#define CALLER(name, expression) \
    extern char __start_in_##name[], __stop_in_##name[]; \
    __attribute__((noinline, section("in_" #name))) static void *name(void) { \
        char *text = NULL; \
        size_t room = 0; \
        (void)text, (void)room; \
        void *volatile block = expression; \
        return block; \
    }

#define CALLERS(X) \
    X(kept, make_with_kept_register(100)) \
    X(data, make_with_data_in_register(100)) \
    X(two, make_through_two(100)) \
    X(blind, make_without_information(100)) \
    X(resolve, realpath("/proc/self/root", NULL)) \
    X(copy, strdup("copy")) \
    X(open_file, fopen("/dev/null", "r")) \
    X(open_descriptor, fdopen(dup(0), "r")) \
    X(open_folder, opendir("/")) \
    X(open_memory, open_memstream(&text, &room)) \
    X(folder, getcwd(NULL, 0)) \
    X(line, (getline(&text, &room, stream), text)) \
    X(print, asprintf(&text, "%d", 7) > 0 ? text : NULL) \
    X(address, (getaddrinfo("127.0.0.1", "80", &(struct addrinfo){.ai_flags = AI_NUMERICHOST}, \
                            (struct addrinfo **)&text), text))
CALLERS(CALLER)

// Calls each several times, so that stacks are also found in the cache, from frames of several sizes.
__attribute__((noinline)) static void *call(void *(*function)(void), size_t size) {
    volatile char room[size];
    room[0] = room[size - 1] = 0;
    void *volatile block = function();
    return block;
}

int main(int count, char **arguments) {
    (void)count;
    stream = fopen(arguments[0], "r");
    if (!stream) { return 2; }
    printf("decoy 0 %zu %zu\n", (size_t)decoy, (size_t)decoy + 2);
#define PRINT(name, expression) \
    for (int round = 0; round < 6; round++) { \
        size_t block = (size_t)call(name, 16 + round / 2 * 48); \
        printf(#name " %zu %zu %zu\n", block, (size_t)__start_in_##name, (size_t)__stop_in_##name); \
    }
    CALLERS(PRINT)
    fflush(stdout);
    return outl_heap_census(2, true, false) ? 0 : 1;
}

#endif
