// The search for the return addresses of the runtime's allocation functions, by calling them.
//
// Concurrency contract: called by the constructor only, before blocks are recorded. Other threads started by a
// constructor allocate as usual: their calls are ignored.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "outl_heap_classify.h"

#include "outl_heap_state.h"

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

// The metadata of an empty closure context, from its destructor on. No function is called through it.
static const uint64_t metadata[4] = {0, 0, 0x400, 16};

enum { natural_mask = 7, wide_mask = 31, object_size = 32 };

bool outl_heap_runtime_found(void) { return swift_slowAlloc && swift_slowDealloc && swift_allocObject; }

void *outl_heap_control_make(void) { return swift_allocObject(metadata + 2, object_size, natural_mask); }
void outl_heap_control_end(void *object) { swift_slowDealloc(object, object_size, natural_mask); }

// The return addresses of the last call.
struct sight {
    int calls;
    uintptr_t site;
    uintptr_t user;
};
static struct sight sight;
static __thread bool calibrating __attribute__((tls_model("initial-exec")));

bool outl_heap_calibrating(void) { return calibrating; }

// Returns `true` if a supposed frame pointer can be followed: it lies less than 4096 bytes above this frame.
static bool is_frame_near(const struct outl_frame *frame) {
    uintptr_t here = (uintptr_t)__builtin_frame_address(0);
    uintptr_t there = (uintptr_t)frame;
    return there > here && there - here < 4096 && there % sizeof(uintptr_t) == 0;
}

void outl_heap_learn(uintptr_t site, const struct outl_frame *caller) {
    sight.calls++;
    sight.site = site;
    sight.user = is_frame_near(caller) ? caller->return_address : 0;
}

// Returns `true` if the runtime made one call of malloc with a known caller, and releases the block. Volatile, so that
// no call is a tail call or optimised away.
static bool expect(void *volatile block, size_t alignment_mask) {
    bool good = block && sight.calls == 1 && sight.site && sight.user;
    if (block) { swift_slowDealloc(block, object_size, alignment_mask); }
    return good;
}

static bool allocate_object(size_t alignment_mask) {
    sight = (struct sight){0, 0, 0};
    return expect(swift_allocObject(metadata + 2, object_size, alignment_mask), alignment_mask);
}

static bool learn_all(void) {
    struct outl_heap_callers found = {0, 0, {0, 0, 0}};
    if (!allocate_object(natural_mask)) { return false; }
    found.malloc = sight.site;
    found.object[0] = sight.user;
    if (!allocate_object(wide_mask) || sight.user != found.object[0]) { return false; }
    found.aligned = sight.site;
    if (swift_allocBox && metadata_of_int != NULL) {
        // The first box of a type also creates its metadata.
        swift_slowDealloc(swift_allocBox(metadata_of_int).object, 24, natural_mask);
        sight = (struct sight){0, 0, 0};
        bool good = expect(swift_allocBox(metadata_of_int).object, natural_mask);
        if (!good || sight.site != found.malloc) { return false; }
        found.object[1] = sight.user;
    }
    if (&_swift_allocObject && _swift_allocObject) {
        sight = (struct sight){0, 0, 0};
        if (!expect(_swift_allocObject(metadata + 2, object_size, natural_mask), natural_mask)) { return false; }
        if (sight.site == found.malloc && sight.user != found.object[0]) { found.object[2] = sight.user; }
    }
    // Objects are recognised by both addresses: a direct caller of swift_slowAlloc must differ.
    sight = (struct sight){0, 0, 0};
    bool good = expect(swift_slowAlloc(object_size, natural_mask), natural_mask);
    if (!good || sight.site != found.malloc) { return false; }
    if (sight.user == found.object[0] || sight.user == found.object[1]) { return false; }
    outl_heap_callers = found;
    return true;
}

bool outl_heap_calibrate(void) {
    calibrating = true;
    bool good = learn_all();
    calibrating = false;
    return good;
}

#endif
