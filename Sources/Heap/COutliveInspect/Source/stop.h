#pragma once

/// The stop of all threads of another process, by ptrace, and their continuation.
///
/// Concurrency: for a process of one thread, whose only children are its tracees. If it ends at any moment, the kernel
/// lets all of them continue, and delivers the signals on their way to them. System calls only.

#include "Memory/architecture.h"
#include "Memory/memory.h"
#include "Source/failure.h"

#include <sys/types.h>

/// A thread that is traced.
struct outl_tracee {
    pid_t id;
    bool is_stopped;
    int signal; ///< A signal on its way to it, which it receives when it continues, or 0.
    uintptr_t stack, code;
    uintptr_t base; ///< The thread pointer.
    struct outl_wait wait; ///< The system call in which it was stopped.
    uintptr_t registers[OUTL_REFERENCES_MAX]; ///< The registers that may be references, as many as the processor has.
};

/// Sets the registers of a thread: as many as the subject's processor has, in the order of the kernel.
void outl_tracee_set(struct outl_tracee *tracee, const uint64_t *registers);

/// Stops all threads, and reads their registers. On failure they have continued, and the result has the reason.
///
/// Takes a time proportional to their number.
///
/// - folder: The open folder of the process in /proc.
/// - deadline: A time of the monotonic clock at which it gives up.
/// - tracees: Receives the stopped threads, each an outl_tracee.
/// - result: Receives the time at which the stop began.
bool outl_stop(
    pid_t process, int folder, uint64_t deadline, struct outl_array *tracees, struct outl_inspect_result *result);

/// Lets all threads continue, and reaps the ones that ended meanwhile.
void outl_stop_end(struct outl_array *tracees);
