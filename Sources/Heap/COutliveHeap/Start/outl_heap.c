#include "outl_heap.h"

#include "outl_heap_service.h"
#include "outl_heap_state.h"

#include <stdatomic.h>

bool outl_heap_is_tracking(void) { return atomic_load_explicit(&outl_heap_on, memory_order_relaxed); }

bool outl_heap_census(uint32_t number, bool with_graph, bool ends_cycle) {
    enum { largest_number = 0xFFFFFF };
    if (number == 0 || number > largest_number || !outl_heap_is_tracking()) { return false; }
#if OUTL_HEAP_SERVED
    struct outl_snapshot snapshot = {
        .reason = OUTL_REASON_REQUEST, .number = number, .with_graph = with_graph, .ends_cycle = ends_cycle};
    return outl_service_request(&snapshot);
#else
    (void)with_graph, (void)ends_cycle;
    return false;
#endif
}
