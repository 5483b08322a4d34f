#include "Types/runtime.h"

#if OUTL_HEAP_SERVED

struct outl_runtime outl_runtime;

#endif
