#pragma once

/// The record of the tier's own memory, for inspections from outside; see Objects/own.h.
///
/// Concurrency: on any thread at any time, also in a signal handler. Takes no lock.

#include "Base/base.h"
#include "Objects/own.h"

/// Found from outside by its name.
extern struct outl_own outl_heap_own OUTL_EXPORTED;

/// Adds memory that is never unmapped.
void outl_own_add(const void *memory, size_t size);
