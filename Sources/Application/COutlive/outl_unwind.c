#define _GNU_SOURCE 1 // dl_iterate_phdr, RTLD_DEFAULT

#include "outl_unwind.h"

#if OUTL_UNWIND_SERVED

#include "outl_cfi.h"

#include <dlfcn.h>
#include <link.h>
#include <stdatomic.h>

// MARK: Modules

// The beginning of a struct of glibc 2.35 and newer, with room for the rest of it.
struct found_object {
    unsigned long long flags;
    void *start, *end;
    struct link_map *module;
    void *index; // .eh_frame_hdr.
    unsigned long long reserved[16];
};

// _dl_find_object, which takes no lock, or null.
static int (*find_object)(void *address, struct found_object *found);

// The modules loaded at the start, which stay; the executable alone, unless the tier has listed them all. Of the
// executable, some versions of `find_object` know the code alone.
enum { modules_max = 256 };
static struct module {
    uintptr_t start, end;
    const void *index;
} modules[modules_max];
static size_t module_count;

static int add_module(struct dl_phdr_info *info, size_t size, void *context) {
    (void)size, (void)context;
    struct module module = {.start = UINTPTR_MAX};
    for (size_t index = 0; index < info->dlpi_phnum; index++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[index];
        uintptr_t from = info->dlpi_addr + segment->p_vaddr, to = from + segment->p_memsz;
        if (segment->p_type == PT_GNU_EH_FRAME) { module.index = (const void *)from; }
        if (segment->p_type != PT_LOAD) { continue; }
        if (from < module.start) { module.start = from; }
        if (to > module.end) { module.end = to; }
    }
    if (module.index && module_count < modules_max) { modules[module_count++] = module; }
    return 0;
}

void outl_unwind_prepare(void) {
    *(void **)&find_object = dlsym(RTLD_DEFAULT, "_dl_find_object");
    dl_iterate_phdr(add_module, NULL);
}

// The executable is visited first.
static int add_executable(struct dl_phdr_info *info, size_t size, void *context) {
    add_module(info, size, context);
    return 1;
}

bool outl_unwind_prepare_late(void) {
    if (!find_object) { *(void **)&find_object = dlsym(RTLD_DEFAULT, "_dl_find_object"); }
    if (module_count == 0) { dl_iterate_phdr(add_executable, NULL); }
    return find_object != NULL;
}

static struct module module_of(uintptr_t address) {
    for (size_t index = 0; index < module_count; index++) {
        if (address >= modules[index].start && address < modules[index].end) { return modules[index]; }
    }
    struct found_object found;
    if (!find_object || find_object((void *)address, &found) != 0) { return (struct module){0}; }
    return (struct module){(uintptr_t)found.start, (uintptr_t)found.end, found.index};
}

// MARK: Rules

// The rules of return addresses. When there is no room left, a rule is computed each time.
enum { rule_bits = 13, probes = 8, kind_bits = 4, size_bits = 24, saved_bits = 13, epoch_shift = 48 };
static struct known_rule {
    _Atomic uint64_t key;  // The address and the epoch; 0 if the item is free.
    _Atomic uint64_t rule; // 0 until it is known.
} rules[1 << rule_bits];

// Marks a rule as known, as the fields of an unknown one are all 0.
static const uint64_t mark = UINT64_C(1) << 63;

static uint64_t pack(struct outl_rule rule) {
    return mark | (uint64_t)rule.kind | (uint64_t)rule.size << kind_bits
        | (uint64_t)rule.saved << (kind_bits + size_bits)
        | (uint64_t)rule.returned << (kind_bits + size_bits + saved_bits);
}

static struct outl_rule unpack(uint64_t word) {
    return (struct outl_rule){
        .kind = (enum outl_rule_kind)(word & ((1 << kind_bits) - 1)),
        .size = (uint32_t)(word >> kind_bits) & ((1 << size_bits) - 1),
        .saved = (uint32_t)(word >> (kind_bits + size_bits)) & ((1 << saved_bits) - 1),
        .returned = (uint32_t)((word & ~mark) >> (kind_bits + size_bits + saved_bits))};
}

