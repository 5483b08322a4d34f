#pragma once

/// The output of a snapshot's sections to its file, through a buffer.
///
/// Concurrency: one state, in static memory, for one thread; a frozen copy has a copy of it. System calls only.

#include "Memory/memory.h"

/// The kinds of sections, as docs/heap-snapshot.md numbers them.
enum outl_section_kind {
    OUTL_SECTION_TEXT = 1,
    OUTL_SECTION_MODULES,
    OUTL_SECTION_TYPES,
    OUTL_SECTION_FIELDS,
    OUTL_SECTION_FRAMES,
    OUTL_SECTION_STACKS,
    OUTL_SECTION_ROWS,
    OUTL_SECTION_NODES,
    OUTL_SECTION_EDGES,
    OUTL_SECTION_ROOTS,
    OUTL_SECTION_THREADS,
    OUTL_SECTION_FUNCTIONS,
    OUTL_SECTION_HASH_TABLES,
    OUTL_SECTION_TASKS,
    OUTL_SECTION_TASK_FRAMES,
    OUTL_SECTION_VALUES,
    OUTL_SECTION_BOXES,
    OUTL_SECTION_FIELD_OWNERS,
    OUTL_SECTION_RAW_ROWS = 20,
    OUTL_SECTION_CONTAINERS = 21,
    OUTL_SECTION_NOTES = 22,
    OUTL_SECTION_TASK_DETAILS = 24,
    OUTL_SECTION_TASK_NAMES = 25,
    OUTL_SECTION_TASK_LOCALS = 26,
    OUTL_SECTION_INNER_TASKS = 27,
    OUTL_SECTION_INSIDE = 28,
    OUTL_SECTION_CONTINUATIONS = 29,
    OUTL_SECTION_COUNTS = 30,
    OUTL_SECTION_MAPPINGS = 40,
    OUTL_SECTION_ALLOCATOR = 41,
    OUTL_SECTION_FIGURES = 42,
    OUTL_SECTION_USES = 43,
    OUTL_SECTION_SAMPLING = 44,
    OUTL_SECTION_VARIABLES = 46,
    OUTL_SECTION_STATE_VALUES = 47,
    OUTL_SECTION_STATE_KEY = 48,
    OUTL_SECTION_ALLOCATIONS = 49,
    OUTL_SECTION_PEAK = 50,
    OUTL_SECTION_LEDGER = 51,
    OUTL_SECTION_SAVINGS = 52,
    OUTL_SECTION_CONTENTS = 53,
    OUTL_SECTION_CONTENT_BYTES = 54,
    OUTL_SECTION_LAST = OUTL_SECTION_CONTENT_BYTES,
};

/// An entry of the file's section table. If the item size is 0, the file has no such section.
struct outl_section {
    uint32_t kind, item_size;
    uint64_t offset, count, reserved;
};

/// The sections written so far, by kind.
struct outl_sections {
    struct outl_section of[OUTL_SECTION_LAST + 1];
    uint64_t end; ///< The offset of the end of the last section.
};

/// Starts to write to `file` from `offset`. `outl_output_flush` ends it.
void outl_output_open(int file, uint64_t offset);

/// Adds bytes. `outl_output_flush` reports errors.
void outl_output_write(const void *bytes, size_t size);

/// Returns the offset in the file of the next byte.
uint64_t outl_output_offset(void);

/// Writes the rest of the buffer, and releases it. Returns 0, or the errno of the first error.
int outl_output_flush(void);

/// Starts a section at the next multiple of 8.
void outl_output_begin(struct outl_sections *sections, enum outl_section_kind kind, uint32_t item_size);

/// Ends the section that was begun last.
void outl_output_end(struct outl_sections *sections, enum outl_section_kind kind);

/// Writes a whole section of `count` items.
void outl_output_section(
    struct outl_sections *sections, enum outl_section_kind kind, const void *items, size_t count, uint32_t item_size);

/// Writes a whole section from an array. Returns 0, or ENOMEM if there was no memory for an item.
int outl_output_array(
    struct outl_sections *sections, enum outl_section_kind kind, const struct outl_array *array, uint32_t item_size);
