#pragma once

/// The live blocks of glibc's malloc: the chunks in use of all arenas, and the blocks with mappings of their own.
///
/// The blocks in the caches of freed blocks, whose chunks are in use, are left out.
///
/// The heap checks itself: arenas form a ring, chunks follow each other up to the end of their heap, every cached block
/// is a chunk, and the parameters have the number and the bytes of the mapped blocks. A thread that was stopped within
/// malloc can leave a contradiction, so a caller should try again.
///
/// Concurrency: reads the subject's memory, one walk at a time. Memory comes from mmap alone.

#include "Malloc/glibc_state.h"

/// Walks the heap. Returns `false` if a check failed, or if there is no memory; `problem` says which.
///
/// `layout`, `parts` and `maximum_caches` are set before.
bool outl_glibc_walk(struct outl_glibc *glibc);

/// Walks the heaps again for a visitor, after a walk that passed all checks.
bool outl_glibc_visit(struct outl_glibc *glibc, const struct outl_glibc_visitor *visitor);

/// Releases the findings.
void outl_glibc_free(struct outl_glibc *glibc);
