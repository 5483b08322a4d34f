#pragma once

/// The heap tier, as a program sees it that links it or was started with it preloaded.
///
/// It is on only where the environment variable OUTLIVE_HEAP names a directory, see docs/protocol.md. Everywhere else the
/// functions of the malloc family go straight on to the C library.
///
/// Concurrency: all functions may be called on any thread, but not in a signal handler.

#include <stdbool.h>
#include <stdint.h>

// Also from the preloaded library, whose other names are hidden.
#pragma GCC visibility push(default)

/// Whether allocations are being recorded in this process.
bool outl_heap_is_tracking(void);

/// Writes a census under the name of request `number` and waits for it: `heap-PID-request-N.olheap` in OUTLIVE_HEAP.
///
/// - number: 1 to 16777215, chosen by the caller, each once.
/// - with_graph: whether nodes, edges and roots are written as well.
/// - ends_cycle: whether a cycle ends with it.
///
/// Returns whether the file is there. Where it is not, `heap-PID-request-N.error` says why, if anything could be written.
bool outl_heap_census(uint32_t number, bool with_graph, bool ends_cycle);

#pragma GCC visibility pop
