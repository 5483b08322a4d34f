#include "Types/runtime.h"

struct outl_runtime outl_runtime;
