// LLVM replaces a variable whose address stays within the program by one variable for each number or reference in it
// that the program reads: `.0`, `.1` and so on behind the name, in the order of their places in the variable.
#include "State/parts.h"

#if OUTL_HEAP_SERVED

#include "State/sorting.h"

#include <string.h>

static struct outl_array parts;

static bool is_digit(char character) { return character >= '0' && character <= '9'; }

size_t outl_part_read(const char *name, size_t length, uint32_t *number) {
    enum { most_digits = 5 };
    *number = OUTL_NOTHING;
    // No mangled name has a dot.
    const char *dot = memchr(name, '.', length);
    if (!dot) { return length; }
    uint32_t read = 0, digits = 0;
    const char *at = dot + 1, *end = name + length;
    for (; at < end && is_digit(*at) && digits <= most_digits; at++, digits++) {
        read = 10 * read + (uint32_t)(*at - '0');
    }
    bool is_part = digits > 0 && digits <= most_digits && (at == end || *at == '.');
    if (is_part) { *number = read; }
    return (size_t)(dot - name);
}

void outl_part_add(const struct outl_part *part) { outl_array_add(&parts, part, sizeof *part); }

static int compare(const void *one, const void *other) {
    const struct outl_part *first = one, *second = other;
    int order = outl_names_compare(first->symbol, first->length, second->symbol, second->length);
    if (order) { return order; }
    if (first->number != second->number) { return first->number < second->number ? -1 : 1; }
    return first->address < second->address ? -1 : first->address > second->address;
}

void outl_parts_sort(size_t first) { outl_array_sort(&parts, first, sizeof(struct outl_part), compare); }

size_t outl_part_count(void) { return parts.count; }

const struct outl_part *outl_part_at(size_t index) {
    return (const struct outl_part *)(const void *)parts.items + index;
}

void outl_parts_clear(void) { parts.count = 0; }

#endif
