#pragma once

/// The contents of the subject's Swift objects, and the numbers of references to them.
///
/// Concurrency: as Objects/graph.h.

#include "Objects/nodes.h"

/// Writes the first bytes of each Swift object, and its counts. Returns 0 or an errno.
///
/// For a file that stays in memory: contents may be secrets.
int outl_contents_write(const struct outl_nodes *nodes);
