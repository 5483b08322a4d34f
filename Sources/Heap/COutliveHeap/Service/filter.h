#pragma once

/// The check of a system call filter (seccomp) before the program installs it.
///
/// Concurrency: a pure function of its arguments, which must not change meanwhile.

#include <linux/filter.h>
#include <stdbool.h>

/// Returns `true` if the filter allows all calls that the tier makes on threads of the program.
///
/// - instructions: The filter, in the tier's own memory.
bool outl_filter_allows(const struct sock_filter *instructions, unsigned count);
