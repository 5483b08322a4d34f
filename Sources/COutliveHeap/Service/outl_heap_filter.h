#pragma once

/// The verdict on a filter of system calls (seccomp) before the program installs it.
///
/// Concurrency: a pure function of its arguments, which must not change meanwhile.

#include <linux/filter.h>
#include <stdbool.h>

/// Returns `true` if the filter lets all calls pass that the tier makes on threads of the program.
///
/// - instructions: the filter, in the tier's own memory.
bool outl_filter_lets_pass(const struct sock_filter *instructions, unsigned count);
