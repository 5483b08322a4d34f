#pragma once

/// A comparison of the reader of metadata with the Swift runtime, both on this process.
///
/// Concurrency: on one thread, in a process that has no other.

#include <stdint.h>

/// Makes the reader ready for this process. Called first.
void outl_oracle_begin(void);

/// Prints a line if the reader spells a type differently from the runtime. Returns the number of differences.
int outl_oracle_spell(const void *metadata);

/// The differences in all metadata found in this process. Each is printed in a line.
struct outl_oracle_figures {
    int types, names;
    int fields, field_names, offsets, strengths, field_types, layouts;
    int unknown; ///< The fields whose type the reader leaves unknown. Not printed.
};
struct outl_oracle_figures outl_oracle_compare(void);
