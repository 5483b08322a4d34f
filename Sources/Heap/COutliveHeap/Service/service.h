#pragma once

/// The service thread, which takes the snapshots, and the requests of the rest of the tier.
///
/// Concurrency: all functions may be called on any thread, unless noted otherwise; `outl_service_at_end` and
/// `outl_service_open` also in a signal handler.

#include "Snapshot/snapshot.h"

#include <sys/types.h>

/// The functions that the service calls; set once, at its start.
struct outl_service_hooks {
    /// Called by the service thread ten times a second. It must not wait for the service.
    void (*tick)(void);
    /// Called once, on the thread that withdraws, when no block is recorded any more and the service still runs.
    void (*withdraw)(void);
};

/// Starts the service thread. Called by the constructor when all else works.
///
/// Returns `false`, with the reason in `reason`, if it fails.
bool outl_service_start(const struct outl_service_hooks *hooks, char *reason, size_t reason_size);

/// Returns `true` if this process started the tier, and its service thread runs: `false` in a forked child.
bool outl_service_is_running(void);

/// Returns the ID of the service thread, or 0 if it has ended.
pid_t outl_service_thread(void);

/// Requests a snapshot, and waits for it. Not in a signal handler.
bool outl_service_request(const struct outl_snapshot *snapshot);

/// Requests the state of the program at a moment of a run of tests, and waits until the process is copied for it. The
/// copy is read while the program continues; the next request waits for it. Not in a signal handler.
void outl_service_request_state(const struct outl_moment *moment);

/// Requests the last snapshot, once for fatal signals and once for exits, and waits for it.
///
/// All callers that wait for the same snapshot share a deadline. Preserves errno.
void outl_service_at_end(enum outl_reason reason, int signal);

/// Lets the runtime's backtracer stop the service thread until that has another request.
///
/// Called before a fault is passed to the backtracer, which stops all threads. Preserves errno.
void outl_service_open(void);

/// Ends the service before the program forbids itself system calls, and writes the reason to a file.
///
/// No block is recorded and no census taken from then on. Not in a signal handler.
void outl_service_withdraw(const char *reason);

/// Returns `true` while another thread ends the service: `outl_service_withdraw` then waits for it.
bool outl_service_is_withdrawing(void);

/// `true` if a thread of the program has a system call filter that confine.c has seen.
extern _Atomic bool outl_heap_filtered OUTL_HIDDEN;

/// Forwards a request that another thread received. Called in the handler of the service's signal.
void outl_service_forward(const void *info);
