// The exported functions jump to the next ones unless these are of another allocator, so that no stack shows them.
#include "Allocation/operators.h"

#if OUTL_HEAP_SERVED && defined(OUTL_HEAP_PRELOADED)

#include "Allocation/interpose.h"
#include "Allocation/ledger.h"
#include "Allocation/table.h"

#include <dlfcn.h>
#include <stddef.h>
#include <stdatomic.h>
#include <stdlib.h>

static bool is_recording; // Written by the constructor.

// The operators that allocate, those with an alignment, then the ones that release: name, parameters, arguments. An
// argument of type `std::align_val_t` is passed as a number, and one of type `const std::nothrow_t &` as a pointer.
#define EACH_OPERATOR(NEW, ALIGNED, DELETE) \
    NEW(_Znwm, (size_t size), (size)) \
    NEW(_Znam, (size_t size), (size)) \
    NEW(_ZnwmRKSt9nothrow_t, (size_t size, const void *tag), (size, tag)) \
    NEW(_ZnamRKSt9nothrow_t, (size_t size, const void *tag), (size, tag)) \
    ALIGNED(_ZnwmSt11align_val_t, (size_t size, size_t alignment), (size, alignment)) \
    ALIGNED(_ZnamSt11align_val_t, (size_t size, size_t alignment), (size, alignment)) \
    ALIGNED(_ZnwmSt11align_val_tRKSt9nothrow_t, (size_t size, size_t aligned, const void *tag), (size, aligned, tag)) \
    ALIGNED(_ZnamSt11align_val_tRKSt9nothrow_t, (size_t size, size_t aligned, const void *tag), (size, aligned, tag)) \
    DELETE(_ZdlPv, (void *block), (block)) \
    DELETE(_ZdaPv, (void *block), (block)) \
    DELETE(_ZdlPvm, (void *block, size_t size), (block, size)) \
    DELETE(_ZdaPvm, (void *block, size_t size), (block, size)) \
    DELETE(_ZdlPvRKSt9nothrow_t, (void *block, const void *tag), (block, tag)) \
    DELETE(_ZdaPvRKSt9nothrow_t, (void *block, const void *tag), (block, tag)) \
    DELETE(_ZdlPvSt11align_val_t, (void *block, size_t alignment), (block, alignment)) \
    DELETE(_ZdaPvSt11align_val_t, (void *block, size_t alignment), (block, alignment)) \
    DELETE(_ZdlPvmSt11align_val_t, (void *block, size_t size, size_t alignment), (block, size, alignment)) \
    DELETE(_ZdaPvmSt11align_val_t, (void *block, size_t size, size_t alignment), (block, size, alignment)) \
    DELETE(_ZdlPvSt11align_val_tRKSt9nothrow_t, (void *block, size_t aligned, const void *tag), (block, aligned, tag)) \
    DELETE(_ZdaPvSt11align_val_tRKSt9nothrow_t, (void *block, size_t aligned, const void *tag), (block, aligned, tag))

#define VARIABLE(symbol, parameters, arguments) static _Atomic(void *) next_##symbol;
EACH_OPERATOR(VARIABLE, VARIABLE, VARIABLE)

// Finds the next definition of a name, unless it is known. Returns null if there is none.
static void *find(_Atomic(void *) *place, const char *name) {
    void *found = atomic_load_explicit(place, memory_order_relaxed);
    if (OUTL_LIKELY(found)) { return found; }
    found = dlsym(RTLD_NEXT, name);
    atomic_store_explicit(place, found, memory_order_relaxed);
    return found;
}

// A module that calls the operator has loaded one.
#define NEXT(symbol, type) \
    type *next = (type *)find(&next_##symbol, #symbol); \
    if (!OUTL_LIKELY(next)) { abort(); }

#define DEFINE_NEW(symbol, parameters, arguments) \
    OUTL_INTERPOSED(void *, symbol, parameters) { \
        typedef void *function parameters; \
        NEXT(symbol, function) \
        if (OUTL_LIKELY(!is_recording)) { __attribute__((musttail)) return next arguments; } \
        return outl_heap_record(next arguments, size, OUTL_CALL_SLOT(), OUTL_CALLER(), 0); \
    }

// Returns `true` if the next operator called a function that counted the block, as jemalloc's do with an alignment.
static bool is_counted(const void *block) { return outl_ledger_is_on() && outl_blocks_contain((uintptr_t)block); }

#define DEFINE_ALIGNED(symbol, parameters, arguments) \
    OUTL_INTERPOSED(void *, symbol, parameters) { \
        typedef void *function parameters; \
        NEXT(symbol, function) \
        if (OUTL_LIKELY(!is_recording)) { __attribute__((musttail)) return next arguments; } \
        void *block = next arguments; \
        return is_counted(block) ? block : outl_heap_record(block, size, OUTL_CALL_SLOT(), OUTL_CALLER(), 0); \
    }

#define DEFINE_DELETE(symbol, parameters, arguments) \
    OUTL_EXPORTED __attribute__((noinline)) void symbol parameters { \
        typedef void function parameters; \
        NEXT(symbol, function) \
        if (is_recording) { outl_heap_forget(block); } \
        __attribute__((musttail)) return next arguments; \
    }

EACH_OPERATOR(DEFINE_NEW, DEFINE_ALIGNED, DEFINE_DELETE)

#define FIND(symbol, parameters, arguments) find(&next_##symbol, #symbol);

void outl_operators_find(void) { EACH_OPERATOR(FIND, FIND, FIND) }

void outl_operators_record(uintptr_t start, uintptr_t end) {
    uintptr_t found = (uintptr_t)find(&next__Znwm, "_Znwm");
    is_recording = found >= start && found < end;
}

#elif OUTL_HEAP_SERVED

void outl_operators_find(void) {}

void outl_operators_record(uintptr_t start, uintptr_t end) { (void)start, (void)end; }

#endif
