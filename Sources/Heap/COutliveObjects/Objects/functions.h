#pragma once

/// The functions next to references: a Swift closure is a code address and then its context, which for a closure with
/// one captured object is that object.
///
/// Concurrency: as Objects/graph.h.

#include "Objects/walk.h"

/// The kind of a reference, as docs/heap-snapshot.md numbers it.
enum outl_reference { OUTL_REFERENCE_EDGE = 0, OUTL_REFERENCE_ROOT = 1 };

/// Finds the code of the loaded modules. Returns `false` if there is no memory.
bool outl_functions_prepare(void);

/// Returns `true` if a word is the address of code, or of the constant through which an async function is called.
bool outl_functions_has(uintptr_t word);

/// Records `word`, which precedes reference `number`, if it leads to code; on a stack, unless it is a return address.
///
/// The numbers of each kind must ascend, and edges must come before roots.
void outl_functions_add(enum outl_reference of, uint32_t number, uintptr_t word, bool on_stack);

/// Writes the recorded functions. Returns 0 or an errno.
int outl_functions_write(struct outl_sections *sections);
