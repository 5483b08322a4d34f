#pragma once

/// What the subject could save: equal contents of strings, arrays, data and raw blocks, room in containers beyond
/// their elements, and the bytes that malloc adds to blocks. No byte is in two of these.
///
/// Concurrency: as Objects/graph.h.

#include "Objects/nodes.h"

/// Writes the section of savings. Called when the edges are counted, while the bytes of raw blocks are requested ones.
///
/// Returns 0 or an errno. Contents are compared and never written. The memory is released before it returns.
int outl_savings_write(const struct outl_nodes *nodes);
