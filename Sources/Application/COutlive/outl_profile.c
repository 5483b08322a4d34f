// Concurrency contract: no state.
#include "outl_profile.h"

#include <dlfcn.h>

typedef bool profile_function(void (*write)(const void *bytes, size_t size, void *context), void *context);

#if defined(__linux__)
// Defined by the heap tier, which may be linked into the program, preloaded, or missing.
extern profile_function outl_heap_profile __attribute__((weak));
static profile_function *linked(void) { return outl_heap_profile; }
#else
static profile_function *linked(void) { return NULL; }
#endif

bool outl_profile_of_samples(void (*write)(const void *bytes, size_t size, void *context), void *context) {
    profile_function *function = linked();
    // The weak reference may stay unbound if only a preloaded library has the function.
    if (!function) { function = (profile_function *)dlsym(RTLD_DEFAULT, "outl_heap_profile"); }
    return function && function(write, context);
}
