#pragma once

/// What the subject could save: equal contents of strings, arrays, data and raw blocks, room in containers beyond
/// their elements, and the bytes that malloc adds to blocks. No byte is in two of these.
///
/// Concurrency: as Objects/graph.h.

#include "Objects/nodes.h"

/// Prepares for the nodes, which must stay in place. Returns `false` if there is no memory.
bool outl_savings_begin(const struct outl_nodes *nodes);

/// Adds a node whose edges were counted, while the bytes of raw blocks are requested ones.
void outl_savings_add(uint32_t number);

/// Writes the section of savings, and releases the memory. Returns 0 or an errno. Contents are never written.
int outl_savings_write(void);
