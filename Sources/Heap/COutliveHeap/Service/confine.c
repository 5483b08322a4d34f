// `prctl` and `syscall`, which Entry defines, by which a program installs a system call filter (seccomp).
//
// A filter may end the program at a call of the tier, so the tier checks it first, and withdraws from the process if it
// forbids too much. A filter for all threads also applies to the service thread, which needs many calls: the tier then
// withdraws in any case. The tier also withdraws at a second filter, because the first may forbid the check. A filter
// installed by an instruction of the program's own is not seen.
//
// Concurrency contract: `syscall` may be called wherever the C library's may, also in a signal handler and in a child
// of vfork. For all other system calls it accesses no memory except its arguments. The child of vfork does not affect
// the service.
#include "Base/state.h"

#if OUTL_HEAP_SERVED && !OUTL_HEAP_SANITIZED

#include "Memory/system.h"
#include "Service/ending.h"
#include "Service/service.h"

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/uio.h>

// MARK: Filters

// The calls that record blocks, request censuses and forward signals.
static const int calls[] = {
    SYS_mmap,     SYS_munmap, SYS_mprotect,    SYS_madvise,      SYS_getpid,       SYS_gettid,
    SYS_kill,     SYS_tgkill, SYS_sched_yield, SYS_rt_sigaction, SYS_rt_sigreturn, SYS_rt_sigprocmask,
    SYS_futex,    SYS_exit,   SYS_exit_group,  SYS_clock_gettime, SYS_rt_tgsigqueueinfo,
    SYS_sched_getaffinity, // By pthread_getattr_np.
};

static uint32_t compute(uint16_t code, uint32_t a, uint32_t operand) {
    switch (BPF_OP(code)) {
    case BPF_ADD: return a + operand;
    case BPF_SUB: return a - operand;
    case BPF_MUL: return a * operand;
    case BPF_DIV: return operand ? a / operand : 0;
    case BPF_MOD: return operand ? a % operand : 0;
    case BPF_OR: return a | operand;
    case BPF_AND: return a & operand;
    case BPF_XOR: return a ^ operand;
    case BPF_LSH: return operand < 32 ? a << operand : 0;
    case BPF_RSH: return operand < 32 ? a >> operand : 0;
    default: return 0 - a;
    }
}

static bool jumps(uint16_t code, uint32_t a, uint32_t operand) {
    switch (BPF_OP(code)) {
    case BPF_JEQ: return a == operand;
    case BPF_JGT: return a > operand;
    case BPF_JGE: return a >= operand;
    default: return (a & operand) != 0;
    }
}

static uint32_t load(const struct sock_filter *step, const struct seccomp_data *data, const uint32_t *memory) {
    uint32_t value = 0;
    switch (BPF_MODE(step->code)) {
    case BPF_ABS:
        if (step->k <= sizeof *data - sizeof value) { memcpy(&value, (const char *)data + step->k, sizeof value); }
        return value;
    case BPF_MEM: return step->k < BPF_MEMWORDS ? memory[step->k] : 0;
    case BPF_LEN: return sizeof *data;
    default: return step->k;
    }
}

// Interprets the filter, and returns its action. The kernel accepts forward jumps only, and a return at the end.
static uint32_t action_of(const struct sock_filter *steps, unsigned count, const struct seccomp_data *data) {
    uint32_t a = 0, x = 0, memory[BPF_MEMWORDS] = {0};
    for (unsigned index = 0; index < count; index++) {
        const struct sock_filter *step = &steps[index];
        uint32_t operand = BPF_SRC(step->code) == BPF_X ? x : step->k;
        switch (BPF_CLASS(step->code)) {
        case BPF_LD: a = load(step, data, memory); break;
        case BPF_LDX: x = load(step, data, memory); break;
        case BPF_ST:
        case BPF_STX:
            if (step->k < BPF_MEMWORDS) { memory[step->k] = BPF_CLASS(step->code) == BPF_ST ? a : x; }
            break;
        case BPF_ALU: a = compute(step->code, a, operand); break;
        case BPF_JMP:
            if (BPF_OP(step->code) == BPF_JA) {
                if (step->k >= count) { return SECCOMP_RET_KILL_PROCESS; }
                index += step->k;
            } else {
                index += jumps(step->code, a, operand) ? step->jt : step->jf;
            }
            break;
        case BPF_RET: return BPF_RVAL(step->code) == BPF_A ? a : step->k;
        default:
            if (BPF_MISCOP(step->code) == BPF_TAX) { x = a; } else { a = x; }
        }
    }
    return SECCOMP_RET_KILL_PROCESS;
}

