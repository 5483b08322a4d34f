#pragma once

/// The functions beside references: a Swift closure is the address of code and then its context, which for a closure
/// that captured one object is that object.
///
/// Concurrency: in a frozen copy only.

#include "outl_heap_output.h"

#include <stdbool.h>
#include <stdint.h>

/// What a reference is of; as docs/heap-snapshot.md numbers it.
enum outl_reference { OUTL_REFERENCE_EDGE = 0, OUTL_REFERENCE_ROOT = 1 };

/// Finds the code of the modules that are loaded; false when there is no memory.
bool outl_functions_prepare(void);

/// Whether a word is the address of code, or of what a function is called through that may be suspended.
bool outl_functions_has(uintptr_t word);

/// Remembers that the word before reference `number` is `word`, if that leads to code. Of each kind the numbers
/// have to rise, and edges to come before roots.
void outl_functions_note(enum outl_reference of, uint32_t number, uintptr_t word);

/// The same of a word on a stack, where what a call returns to may stand before a reference too, which is no function.
void outl_functions_note_on_stack(enum outl_reference of, uint32_t number, uintptr_t word);

/// Writes what was remembered. Returns 0 or an errno.
int outl_functions_write(struct outl_sections *sections);
