#pragma once

/// The process whose memory is read, and everything about it that its memory does not contain.
///
/// Concurrency: filled before each walk, and constant during it, except for the searched parts of stacks, which the
/// walk writes to the list of threads, and the figures of the header, which the file needs last. A frozen copy has a
/// copy of it.

#include "Memory/architecture.h"
#include "Objects/block.h"

#include <stddef.h>

/// The reason for a snapshot, as docs/heap-snapshot.md numbers it.
enum outl_reason {
    OUTL_REASON_REQUEST = 0,
    OUTL_REASON_EXIT = 1,
    OUTL_REASON_FATAL_SIGNAL = 2,
    OUTL_REASON_SIGNAL = 3,
    OUTL_REASON_INSPECTION = 4, ///< Taken from outside.
    OUTL_REASON_CORE = 5,       ///< Read from a core file.
};

/// The flags of the header that a subject determines.
enum {
    OUTL_FLAG_STACKS = 2,
    OUTL_FLAG_INCOMPLETE = 4, ///< Memory for blocks or stacks ran out.
    OUTL_FLAG_USABLE = 8,     ///< Sizes are what malloc can use, except for instances of classes.
    OUTL_FLAG_PARTIAL = 16,   ///< A part of the heap could not be read.
    OUTL_FLAG_SCANNED = 32,   ///< The objects were found by their contents alone.
};

/// A remark on how the figures were obtained.
struct outl_note {
    char text[240];
};

/// A thread of the subject.
struct outl_thread {
    uint32_t id;
    uint32_t known;  ///< 1 if the stack pointer is valid: the thread stayed blocked in the kernel, or was stopped.
    uintptr_t stack; ///< The stack pointer.
    uintptr_t code;  ///< The program counter.
    const uintptr_t *registers; ///< Its other general registers, or null if they are unknown.
    uint32_t register_count;
    struct outl_wait wait; ///< The system call in which it waits.
    uintptr_t low;   ///< Written by the walk: the start of the searched part of the stack, or 0.
    uintptr_t high;  ///< The end of that part, or 0.
    char name[16];
};

struct outl_sections;

/// The use of memory by a block.
struct outl_use {
    uint64_t resident; ///< The bytes of it that are in memory.
    uint64_t kept;     ///< Its share of the free bytes in pages that are mostly free.
};

/// The unit of weights: a sampled block stands for a number of blocks of its size, in units of 1 / OUTL_SAMPLE_UNIT.
enum { OUTL_SAMPLE_UNIT = 1024 };

/// Returns the number of blocks that a sum of weights stands for.
static inline uint64_t outl_sample_rounded(uint64_t weights) {
    return (weights + OUTL_SAMPLE_UNIT / 2) / OUTL_SAMPLE_UNIT;
}

/// The freed samples of a stack and type.
struct outl_freed_blocks {
    uintptr_t metadata; ///< The first word of the objects, or 0 if it is unknown.
    enum outl_block_kind kind;
    uint32_t stack;
    uint64_t samples;
    uint64_t weight; ///< The sum of their weights.
    uint64_t bytes;  ///< The bytes that they stand for.
    uint64_t temporary_weight; ///< The weights of blocks that their thread released before it allocated another one.
    uint64_t temporary_bytes;
};

/// The samples in place of the list of all blocks: `each_block` then visits the live ones.
struct outl_sampling {
    uint64_t rate; ///< The mean distance of samples, in allocated bytes.
    /// Returns the weight of a live sample.
    uint64_t (*weight_of)(const struct outl_block *block);
    /// Calls `visit` for the freed samples of each stack and type.
    void (*each_freed)(void (*visit)(const struct outl_freed_blocks *freed, void *context), void *context);
    /// Returns the numbers of live, of freed and of dropped samples.
    void (*count)(uint64_t *live, uint64_t *freed, uint64_t *dropped);
};

/// The amounts that a ledger of allocations counts.
enum {
    OUTL_LEDGER_BLOCKS, OUTL_LEDGER_BYTES, OUTL_LEDGER_FREED_BLOCKS, OUTL_LEDGER_FREED_BYTES,
    OUTL_LEDGER_TEMPORARY_BLOCKS, OUTL_LEDGER_TEMPORARY_BYTES, OUTL_LEDGER_AMOUNTS,
    // The classes of sizes and ages: 0 for 0, and k for 2^(k-1) up to 2^k - 1.
    OUTL_LEDGER_SIZES = 48, OUTL_LEDGER_AGES = 24,
};

/// All blocks of a stack and type that were ever allocated.
struct outl_ledger_site {
    uintptr_t metadata; ///< The first word of the released objects, or 0: raw blocks, and all allocations of the stack.
    uint32_t stack;
    uint64_t amounts[OUTL_LEDGER_AMOUNTS];
    uint64_t peak_blocks, peak_bytes; ///< What was alive at the peak, for a site without metadata.
};

