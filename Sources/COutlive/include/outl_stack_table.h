#pragma once

/// Interned call stacks: each distinct stack is stored once and named by a 32-bit number.
///
/// Concurrency: all functions but `destroy` may be called on any thread at any time, without a lock. A stack is
/// published by one compare-and-swap and never changes or moves afterwards, so what `frames` returns stays valid until
/// `destroy`, which must be the last call on a table. Memory comes from mmap, in chunks, and is never given back
/// before: it grows with the number of distinct stacks, up to the table's limit. Nothing here calls malloc.

#include <stddef.h>
#include <stdint.h>

/// A set of call stacks.
typedef struct outl_stack_table outl_stack_table;

/// Makes a table that stores up to `limit` bytes of stacks, rounded up to whole MiB; null when there is no memory.
outl_stack_table *outl_stack_table_create(size_t limit);

/// Gives a table's memory back. Null is ignored.
void outl_stack_table_destroy(outl_stack_table *table);

/// The table of this process, made by the first call, with room for some 200 000 stacks of 32 frames (64 MiB).
/// Null when there is no memory; all functions take null for a table that is full.
outl_stack_table *outl_stack_table_shared(void);

/// The number of the stack of `count` frames, which is stored if it is new.
///
/// Returns 0 for no frames, for more than OUTL_STACK_DEPTH_MAX, and when the table is full.
uint32_t outl_stack_table_intern(outl_stack_table *table, const uintptr_t *frames, int count);

/// Captures the calling thread's stack and interns it; `depth` and `skip` as in `outl_stack_capture`.
///
/// With a skip of 0 the first frame lies in the function that called this one; here a skip is less than
/// OUTL_STACK_SKIP_MAX. Returns 0 when there is no stack.
uint32_t outl_stack_table_capture(outl_stack_table *table, int depth, int skip);

/// The frames of a stack, innermost first, and their number in `count`; null and 0 for 0 or a number not given out.
const uintptr_t *outl_stack_table_frames(outl_stack_table *table, uint32_t stack, int *count);

/// Tells of each stretch of memory that a table has; of none for null.
void outl_stack_table_each_range(
    const outl_stack_table *table, void (*visit)(uintptr_t start, uintptr_t end, void *context), void *context);

/// Bytes that the stacks take up, without the table of the buckets; 0 for null.
size_t outl_stack_table_memory(const outl_stack_table *table);
