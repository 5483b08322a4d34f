#include "Memory/shadow.h"

uintptr_t outl_shift;

void outl_shadow_begin(uintptr_t shift) { outl_shift = shift; }
