#include "Source/failure.h"

#include "Memory/platform.h"

#if OUTL_HEAP_SERVED

#include <stdarg.h>
#include <stdio.h>

void outl_inspect_fail(
    struct outl_inspect_result *result, enum outl_inspect_outcome outcome, int error, const char *format, ...
) {
    va_list values;
    va_start(values, format);
    vsnprintf(result->reason, sizeof result->reason, format, values);
    va_end(values);
    result->outcome = outcome;
    result->error = error;
}

#endif
