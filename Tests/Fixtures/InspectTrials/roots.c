// A program in which only one word leads to a block of 7777 bytes, in a place that a search for roots can miss. The
// argument names the place.
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { wanted = 7777 };

// The address of the block with its bits flipped, so that no other word leads to it.
__attribute__((noinline)) static uintptr_t hidden_block(void) { return ~(uintptr_t)malloc(wanted); }

// In a mapping that the kernel joins with that of a large block.
static int keep_beside_large_block(uintptr_t hidden) {
    const size_t size = (size_t)1 << 16;
    char *large = malloc((size_t)1 << 20);
    // Behind the header of the block, its mapping begins at a page.
    char *start = (char *)((uintptr_t)large & ~(uintptr_t)4095) - size;
    uintptr_t *place =
        mmap(start, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    if (!large || place != (void *)start) { return 1; }
    memset(large, 1, 1);
    place[8] = ~hidden;
    puts("ready");
    fflush(stdout);
    for (;;) { pause(); }
}

// Writes the line when the first thread waits in a system call.
static void *announce(void *call) {
    char path[64], text[32] = "", wanted_text[32];
    snprintf(path, sizeof path, "/proc/self/task/%d/syscall", getpid());
    const int length = snprintf(wanted_text, sizeof wanted_text, "%ld ", *(const long *)call);
    while (strncmp(text, wanted_text, (size_t)length) != 0) {
        int file = open(path, O_RDONLY);
        ssize_t size = read(file, text, sizeof text - 1);
        text[size > 0 ? size : 0] = 0;
        close(file);
    }
    puts("ready");
    fflush(stdout);
    return NULL;
}

static void announce_during(const long *call) {
    pthread_t thread;
    pthread_create(&thread, NULL, announce, (void *)call);
}

// In the array to which the kernel is yet to write.
__attribute__((noinline)) static int keep_in_events(uintptr_t hidden) {
#ifdef SYS_epoll_wait
    static const long call = SYS_epoll_wait;
#else
    static const long call = SYS_epoll_pwait;
#endif
    struct epoll_event events[16] = {0};
    int queue = epoll_create1(0);
    announce_during(&call);
    hidden = ~hidden;
    memcpy((char *)events + 96, &hidden, sizeof hidden);
    hidden = ~hidden;
    for (;;) { epoll_wait(queue, events, 16, -1); }
}

#ifdef __x86_64__
// Below the stack pointer of a function of the C library that calls the kernel.
__attribute__((noreturn)) static void keep_below_call(uintptr_t hidden) {
    static const long call = SYS_pause;
    register long (*enter)(long, ...) __asm__("r12") = syscall;
    announce_during(&call);
    __asm__ volatile(
        "notq %0\n\t"
        "movq %0, -64(%%rsp)\n\t"
        "notq %0\n\t"
        "2: movl %2, %%edi\n\t"
        "callq *%1\n\t"
        "jmp 2b"
        : "+b"(hidden)
        : "r"(enter), "i"(SYS_pause)
        : "rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11", "memory");
    __builtin_unreachable();
}

// Writes the line by a system call of its own, which leaves the stack as it is, and waits.
#define WRITE_AND_WAIT "movl $1, %%eax\n\tmovl $1, %%edi\n\tmovl $6, %%edx\n\tsyscall\n\t2: pause\n\tjmp 2b"

// Below the stack pointer, where a function that calls no other may keep its variables.
__attribute__((noreturn)) static void keep_in_red_zone(uintptr_t hidden) {
    __asm__ volatile(
        "movq $-128, %%rcx\n\t"
        "1: movq $0, (%%rsp, %%rcx)\n\t"
        "addq $8, %%rcx\n\t"
        "jnz 1b\n\t"
        "notq %0\n\t"
        "movq %0, -64(%%rsp)\n\t"
        "notq %0\n\t" WRITE_AND_WAIT
        : "+r"(hidden)
        : "S"("ready\n")
        : "rax", "rcx", "rdx", "rdi", "r11", "memory");
    __builtin_unreachable();
}

// Before the return address of a call through a register, which is at no multiple of 16.
__attribute__((noreturn)) static void keep_before_call(uintptr_t hidden) {
    __asm__ volatile(
        "leaq 3f(%%rip), %%rcx\n\t"
        "notq %0\n\t"
        "pushq %0\n\t"
        "notq %0\n\t"
        ".p2align 4\n\t"
        "callq *%%rcx\n\t"
        "3: " WRITE_AND_WAIT
        : "+r"(hidden)
        : "S"("ready\n")
        : "rax", "rcx", "rdx", "rdi", "r11", "memory");
    __builtin_unreachable();
}
#endif

int main(int count, char **arguments) {
    const char *place = count > 1 ? arguments[1] : "";
    uintptr_t hidden = hidden_block();
    if (strcmp(place, "beside-large-block") == 0) { return keep_beside_large_block(hidden); }
    if (strcmp(place, "events") == 0) { return keep_in_events(hidden); }
#ifdef __x86_64__
    if (strcmp(place, "red-zone") == 0) { keep_in_red_zone(hidden); }
    if (strcmp(place, "below-call") == 0) { keep_below_call(hidden); }
    if (strcmp(place, "before-call") == 0) { keep_before_call(hidden); }
#endif
    return 1;
}
