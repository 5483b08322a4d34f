#pragma once

/// The census of a frozen copy: the numbers of blocks and bytes by type, stack and cycle of allocation.
///
/// Concurrency: in a frozen copy only.

#include "Freeze/walk.h"

/// Counts the blocks and writes the rows. Returns 0 or an errno.
int outl_census_write(struct outl_walk *walk);
