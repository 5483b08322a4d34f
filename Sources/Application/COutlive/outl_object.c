#include "outl_object.h"

bool outl_side_tables_are_read;

void outl_side_tables_read(bool read) { __atomic_store_n(&outl_side_tables_are_read, read, __ATOMIC_RELAXED); }

bool outl_side_table_is_as_expected(void *reference, const void *object, bool is_alive) {
#if defined(__APPLE__) || UINTPTR_MAX != UINT64_MAX
    (void)reference, (void)object, (void)is_alive;
    return false;
#else
    uintptr_t table = *(const uintptr_t *)reference;
    if (table == 0 || table % 16 != 0) { return false; }
    bool has_object = !object || *(const void *const *)table == object;
    return has_object && outl_side_table_is_alive(table) == is_alive
        && outl_weak_is_alive_by_runtime(reference) == is_alive;
#endif
}
