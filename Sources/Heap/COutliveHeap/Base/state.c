#include "Base/state.h"

_Atomic bool outl_heap_on;

#if defined(__linux__)

struct outl_heap_settings outl_heap_settings;
int outl_heap_idle;
__thread struct outl_heap_thread outl_heap_thread = {.busy = OUTL_THREAD_NEW};

#endif
