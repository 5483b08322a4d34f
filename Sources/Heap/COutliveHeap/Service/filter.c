#include "Service/filter.h"

#include "Base/base.h"

#if OUTL_HEAP_SERVED

#include <linux/audit.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>

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
    for (unsigned place = 0; place < count; place++) {
        const struct sock_filter *step = &steps[place];
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
                place += step->k;
            } else {
                place += jumps(step->code, a, operand) ? step->jt : step->jf;
            }
            break;
        case BPF_RET: return BPF_RVAL(step->code) == BPF_A ? a : step->k;
        default:
            if (BPF_MISCOP(step->code) == BPF_TAX) { x = a; } else { a = x; }
        }
    }
    return SECCOMP_RET_KILL_PROCESS;
}

bool outl_filter_allows(const struct sock_filter *instructions, unsigned count) {
    for (size_t index = 0; index < OUTL_COUNT(calls); index++) {
        struct seccomp_data data = {.nr = calls[index], .arch = AUDIT_ARCH_X86_64};
        // All arguments are 0.
        uint32_t action = action_of(instructions, count, &data) & SECCOMP_RET_ACTION_FULL;
        if (action != SECCOMP_RET_ALLOW && action != SECCOMP_RET_LOG) { return false; }
    }
    return true;
}

#endif
