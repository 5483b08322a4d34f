#include "State/sorting.h"

#if OUTL_HEAP_SERVED

#include <string.h>

int outl_names_compare(const char *one, size_t length, const char *other, size_t other_length) {
    int order = memcmp(one, other, length < other_length ? length : other_length);
    return order ? order : length < other_length ? -1 : length > other_length;
}

// A heap sort.
void outl_array_sort(struct outl_array *array, size_t first, size_t size, int (*order)(const void *, const void *)) {
    char *items = array->items + first * size, swap[128];
    size_t count = array->count - first;
    for (size_t end = count, start = count / 2; end > 1;) {
        if (start > 0) {
            start--;
        } else {
            end--;
            memcpy(swap, items + end * size, size);
            memcpy(items + end * size, items, size);
            memcpy(items, swap, size);
        }
        for (size_t root = start, child; (child = 2 * root + 1) < end; root = child) {
            if (child + 1 < end && order(items + child * size, items + (child + 1) * size) < 0) { child++; }
            if (order(items + root * size, items + child * size) >= 0) { break; }
            memcpy(swap, items + root * size, size);
            memcpy(items + root * size, items + child * size, size);
            memcpy(items + child * size, swap, size);
        }
    }
}

#endif