// Returns `true` if a filter, in the tier's own memory, allows all calls that the tier makes on threads of the program.
static bool allows_all(const struct sock_filter *instructions, unsigned count) {
    for (size_t index = 0; index < OUTL_COUNT(calls); index++) {
        struct seccomp_data data = {.nr = calls[index], .arch = (uint32_t)OUTL_AUDIT_ARCHITECTURE};
        // All arguments are 0.
        uint32_t action = action_of(instructions, count, &data) & SECCOMP_RET_ACTION_FULL;
        if (action != SECCOMP_RET_ALLOW && action != SECCOMP_RET_LOG) { return false; }
    }
    return true;
}

// Copies by the kernel, because the address may be wrong.
static bool copy(void *to, const void *from, size_t size) {
    struct iovec own = {.iov_base = to, .iov_len = size}, its = {.iov_base = (void *)(uintptr_t)from, .iov_len = size};
    return syscall(SYS_process_vm_readv, outl_heap_settings.process, &own, 1UL, &its, 1UL, 0UL) == (long)size;
}

// Returns `true` if the filter allows the tier's calls, and also if the kernel will refuse it.
static bool allows_calls(const void *filter) {
    struct sock_fprog program;
    if (!copy(&program, filter, sizeof program)) { return errno == EFAULT; }
    if (program.len > BPF_MAXINSNS) { return true; }
    // Not on the stack, which may be small.
    size_t size = BPF_MAXINSNS * sizeof(struct sock_filter);
    void *memory = outl_pages(size, PROT_READ | PROT_WRITE, MAP_PRIVATE);
    if (!memory) { return false; }
    bool is_copied = copy(memory, program.filter, program.len * sizeof(struct sock_filter));
    bool is_allowed = is_copied ? allows_all(memory, program.len) : errno == EFAULT;
    munmap(memory, size);
    return is_allowed;
}

// MARK: Calls

// `true` once the handlers were restored, in a process without the service or after the tier withdrew. No later call
// acts.
static atomic_bool is_finished;

__attribute__((used)) OUTL_HIDDEN
void outl_confine(long call, unsigned long first, unsigned long second, unsigned long third) {
    bool is_seccomp = call == SYS_seccomp;
    if (!is_seccomp && (int)first != PR_SET_SECCOMP) { return; }
    // With flags or arguments the kernel refuses strict mode; libraries make such calls to query its features.
    bool is_strict = is_seccomp ? (unsigned)first == SECCOMP_SET_MODE_STRICT && (unsigned)second == 0 && third == 0
                                : second == SECCOMP_MODE_STRICT;
    bool is_filter = is_seccomp ? (unsigned)first == SECCOMP_SET_MODE_FILTER : second == SECCOMP_MODE_FILTER;
    // A call without a filter only queries the kernel.
    if (!is_strict && !(is_filter && third)) { return; }
    if (outl_heap_settings.process == 0 || atomic_load(&is_finished)) { return; }
    int saved = errno;
    outl_heap_busy++;
    if (outl_service_is_withdrawing()) {
        outl_service_withdraw(NULL);
    } else if (!outl_service_is_running()) {
        // The child of vfork has the memory of its parent, which records on.
        if (!atomic_load(&outl_heap_on)) {
            atomic_store(&is_finished, true);
            outl_ending_restore_handlers();
        }
    } else if (is_strict || (is_seccomp && second & SECCOMP_FILTER_FLAG_TSYNC)
               || atomic_exchange(&outl_heap_filtered, true) || !allows_calls((const void *)third)) {
        outl_service_withdraw("the program forbids itself system calls (seccomp)");
        atomic_store(&is_finished, true);
    }
    outl_heap_busy--;
    errno = saved;
}

__attribute__((used)) OUTL_HIDDEN
long outl_confine_failed(long code) {
    errno = (int)-code;
    return -1;
}

OUTL_EXPORTED
int prctl(int option, ...) {
    va_list arguments;
    va_start(arguments, option);
    unsigned long second = va_arg(arguments, unsigned long), third = va_arg(arguments, unsigned long),
                  fourth = va_arg(arguments, unsigned long), fifth = va_arg(arguments, unsigned long);
    va_end(arguments);
    return (int)syscall(SYS_prctl, (long)option, second, third, fourth, fifth);
}

#endif
