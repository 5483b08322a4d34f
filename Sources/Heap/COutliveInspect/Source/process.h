#pragma once

/// The acquisition of a live process: its memory, mappings and registers at one moment.
///
/// All that takes long happens before the stop and after it: memory is reserved and touched before, files are mapped
/// after. The pause is the stop of the threads and the copying of what they can change. It has a bound: Source/bound.h.
/// With `at_once`, memory is touched during the stop, so that a process cannot grow meanwhile, and the stop lasts until the
/// heap was walked, so that another attempt soon follows one that found a contradiction.
///
/// Concurrency: for a process of one thread, without other children, which the bound may end. System calls only.

#include "Source/source.h"

/// Reads a process: fills the mappings of the subject, and the source. On failure the result has the reason.
///
/// - longest: The longest pause in nanoseconds.
bool outl_process_read(
    pid_t process, uint64_t longest, struct outl_source *source, struct outl_inspect_result *result);

/// Lets a process continue that was read with `at_once`. Does nothing if it does already.
void outl_process_release(struct outl_source *source, struct outl_inspect_result *result);