static struct outl_rule compute(uintptr_t address) {
    struct module module = module_of(address - 1);
    uintptr_t index = (uintptr_t)module.index;
    if (index < module.start || index >= module.end) { return (struct outl_rule){.kind = OUTL_RULE_UNKNOWN}; }
    return outl_cfi_rule(module.index, module.start, module.end, address);
}

uintptr_t outl_unwind_function(uintptr_t address) {
    struct module module = module_of(address - 1);
    uintptr_t index = (uintptr_t)module.index;
    if (index < module.start || index >= module.end) { return 0; }
    return outl_cfi_function(module.index, module.start, module.end, address);
}

struct outl_rule outl_unwind_rule(uintptr_t address, uint32_t epoch) {
    uint64_t key = (uint64_t)epoch << epoch_shift | address;
    if (address >> epoch_shift != 0) { return (struct outl_rule){.kind = OUTL_RULE_UNKNOWN}; }
    size_t index = (key ^ key >> 29) * UINT64_C(0x9E3779B97F4A7C15) >> (64 - rule_bits);
    for (int probe = 0; probe < probes; probe++, index = (index + 1) % (1 << rule_bits)) {
        struct known_rule *item = &rules[index];
        uint64_t known = atomic_load_explicit(&item->key, memory_order_relaxed);
        if (known == 0) {
            // If another thread takes it first, `known` becomes its key.
            atomic_compare_exchange_strong_explicit(
                &item->key, &known, key, memory_order_relaxed, memory_order_relaxed);
            if (known == 0) { known = key; }
        }
        if (known != key) { continue; }
        uint64_t rule = atomic_load_explicit(&item->rule, memory_order_relaxed);
        if (rule == 0) {
            rule = pack(compute(address));
            atomic_store_explicit(&item->rule, rule, memory_order_relaxed);
        }
        return unpack(rule);
    }
    return compute(address);
}

// MARK: Frames

bool outl_unwind_follow(
    struct outl_rule rule, struct outl_registers *registers, uintptr_t high, const uintptr_t **saved
) {
    uintptr_t low = (uintptr_t)registers->sp;
    uintptr_t base = rule.kind == OUTL_RULE_FROM_SP ? low : registers->fp & ~OUTL_ASYNC_FRAME;
    // The frame lies between the stack pointer and the end of the stack, with its return address and saved register.
    if (base < low || base >= high || base % sizeof(uintptr_t) != 0) { return false; }
    if (rule.size > (high - base) / sizeof(uintptr_t)) { return false; }
    const uintptr_t *end = (const uintptr_t *)base + rule.size;
    const size_t room = ((uintptr_t)end - low) / sizeof(uintptr_t);
    if (rule.saved > room || rule.returned > room) { return false; }
    *saved = rule.saved ? end - rule.saved : NULL;
    if (*saved) { registers->fp = **saved; }
    registers->slot = end - rule.returned;
    registers->pc = outl_code_address(*registers->slot);
    registers->sp = end;
    return true;
}

enum outl_step outl_unwind(
    struct outl_registers *registers, uintptr_t high, uint32_t epoch, const uintptr_t **saved
) {
    struct outl_rule rule = outl_unwind_rule(registers->pc, epoch);
    switch (rule.kind) {
    case OUTL_RULE_POINTER: return OUTL_STEP_POINTER;
    case OUTL_RULE_OUTERMOST: return OUTL_STEP_LAST;
    case OUTL_RULE_UNKNOWN: return OUTL_STEP_UNKNOWN;
    default: return outl_unwind_follow(rule, registers, high, saved) ? OUTL_STEP_DONE : OUTL_STEP_LAST;
    }
}

#endif
