#pragma once

/// The state of a program: the values of its globals and statics, and what they lead to, by property path.
///
/// Content of texts and data is a keyed hash, references are their presence and the type of the object, and elements of
/// a collection are added up, so that the same state is the same in every process.
///
/// Concurrency: as Objects/walk.h, in a frozen copy or in the inspecting process, with the reader's functions in
/// `outl_runtime`.

#include "Objects/output.h"
#include "State/keyed_hash.h"

/// Writes the sections of the state.
///
/// - open_module: As in `outl_variables_list`.
///
/// Returns 0 or an errno.
int outl_state_write(struct outl_sections *sections, struct outl_hash_key key, int (*open_module)(uint32_t module));

/// Returns a number that differs for another state of the same process, after the state was written; 0 before.
uint64_t outl_state_digest(void);
