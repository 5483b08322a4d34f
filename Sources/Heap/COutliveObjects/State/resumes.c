// Such a part is named like its function, then `TQ` or `TY`, a number and `_`.
#include "State/resumes.h"

#if OUTL_HEAP_SERVED

#include "State/owners.h"
#include "State/sorting.h"

static struct outl_array resumes;

// Returns `true` if a mangled name begins with a module of the program. The platform's generic functions are often
// specialised in the program.
static bool is_of_program(const char *name, size_t length) {
    enum { prefix = 2 };
    size_t at = prefix, size = 0;
    for (; at < length && name[at] >= '0' && name[at] <= '9' && size < length; at++) {
        size = size * 10 + (size_t)(name[at] - '0');
    }
    return size > 0 && size <= length - at && outl_owner_has_module(name + at, size);
}

void outl_resume_add(const char *name, size_t length, uintptr_t address, uint32_t module) {
    size_t end = length > 0 && name[length - 1] == '_' ? length - 1 : 0;
    while (end > 0 && name[end - 1] >= '0' && name[end - 1] <= '9') { end--; }
    bool is_part = end > 2 && name[end - 2] == 'T' && (name[end - 1] == 'Q' || name[end - 1] == 'Y');
    struct outl_resume resume = {name, end - 2, address, module};
    if (is_part && is_of_program(name, length)) { outl_array_add(&resumes, &resume, sizeof resume); }
}

static int compare(const void *one, const void *other) {
    const struct outl_resume *first = one, *second = other;
    return first->address < second->address ? -1 : first->address > second->address;
}

void outl_resumes_sort(void) { outl_array_sort(&resumes, 0, sizeof(struct outl_resume), compare); }

const struct outl_resume *outl_resume_at(uintptr_t address) {
    const struct outl_resume *items = (const void *)resumes.items;
    size_t low = 0, high = resumes.count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (items[middle].address < address) { low = middle + 1; } else { high = middle; }
    }
    return low < resumes.count && items[low].address == address ? &items[low] : NULL;
}

void outl_resumes_clear(void) { resumes.count = 0; }

bool outl_resumes_exist(void) { return resumes.count > 0; }

#endif
