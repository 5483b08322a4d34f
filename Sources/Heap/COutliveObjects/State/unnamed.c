// The segments are the ones in memory, so no file is needed. What the loader protects after it has
// relocated it cannot change, and begins the segment.
#include "State/unnamed.h"

#if OUTL_HEAP_SERVED

#include "Memory/maps.h"
#include "Types/elf.h"

enum { most_parts = 1 << 14 };

// Returns the end of what the loader protects, or 0.
static uintptr_t end_of_protected(const struct outl_module *module, const struct outl_elf *elf) {
    for (size_t index = 0; index < elf->count; index++) {
        const Elf64_Phdr *segment = &elf->segments[index];
        if (segment->p_type == PT_GNU_RELRO) { return module->bias + segment->p_vaddr + segment->p_memsz; }
    }
    return 0;
}

void outl_unnamed_visit(uint32_t number, void (*visit)(uint32_t module, uintptr_t address, uint64_t size)) {
    const struct outl_module *module = &outl_modules[number];
    struct outl_elf elf;
    if (!outl_elf_of_module(module, &elf)) { return; }
    uintptr_t protected = end_of_protected(module, &elf);
    size_t parts = 0;
    for (size_t index = 0; index < elf.count; index++) {
        const Elf64_Phdr *segment = &elf.segments[index];
        if (segment->p_type != PT_LOAD || !(segment->p_flags & PF_W)) { continue; }
        uintptr_t start = module->bias + segment->p_vaddr, end = start + segment->p_memsz;
        if (protected > start && protected <= end) { start = protected; }
        if (start < module->start || end > module->end || end < start) { continue; }
        // Parts begin at multiples of their size, whatever the segment begins with.
        for (uintptr_t at = start; at < end && parts < most_parts; parts++) {
            uintptr_t next = (at / OUTL_UNNAMED_SIZE + 1) * OUTL_UNNAMED_SIZE;
            uint64_t size = (next < end ? next : end) - at;
            if (outl_maps_readable(at, size)) { visit(number, at, size); }
            at += size;
        }
    }
}

#endif
