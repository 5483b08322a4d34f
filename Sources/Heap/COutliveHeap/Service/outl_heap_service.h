#pragma once

/// The service thread, which takes the snapshots, and the requests of the rest of the tier.
///
/// Concurrency: all functions may be called on any thread, unless they say otherwise; `outl_service_at_end` and
/// `outl_service_open` also in a signal handler.

#include "outl_heap_file.h"
#include "outl_heap_hidden.h"

#include <stdbool.h>
#include <stdint.h>

/// Returns the signal that requests a snapshot.
int outl_service_signal(void);

/// Returns `true` if this process started the tier, and its service thread runs: `false` in a forked child.
bool outl_service_is_here(void);

/// Requests a snapshot, and waits for it. Not in a signal handler.
bool outl_service_request(const struct outl_snapshot *snapshot);

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

/// `true` if a thread of the program has a system call filter that outl_heap_confine.c has seen.
extern _Atomic bool outl_heap_filtered OUTL_HIDDEN;

/// Returns `true` on the service thread.
bool outl_service_is_own_thread(void);

/// Forwards a request that another thread received. Called in the handler of `outl_service_signal`.
void outl_service_pass_on(const void *info);

/// Registers the census at exit (outl_heap_exit.c). Called by the constructor. Returns `false` if the C library refuses
/// it.
bool outl_exit_prepare(void);

/// Installs the signal handlers (outl_heap_signals.c). Called by the constructor.
void outl_signals_prepare(void);

/// Restores the previous handlers, except those that the program has replaced.
void outl_signals_give_back(void);
