#pragma once

/// Interned call stacks: each distinct stack is stored once and identified by a 32-bit number.
///
/// Concurrency: all functions except `destroy` may be called on any thread at any time, without a lock. A stack is
/// published by one compare-and-swap and never changes or moves afterwards. The result of `frames` stays valid until
/// `destroy`, which must be the last call on a table.
///
/// Memory comes from mmap in chunks and is released only by `destroy`. It grows with the number of distinct stacks, up
/// to the table's limit. No function calls malloc, except for a capture as outl_stack.h describes.

#include <stddef.h>
#include <stdint.h>

/// A set of call stacks.
typedef struct outl_stack_table outl_stack_table;

/// Creates a table for up to `limit` bytes of stacks, rounded up to whole MiB. Returns null if mmap fails.
outl_stack_table *outl_stack_table_create(size_t limit);

/// Releases a table's memory. Null is ignored.
void outl_stack_table_destroy(outl_stack_table *table);

/// Returns a number of a table, from 1, that no other table of this process has.
uint32_t outl_stack_table_serial(const outl_stack_table *table);

/// Returns the table of this process, created by the first call, for about 200 000 stacks of 32 frames (64 MiB).
///
/// Returns null if mmap fails. All functions treat null like a full table.
outl_stack_table *outl_stack_table_shared(void);

/// Returns the number of a stack of `count` frames, and stores it if it is new.
///
/// Returns 0 for no frames, for more than OUTL_STACK_DEPTH_MAX, and if the table is full.
uint32_t outl_stack_table_intern(outl_stack_table *table, const uintptr_t *frames, int count);

/// Captures the calling thread's stack and interns it. `depth` and `skip` mean the same as for `outl_stack_capture`.
///
/// Repeated stacks come from a cache of the thread, of 86 KiB, which is mapped by its first capture.
/// With a skip of 0 the first frame lies in the function that called this one. The skip must be less than
/// OUTL_STACK_SKIP_MAX. Returns 0 if there is no stack.
uint32_t outl_stack_table_capture(outl_stack_table *table, int depth, int skip);

/// Returns the frames of a stack, innermost first, and their number in `count`; null and 0 for an unknown number.
const uintptr_t *outl_stack_table_frames(outl_stack_table *table, uint32_t stack, int *count);

/// Returns the addresses of the chunks in which a table stores stacks, each null until it is needed; `count` receives
/// their number, and `size` the bytes of each. The array stays in place, and no chunk is unmapped before the table.
const void *outl_stack_table_chunks(const outl_stack_table *table, uint32_t *count, size_t *size);

/// Calls `visit` for each memory range of a table, and for none if it is null.
void outl_stack_table_each_range(
    const outl_stack_table *table, void (*visit)(uintptr_t start, uintptr_t end, void *context), void *context);

/// Returns the number of bytes used for stacks, excluding the buckets, or 0 for null.
size_t outl_stack_table_memory(const outl_stack_table *table);
