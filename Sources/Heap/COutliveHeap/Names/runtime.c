#include "Names/runtime.h"

struct outl_runtime outl_runtime;
