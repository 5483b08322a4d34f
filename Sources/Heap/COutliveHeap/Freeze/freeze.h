#pragma once

/// The frozen copy: a clone of the process walks the heap and writes its findings while the program continues.
///
/// Concurrency: `outl_freeze` is called by the service thread only, one call at a time. Other threads stop only while
/// the kernel copies the page tables, and only if they access memory meanwhile; the copy shows a moment that each of
/// them passed through. No other thread runs in the copy, so it takes no locks, on which it could wait forever, and
/// calls nothing that allocates. The copy and the program share `struct outl_freeze_result` and the list of threads.

#include "Objects/walk.h"

struct outl_freeze_result;

/// The order of a copy.
struct outl_freeze_order {
    struct outl_walk_order walk; ///< The file is the copy's only descriptor.
    /// Completes the file with names, and with all that is known once the copy is made. Returns 0 or an errno. Called
    /// in the copy if names come from metadata, and otherwise in the program, where the runtime can be called.
    int (*complete)(const struct outl_walk_order *order, const struct outl_freeze_result *result);
    bool ends_cycle;             ///< Blocks allocated from the time of the copy on belong to the next cycle.
    bool keeps_index;            ///< The types that the program has found before stay valid in the copy.
    int seconds;                 ///< The timeout of the copy.
    void (*copied)(void);        ///< Called when the copy is made; may be null.
};

/// The result, which the copy writes to shared memory.
struct outl_freeze_result {
    _Atomic bool done;          ///< `true` if the copy ended by itself; it wrote everything if `error` is 0.
    _Atomic bool threads_known; ///< Set by the program once it knows which threads stayed blocked during the copy.
    int error;                  ///< An errno, or 0.
    struct outl_walk_result walk;
    uint64_t pause;             ///< The duration of the clone in nanoseconds.
    uint64_t time;              ///< The time of the clone, in nanoseconds since 1970.
    uint64_t state;             ///< The digest of the state, if the copy wrote one.
};

/// Describes this process in `outl_subject`, except for the header of the file. Called by the constructor.
void outl_freeze_prepare(void);

/// Makes a copy, waits until it ends, and completes the file.
///
/// Returns `false`, with the reason in `reason`, if it fails.
bool outl_freeze(const struct outl_freeze_order *order, char *reason, size_t reason_size);

/// Returns the digest of the state that the last copy wrote.
uint64_t outl_freeze_state(void);
