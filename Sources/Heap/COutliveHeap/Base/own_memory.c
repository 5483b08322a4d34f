#include "Base/own_memory.h"

#if OUTL_HEAP_SERVED

struct outl_own outl_heap_own = {.version = OUTL_OWN_VERSION};

void outl_own_add(const void *memory, size_t size) {
    uint32_t index = atomic_fetch_add_explicit(&outl_heap_own.count, 1, memory_order_relaxed);
    if (index >= OUTL_OWN_RANGES) { return; }
    struct outl_own_range *range = &outl_heap_own.ranges[index];
    range->end = (uintptr_t)memory + size;
    atomic_store_explicit(&range->start, (uintptr_t)memory, memory_order_release);
}

#endif
