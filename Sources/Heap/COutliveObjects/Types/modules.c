#include "Types/modules.h"

#if OUTL_HEAP_SERVED

#include <stdatomic.h>

struct outl_module outl_modules[OUTL_MODULES_MAX];
_Atomic size_t outl_module_count;

const struct outl_module *outl_modules_find(uintptr_t address) {
    for (size_t index = atomic_load(&outl_module_count); index-- > 0;) {
        const struct outl_module *module = &outl_modules[index];
        if (module->epoch_to == UINT32_MAX && address >= module->start && address < module->end) { return module; }
    }
    return NULL;
}

#endif
