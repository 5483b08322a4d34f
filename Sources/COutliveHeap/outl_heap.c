#include "outl_heap.h"

#include "outl_heap_service.h"
#include "outl_heap_state.h"

#include <stdatomic.h>

__attribute__((visibility("default"))) bool outl_heap_is_tracking(void) { return atomic_load(&outl_heap_on); }

__attribute__((visibility("default"))) bool outl_heap_census(uint32_t number, bool with_graph, bool ends_cycle) {
    enum { largest_number = 0xFFFFFF };
    if (number == 0 || number > largest_number) { return false; }
    struct outl_snapshot snapshot = {
        .reason = OUTL_REASON_REQUEST, .number = number, .with_graph = with_graph, .ends_cycle = ends_cycle};
    return outl_service_request(&snapshot);
}
