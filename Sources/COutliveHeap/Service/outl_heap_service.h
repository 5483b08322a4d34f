#pragma once

/// The thread that takes the snapshots, and how the rest of the tier asks it to.
///
/// Concurrency: all functions may be called on any thread; `outl_service_at_end` and
/// `outl_service_open` also in a signal handler.

#include "outl_heap_file.h"
#include "outl_heap_hidden.h"

#include <stdbool.h>
#include <stdint.h>

/// The signal that asks for a snapshot.
int outl_service_signal(void);

/// Whether this is the process that the tier was started in, and its thread runs: not so in a forked child.
bool outl_service_is_here(void);

/// Has a snapshot taken, and waits for it. Not in a signal handler.
bool outl_service_request(const struct outl_snapshot *snapshot);

/// Has the last snapshot taken, once for fatal signals and once for exits, and waits until it is done, or a bound is
/// reached, which all share who wait for the same one. Keeps errno.
void outl_service_at_end(enum outl_reason reason, int signal);

/// Before a fault is handed on to the runtime's backtracer, which stops all threads: lets it stop the service's, until
/// that has something to do again. Keeps errno.
void outl_service_open(void);

/// Ends the service for good before the program forbids itself system calls: no block is recorded and no census taken from
/// then on. Says the reason in a file. Not in a signal handler.
void outl_service_withdraw(const char *reason);

/// Returns `true` while another thread has the service end: `outl_service_withdraw` then waits for it.
bool outl_service_is_withdrawing(void);

/// Whether a thread of the program has a filter of system calls, by what outl_heap_confine.c has seen.
extern _Atomic bool outl_heap_filtered OUTL_HIDDEN;

/// Whether this is the service's own thread.
bool outl_service_is_own_thread(void);

/// In the handler of `outl_service_signal`: passes a request on that another thread received.
void outl_service_pass_on(const void *info);

/// Has the constructor's part of outl_heap_exit.c done: the census at exit. False when there is no room for it.
bool outl_exit_prepare(void);

/// Has the constructor's part of outl_heap_signals.c done: the handlers.
void outl_signals_prepare(void);

/// Puts back the handlers that were there before, where the program has put none in their place.
void outl_signals_give_back(void);
