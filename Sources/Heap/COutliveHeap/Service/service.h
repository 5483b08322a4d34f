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

// MARK: Wait
//
// The wait of the service thread for its signal, and for the end of the program's first thread.
//
// A program may end its first thread by a bare system call, which no handler observes. So a kernel timer sends the
// signal ten times a second. Both are read from one descriptor: waiting needs `read` alone, which a filter of system
// calls that the program installs for all of its threads must allow, too. The signal is blocked in every thread, so
// that the service thread receives it whatever disposition the program sets.
//
// Concurrency: for the service thread only, except `outl_wait_signal`.

struct outl_message {
    bool is_tick;   ///< Sent by the timer: there is no request.
    bool is_queued; ///< Sent with a value.
    int value;
    pid_t sender;
};

/// Returns the service's signal.
int outl_wait_signal(void);

/// Leaves the program's descriptor table, and opens the descriptor to wait on.
///
/// Returns `true` if the thread has a descriptor table of its own, in which it may keep files open.
bool outl_wait_prepare(void);

/// Stops the timer.
void outl_wait_end(void);

/// Waits for the next signal.
struct outl_message outl_wait_next(void);

// MARK: Status
//
// The kernel's status of the process, read from a file that stays open from the start if possible.
//
// A system call filter that the program installs for all of its threads (seccomp with TSYNC) also applies to the
// service thread, and may end the process at the first forbidden call. `outl_status_is_confined` needs `read` alone,
// which every program needs.
//
// Concurrency: for the service thread only.

/// Opens the files to be read later, and records the number of filters that the program was started with.
///
/// - keeps_open: `true` if the thread has a descriptor table of its own, in which the files can stay open.
void outl_status_prepare(bool keeps_open);

/// Returns `true` if the program has confined this thread since then: no file may be opened, and no process copied.
bool outl_status_is_confined(void);

/// Returns the number of threads of the process, including a first one that has ended; 0 if unknown.
int outl_status_threads(void);

/// Returns the exit status of the first thread, as `waitpid` reports it; 0 if unknown. Valid once.
int outl_status_of_first(void);

// MARK: Ending
//
// The census at the end of the process: at exit, and before a signal ends it. Also the handler of the service's own
// signal, for threads that unblocked it.
//
// Concurrency: `exit` may be called on any thread, and by several at once; `_exit` also in a signal handler and in a
// child of vfork, which shares the memory but is recognised by its process ID. The service takes one census. A handler
// may run on any thread at any moment, also within malloc or with any lock held. It accesses atomics and makes system
// calls only; the service thread takes the census, for which the handler waits with a deadline. Handlers that the
// program installs later replace these, as intended. errno is preserved. In a forked child, which inherits them, they
// act as if the tier were not there.

/// Installs the signal handlers, and registers the census at exit. Called by the constructor.
void outl_ending_prepare(void);

/// Restores the previous signal handlers, except those that the program has replaced.
void outl_ending_restore_handlers(void);

// MARK: First thread
//
// The end of a program whose first thread has ended earlier: it continues, and ends with its last thread.

/// Arranges that the program ends with its last thread. Called on its first thread, by one of the last destructors,
/// when that thread ends alone.
void outl_first_thread_ends(void);

/// Ends the process if none of the program's threads is left. Called by the service thread periodically.
void outl_first_thread_check(void);
