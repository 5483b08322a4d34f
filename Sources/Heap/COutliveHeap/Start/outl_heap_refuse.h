#pragma once

/// The processes that the heap tier cannot record, and the reasons.
///
/// Concurrency: called by the constructor only.

#include <stdbool.h>

/// Returns `true` if the tier does not apply to the process. It then does nothing, and reports no refusal.
bool outl_heap_is_no_concern(void);

/// Returns `true`, with the reason in one line, if the process cannot be recorded.
bool outl_heap_refuses(char *reason, int reason_size);
