#include "glibc_unwinder.h"

#include <execinfo.h>

int unw_backtrace(void **buffer, int size) { return backtrace(buffer, size); }
