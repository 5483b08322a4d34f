#pragma once

/// The heap tier's interface for programs that link it or run with it preloaded.
///
/// The tier is active only if the environment variable OUTLIVE_HEAP names a directory, see docs/protocol.md, or in a
/// debug build that reports at its end. Otherwise the functions of the malloc family forward to the C library.
///
/// Concurrency: all functions may be called on any thread, but not in a signal handler.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Exported from the preloaded library, too, whose other symbols are hidden.
#pragma GCC visibility push(default)

/// Returns `true` if allocations of this process are recorded.
bool outl_heap_is_tracking(void);

/// Writes a census for request `number` to `heap-PID-request-N.olheap` in OUTLIVE_HEAP and waits for it.
///
/// - number: A number that the caller chooses, 1 to 16777215; each can be used once.
/// - with_graph: `true` to write nodes, edges and roots as well.
/// - ends_cycle: `true` if the census ends a cycle.
///
/// Returns `true` if the file was written. If not, `heap-PID-request-N.error` states the reason if it could be written.
bool outl_heap_census(uint32_t number, bool with_graph, bool ends_cycle);

/// Writes the state of the program to `heap-PID-request-N.olheap` in OUTLIVE_HEAP and waits for it.
///
/// - number: As in `outl_heap_census`.
///
/// Returns `true` if the file was written.
bool outl_heap_state(uint32_t number);

/// Writes the sampled allocations as a profile in the format of pprof, by calls of `write`.
///
/// Returns `false`, and writes nothing, if allocations of this process are not sampled: see OUTLIVE_HEAP_SAMPLE.
bool outl_heap_profile(void (*write)(const void *bytes, size_t size, void *context), void *context);

#pragma GCC visibility pop
