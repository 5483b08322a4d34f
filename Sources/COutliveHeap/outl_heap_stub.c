#include "outl_heap_state.h"

bool outl_heap_service_start(char *reason, int reason_size) {
    (void)reason, (void)reason_size;
    return true;
}
