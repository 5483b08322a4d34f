#pragma once

/// The inspection of a process that is not prepared for it, or of its core file: its live blocks, as a snapshot of the
/// heap tier.
///
/// Concurrency: any number of threads may call `outl_inspect`. The work is done in a forked process, so that stops of
/// the inspected threads are reported to that process alone, and a fault in it is an outcome like any other.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(default)

/// The name of the inspecting process, by which another inspection recognises it.
#define OUTL_INSPECT_NAME "outlive-inspect"

/// The order of an inspection.
struct outl_inspect_order {
    int process;      ///< The ID of the process to inspect, or 0 to inspect a core file.
    int core;         ///< A descriptor of the core file, open for reading.
    const char *root; ///< The directory below which the files lie that a core file names, or null.
    bool with_graph;  ///< `true` to write nodes, edges and roots as well.
    bool with_contents; ///< `true` to write the contents of objects as well, with the graph.
    bool with_memory; ///< `true` to write the use of resident memory as well, even of a process without objects.
    bool with_state;  ///< `true` to write the state of the program as well.
    bool at_once; ///< `true` to stop the process sooner and for longer, if it is about to be killed for its memory.
    bool without_heap; ///< `true` to leave the blocks out, for the state alone.
    uint64_t state_key[2]; ///< The key of the hashes in the state.
    int seconds;      ///< The timeout.
    int pause;        ///< The longest pause of the process in milliseconds, at least 1.
    int output;       ///< A descriptor open for reading and writing, which receives the snapshot. Emptied first.
};

/// The outcome of an inspection. All but the first come with a reason.
enum outl_inspect_outcome {
    OUTL_INSPECT_DONE = 0,
    OUTL_INSPECT_ENDED,        ///< There is no such process, or it ended meanwhile, or it is a thread of `detail`.
    OUTL_INSPECT_FORBIDDEN,    ///< The system does not permit it; `error` is the errno.
    OUTL_INSPECT_TRACED,       ///< Another process, `detail`, traces it.
    OUTL_INSPECT_BUSY,         ///< Another inspection, in the process `detail`, was not over before the timeout.
    OUTL_INSPECT_KERNEL,       ///< It is a thread of the kernel.
    OUTL_INSPECT_ZOMBIE,       ///< It has ended, and its parent, `detail`, does not wait for it.
    OUTL_INSPECT_STARTING,     ///< It has just begun to execute a program.
    OUTL_INSPECT_HEADLESS,     ///< Its first thread has ended before the others.
    OUTL_INSPECT_UNSUPPORTED,  ///< Another machine, or a platform that cannot be inspected.
    OUTL_INSPECT_STUCK,        ///< A thread, `detail`, did not stop in time.
    OUTL_INSPECT_PAUSED,       ///< The longest pause was over before the memory was copied.
    OUTL_INSPECT_TOO_LARGE,    ///< There is less memory than `detail` bytes.
    OUTL_INSPECT_ALLOCATOR,    ///< Another allocator than glibc's, or an unknown version of it.
    OUTL_INSPECT_INCONSISTENT, ///< The heap contradicts itself at the address `detail`.
    OUTL_INSPECT_CORE,         ///< The core file is not one, or of no use, for the bytes at the offset `detail`.
    OUTL_INSPECT_FILE,         ///< A file that the core file names is missing, or another one.
    OUTL_INSPECT_FAILED,       ///< A system call failed with `error`.
    OUTL_INSPECT_LATE,         ///< The timeout has passed.
    OUTL_INSPECT_CRASHED,      ///< The inspecting process was ended by the signal `detail`.
};

/// The result of an inspection, with its figures.
struct outl_inspect_result {
    enum outl_inspect_outcome outcome;
    int error;                    ///< An errno, or 0.
    uint64_t detail;
    char reason[600];             ///< One line without an end: what happened, and to what.
    char allocator[64];           ///< Such as "glibc 2.36"; empty if unknown.
    char executable[512];         ///< The path of the executable as the kernel or a core file names it, or empty.
    int process;                  ///< The process ID, or 0 if a core file does not contain it.
    bool is_partial;              ///< `true` if a part of the heap could not be walked, or of a core file is missing.
    uint64_t size, expected;      ///< The size of a core file, and the one that its headers describe.
    uint32_t verified;            ///< The number of files that fill a core file and have the headers in it.
    uint32_t unverified;          ///< The number of such files whose headers it does not contain.
    uint32_t attempts;            ///< The number of times that the process was stopped.
    uint64_t began;               ///< The time of the monotonic clock when the pause began; 0 while there is none.
    uint32_t threads, modules, arenas, caches;
    uint64_t pause;               ///< The time from the first stop to the last continuation, in nanoseconds.
    uint64_t stopping;            ///< The part of the pause until all threads had stopped.
    uint64_t copied;              ///< The number of bytes copied during the pause.
    uint64_t lost;                ///< The number of bytes that could not be read.
    uint64_t absent;              ///< The number of bytes that a userfaultfd has not provided yet.
    uint64_t foreign;             ///< The number of bytes left out because they belong to FUSE files or devices.
    uint32_t unread;              ///< The number of modules that could not be read.
    char module[200];             ///< The path of one of them.
    uint64_t blocks, freed;       ///< The numbers of live blocks, and of freed ones in the allocator's caches.
    uint64_t mapped;              ///< The number of blocks with mappings of their own.
    uint64_t objects;             ///< The number of Swift objects among the blocks.
};

/// Inspects a process or a core file, and writes a snapshot of its heap.
///
/// Waits until that is done or the timeout has passed.
///
/// A process is stopped while its memory is copied, and continues as it was: signals on their way are passed on, and
/// a process stopped by a signal stays stopped. A thread in a system call that no stop restarts, such as
/// `epoll_wait`, sees EINTR. It is never left stopped, however the caller ends, and never for longer than the pause of
/// the order, whatever holds up the copying. Two inspections of a process at once take turns.
enum outl_inspect_outcome outl_inspect(const struct outl_inspect_order *order, struct outl_inspect_result *result);

/// Returns the oldest and the newest version 2.`n` of glibc whose heap is known. Returns `false` on other platforms.
bool outl_inspect_glibc(uint32_t *oldest, uint32_t *newest);

/// Finds a regular file below a directory, as inspections do that have one.
///
/// Links lead no further than the directory, and absolute ones begin in it.
///
/// - found: Receives its path outside of the directory.
///
/// Returns `false` if there is none, its path is longer, or on other platforms.
bool outl_inspect_find(const char *root, const char *path, char *found, size_t size);

#pragma GCC visibility pop
