#pragma once

/// The acquisition of a live process: its memory, mappings and registers at one moment.
///
/// All that takes long happens before the stop and after it: memory is reserved and touched before, files are mapped
/// after. The pause is the stop of the threads and the copying of what they can change.
///
/// Concurrency: for a process of one thread, without other children. System calls only.

#include "Source/source.h"

/// Reads a process: fills the mappings of the subject, and the source. On failure the result has the reason.
bool outl_process_read(pid_t process, struct outl_source *source, struct outl_inspect_result *result);
