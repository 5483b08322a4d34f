#pragma once

/// The places of the subject's bytes in this process: its own addresses with the bits of `outl_shift` flipped.
///
/// An address leads to its bytes without a lookup.
///
/// Concurrency: one set of places in a process, for one thread. System calls only, but for a thread of its own that
/// `outl_place_touch` starts and joins.

#include "Memory/maps.h"

/// Chooses a shift with which all ranges have a place, and reserves zeroed memory there.
///
/// - items: `count` items of `size` bytes that begin with a range, in ascending order.
///
/// Returns `false` if there is none.
bool outl_place_choose(const void *items, size_t count, size_t size);

/// Reserves memory for a range, except where it is reserved already. Returns `false` if something else is there.
bool outl_place_reserve(struct outl_range range);

/// Maps a part of an open file at the place of a range. Returns the number of bytes from its start that have content.
///
/// - offset: The offset in the file, a multiple of the size of a page.
size_t outl_place_file(struct outl_range range, int file, uint64_t offset);

/// Appends the parts of a range that have memory, each an outl_range: the others read as zeros, or as the file.
///
/// To read only these never waits for a userfaultfd or a file system, and gives the process no memory.
///
/// - pagemap: The process's open page map. If it cannot be read, the whole range is appended.
/// - deadline: A time of the monotonic clock, or 0 for none.
/// - resident: Receives the ranges that are in memory now, without gaps and without swapped pages, or null.
///
/// Returns `false` if the deadline has passed.
bool outl_place_resident(
    struct outl_range range, int pagemap, uint64_t deadline, struct outl_array *parts, struct outl_array *resident);

/// Returns `true` if another process has a page of a range as well, as a process and its child have at first.
///
/// - pagemap: The process's open page map. If it cannot be read, no page does.
bool outl_place_is_shared(struct outl_range range, int pagemap);

/// Appends a range to ascending ones.
void outl_place_add(struct outl_array *ranges, struct outl_range range);

/// Lets the kernel provide the memory of reserved ranges, so that copying to it takes less time. Clearing it takes most of
/// the time, so two threads share large ranges.
///
/// - items: `count` ranges.
void outl_place_touch(const struct outl_range *items, size_t count);
