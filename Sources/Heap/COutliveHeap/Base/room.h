#pragma once

/// The address space that the tier takes: what it needs, or a share of the limit (RLIMIT_AS) in force at the start.
///
/// Under a limit it takes 3 % at most, with its own file, the stack of its thread and its lists; tables grow within
/// that as needed. What has no room is not recorded, and counted as lost. A limit that is set later changes nothing
/// here: a table that cannot grow is treated in the same way.
///
/// Concurrency: `outl_room_prepare` is called by the constructor, before the other functions. These may be called on
/// any thread at any time, also in a signal handler: they take no lock, make system calls, and count by atomic
/// operations.

#include "Base/base.h"

/// The most that the tables may take, in bytes; 0 if there is no limit. Constant after `outl_room_prepare`.
extern size_t outl_room_most OUTL_HIDDEN;

/// Returns `true` if the address space was limited when the process started.
static inline bool outl_room_is_limited(void) { return outl_room_most != 0; }

/// Reads the limit. Returns `false`, with the reason in `reason`, if its share is too small for the tier.
bool outl_room_prepare(char *reason, size_t reason_size);

/// Returns the number of bytes that are left; SIZE_MAX without a limit.
size_t outl_room_left(void);

/// Counts bytes that the caller maps itself. Returns `false` if they are not left.
bool outl_room_take(size_t size);

/// Maps zeroed private memory for a table. Returns null if there is none, or it is not left.
void *outl_room_pages(size_t size, int protection);

/// Releases memory that `outl_room_pages` returned.
void outl_room_release(void *memory, size_t size);
