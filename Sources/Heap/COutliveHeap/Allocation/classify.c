// Concurrency contract: called by the constructor only. Other threads started by a constructor allocate as usual: their
// calls are ignored.
#include "Allocation/classify.h"

#if OUTL_HEAP_SERVED

#include <stdlib.h>

struct outl_heap_callers outl_heap_callers;

struct box {
    void *object;
    void *value;
};

// Weak, because the library is also loaded into programs without them. Swift's and C's calling conventions agree on
// these.
extern void *swift_slowAlloc(size_t size, size_t alignment_mask) __attribute__((weak));
extern void swift_slowDealloc(void *block, size_t size, size_t alignment_mask) __attribute__((weak));
extern void *swift_allocObject(const void *metadata, size_t size, size_t alignment_mask) __attribute__((weak));
extern struct box swift_allocBox(const void *type) __attribute__((weak));
// The pointer that the runtime calls if a tool has replaced its function.
extern void *(*_swift_allocObject)(const void *metadata, size_t size, size_t alignment_mask) __attribute__((weak));
extern const char metadata_of_int[] __asm__("$sSiN") __attribute__((weak));

static void destroy(void *object) { (void)object; }

// The metadata of an empty closure context, from its destructor on. No function is called through it.
static const struct {
    void (*destructor)(void *object);
    const void *witnesses;
    uint64_t kind, captures;
    const void *descriptor;
} metadata = {.destructor = destroy, .kind = 0x400, .captures = 16};

enum { natural_mask = 7, wide_mask = 31, object_size = 32 };

bool outl_heap_runtime_found(void) { return swift_slowAlloc && swift_slowDealloc && swift_allocObject; }

void *outl_heap_control_make(void) {
    if (outl_heap_runtime_found()) { return swift_allocObject(&metadata.kind, object_size, natural_mask); }
    const void **object = malloc(object_size);
    if (object) {
        object[0] = &metadata.kind;
        object[1] = NULL;
    }
    return object;
}

void outl_heap_control_end(void *object) {
    if (outl_heap_runtime_found()) {
        swift_slowDealloc(object, object_size, natural_mask);
    } else {
        free(object);
    }
}

// The number of calls of malloc observed, and the return addresses of the last one.
static struct {
    int calls;
    uintptr_t site, user;
} seen;
static __thread bool is_calibrating OUTL_INITIAL_TLS;

bool outl_heap_calibrating(void) { return is_calibrating; }

// Returns `true` if a supposed frame pointer can be followed: it lies less than 4096 bytes above this frame.
static bool is_frame_near(const struct outl_frame *frame) {
    uintptr_t here = (uintptr_t)__builtin_frame_address(0);
    uintptr_t there = (uintptr_t)frame;
    return there > here && there - here < 4096 && there % sizeof(uintptr_t) == 0;
}

void outl_heap_learn(uintptr_t site, const struct outl_frame *caller) {
    seen.calls++;
    seen.site = site;
    seen.user = is_frame_near(caller) ? outl_code_address(caller->return_address) : 0;
}

// Returns `true` if the runtime made one call of malloc with a known caller, and releases the block. Volatile, so that
// no call is a tail call or optimised away.
static bool expect(void *volatile block, size_t alignment_mask) {
    bool is_good = block && seen.calls == 1 && seen.site && seen.user;
    if (block) { swift_slowDealloc(block, object_size, alignment_mask); }
    seen.calls = 0;
    return is_good;
}

static bool learn_all(void) {
    struct outl_heap_callers found = {0, 0, {0, 0, 0}};
    seen.calls = 0;
    if (!expect(swift_allocObject(&metadata.kind, object_size, natural_mask), natural_mask)) { return false; }
    found.malloc = seen.site;
    found.object[0] = seen.user;
    bool is_good = expect(swift_allocObject(&metadata.kind, object_size, wide_mask), wide_mask);
    if (!is_good || seen.user != found.object[0]) { return false; }
    found.aligned = seen.site;
    if (swift_allocBox && metadata_of_int != NULL) {
        // The first box of a type also creates its metadata.
        expect(swift_allocBox(metadata_of_int).object, natural_mask);
        is_good = expect(swift_allocBox(metadata_of_int).object, natural_mask);
        if (!is_good || seen.site != found.malloc) { return false; }
        found.object[1] = seen.user;
    }
    if (&_swift_allocObject && _swift_allocObject) {
        if (!expect(_swift_allocObject(&metadata.kind, object_size, natural_mask), natural_mask)) { return false; }
        if (seen.site == found.malloc && seen.user != found.object[0]) { found.object[2] = seen.user; }
    }
    // Objects are recognised by both addresses: a direct caller of swift_slowAlloc must differ.
    is_good = expect(swift_slowAlloc(object_size, natural_mask), natural_mask);
    if (!is_good || seen.site != found.malloc) { return false; }
    if (seen.user == found.object[0] || seen.user == found.object[1]) { return false; }
    outl_heap_callers = found;
    return true;
}

bool outl_heap_calibrate(void) {
    is_calibrating = true;
    bool is_good = learn_all();
    is_calibrating = false;
    return is_good;
}

#endif