/// The sums of a ledger.
struct outl_ledger_figures {
    uint64_t early_blocks, early_bytes; ///< Allocated before the tier was on.
    uint64_t lost;                      ///< The number of counts that found no room.
    uint64_t peak_bytes;                ///< The most bytes that were ever alive, as far as threads had added theirs.
    uint64_t noted_bytes;               ///< The bytes alive when the peak was last noted.
    uint64_t noted_time;                ///< The time of that, in nanoseconds since 1970, or 0.
    uint64_t sizes[OUTL_LEDGER_SIZES];  ///< The numbers of allocations by the class of their size.
    uint64_t ages[OUTL_LEDGER_AGES];    ///< The numbers of releases by the class of their age in cycles.
};

/// The ledger of allocations.
struct outl_ledger {
    /// Calls `visit` for each stack and type.
    void (*each)(void (*visit)(const struct outl_ledger_site *site, void *context), void *context);
    struct outl_ledger_figures (*figures)(void);
};

struct outl_subject {
    uint32_t process; ///< The process ID.
    uint32_t epoch;   ///< The number of modules unloaded so far. Names of types are kept while it stays the same.

    // MARK: Blocks

    /// Calls `visit` for each live block, in any order. The blocks stay in place until the walk ends.
    void (*each_block)(void (*visit)(const struct outl_block *block, void *context), void *context);
    /// Null if `each_block` visits all live blocks.
    const struct outl_sampling *sampling;
    /// Null if allocations are not counted.
    const struct outl_ledger *ledger;
    /// `true` if glibc's header of a chunk precedes each block.
    bool has_chunks;
    /// Returns the usable size of a block without such a header, or 0 if it is unknown. Null if all are.
    uint64_t (*usable_of)(uintptr_t address);
    /// Calls `visit` for each range of memory of an allocator that records all of its blocks, in ascending order. Null
    /// if it is glibc's, or if some blocks are unknown.
    void (*each_heap_range)(void (*visit)(uintptr_t start, uintptr_t end, void *context), void *context);
    /// An address in the module of that allocator, whose globals are no roots, or 0. Ignored if that is the executable.
    uintptr_t allocator_code;
    /// Returns the frames of a stack, their number and the epoch. Null if there are no stacks: all blocks have 0.
    const uintptr_t *(*frames_of)(uint32_t stack, uint32_t *count, uint32_t *epoch);

    /// Returns the use of memory by a block. Null if it is unknown.
    struct outl_use (*use_of)(const struct outl_block *block);

    // MARK: Threads

    /// All threads, except the interposer's service thread.
    struct outl_thread *threads;
    size_t thread_count;
    /// Waits until `known` is final. Returns `false` if it stays unknown. Null if it is final from the start.
    bool (*await_threads)(void);
    /// The C library's record of the first thread, which is not on its stack; 0 if unknown.
    uintptr_t first_record;
    /// The offset in a page of the records of all other threads, because stacks end at a page boundary.
    uintptr_t record_in_page;
    /// The size in bytes of the thread-locals in front of a record, or of the record and the ones behind it; 0 if
    /// unknown.
    size_t locals_size;

    // MARK: The interposer's memory, which points to every block

    /// An address in its module, whose globals are no roots, or 0. Ignored if that is the executable.
    uintptr_t own_code;
    /// Calls `exclude` for each range of its memory; ranges may overlap. Null if there is none.
    void (*exclude_own)(void (*exclude)(uintptr_t start, uintptr_t end, void *context), void *context);
    /// Returns `true` if one of its caches, of `own_cache_size` bytes, begins at a readable page. Null without caches.
    bool (*is_own_cache)(uintptr_t page);
    size_t own_cache_size;

    // MARK: The header of the file

    enum outl_reason reason;
    uint32_t number;      ///< The number of the request or fatal signal, or 0.
    uint32_t flags;       ///< OUTL_FLAG_...
    uint32_t frames;      ///< The maximum number of frames of a stack, or 0.
    uint64_t time;        ///< The time of the snapshot, in nanoseconds since 1970.
    uint64_t pause;       ///< The duration for which the subject was stopped, in nanoseconds.
    uint64_t bookkeeping; ///< The size of the interposer's memory in bytes, without the stacks.
    uint64_t stack_bytes; ///< The size of the stacks in bytes.

    /// Writes further sections at the end of the file, before the texts. Null if there are none.
    void (*write_more)(struct outl_sections *sections);
    const struct outl_note *notes;
    size_t note_count;
};
extern struct outl_subject outl_subject OUTL_HIDDEN;
