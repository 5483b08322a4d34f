#include "Base/room.h"

#if OUTL_HEAP_SERVED

#include "Memory/system.h"

#include <stdatomic.h>
#include <stdio.h>
#include <sys/resource.h>

size_t outl_room_most;
static _Atomic size_t taken;

enum { percent = 3, mebibyte = 1 << 20 };
// Other than for tables: the library with its static variables, the stack of its thread, and the lists, names and types
// of a census.
static const size_t fixed = (size_t)5 * mebibyte;
// The least for tables: one step of the table of stacks with its buckets, and the records of some 20 000 blocks.
static const size_t minimum = (size_t)2 * mebibyte;

bool outl_room_prepare(char *reason, size_t reason_size) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) { return true; }
    size_t share = limit.rlim_cur / 100 * percent;
    if (share >= fixed + minimum) {
        outl_room_most = share - fixed;
        return true;
    }
    snprintf(
        reason, reason_size, "its address space is limited to %llu kB (RLIMIT_AS, ulimit -v), of which the tier takes "
        "%d %% at most: watch it under a limit of at least %zu kB",
        (unsigned long long)limit.rlim_cur / 1024, percent, (fixed + minimum) / percent * 100 / 1024 + 1);
    return false;
}

size_t outl_room_left(void) {
    if (!outl_room_is_limited()) { return SIZE_MAX; }
    size_t now = atomic_load_explicit(&taken, memory_order_relaxed);
    return now < outl_room_most ? outl_room_most - now : 0;
}

bool outl_room_take(size_t size) {
    if (!outl_room_is_limited()) { return true; }
    size_t before = atomic_fetch_add_explicit(&taken, size, memory_order_relaxed);
    if (before <= outl_room_most && size <= outl_room_most - before) { return true; }
    atomic_fetch_sub_explicit(&taken, size, memory_order_relaxed);
    return false;
}

void *outl_room_pages(size_t size, int protection) {
    if (!outl_room_take(size)) { return NULL; }
    void *memory = outl_pages(size, protection, MAP_PRIVATE);
    if (!memory) { atomic_fetch_sub_explicit(&taken, size, memory_order_relaxed); }
    return memory;
}

void outl_room_release(void *memory, size_t size) {
    munmap(memory, size);
    atomic_fetch_sub_explicit(&taken, size, memory_order_relaxed);
}

#endif
